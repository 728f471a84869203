//! The text and the id of a draft, made from the rule that it cites.

use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_protocol::Data;

/// An id from the name and words of the rule, or from numbers if they contain no ASCII letters.
pub(crate) fn default_id(game: &str, line: &RuleLine, clause: usize, quote: &str) -> String {
    let topic = line.name.as_deref().map(slug).filter(|name| !name.is_empty() && name != "fixtures");
    let section = line.section.as_ref().map(|section| format!("section-{}", slug(&section.number)));
    let topic = topic.or(section).unwrap_or_else(|| format!("line-{}", line.number));
    let words: Vec<&str> = quote.split_whitespace().take(6).collect();
    let name = Some(slug(&words.join(" "))).filter(|name| !name.is_empty());
    format!("{game}/{topic}/{}", name.unwrap_or_else(|| format!("clause-{clause}")))
}

/// The id, with a number appended if it is taken.
pub(crate) fn free_id(id: String, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    [id.clone()].into_iter().chain(numbered).find(|id| is_free(id)).unwrap_or(id)
}

/// A text in lower case, with hyphens between its words.
pub(crate) fn slug(text: &str) -> String {
    const LONGEST: usize = 60;
    let plain: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let words = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    words[..words.len().min(LONGEST)].trim_end_matches('-').to_owned()
}

/// A draft with a claim for each quoted clause of a rule.
pub(crate) fn skeleton(game: &str, address: &Address, line: &RuleLine, quotes: &[&str]) -> String {
    let rule = line.text.replace('\n', "\n# ");
    let cite = yaml_flow::address_text(&address.to_string());
    let name = line.name.as_deref().unwrap_or("What the rule says").to_lowercase();
    let (title, game) = (yaml_flow::key_text(&format!("{name} in one sentence")), yaml_flow::key_text(game));
    let head = format!(
        "# {rule}\n\
         scenario: {title}\n\
         game: {game}\n\
         draft: true      # take this out when the claims are written\n\
         tags: []\n\
         given: {{}}        # the set-up, or `use: <fixture>`\n\
         when: []         # the scripted decisions, in order\n\
         claims:\n"
    );
    let claim = |quote: &&str| {
        let quote = Data::from(*quote);
        format!(
            "\x20 - cite: {cite}\n\
             \x20   quote: {quote}\n\
             \x20   then: {{}}     # what must hold by the rule's own words: changes, state, events, refused, …\n",
        )
    };
    head + &quotes.iter().map(claim).collect::<String>()
}
