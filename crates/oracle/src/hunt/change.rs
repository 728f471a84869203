//! Diagnosis of a change: which clauses explain the differences that a hunt found between an old and a new engine.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::compare::comparable::Comparable;
use crate::compare::difference;
use crate::compare::difference::ReplyOrFault;
use crate::hunt::Hunt;
use crate::hunt::finding::Finding;
use crate::judge::play_and_judge;
use crate::rulebook::ClauseId;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// How a switch relates to a finding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SwitchLink {
    /// One side without the switch answers like the other side.
    pub reproduces: bool,
    /// One side without the switch differs in the same way.
    pub same_kind: bool,
    /// The switch takes effect more often on one side.
    pub one_side: bool,
    /// One side without the switch answers differently.
    pub matters: bool,
}

/// The switches that explain one finding, by name.
pub type SwitchLinks = BTreeMap<String, SwitchLink>;

/// A clause that a change may affect.
#[derive(Debug, Clone, PartialEq)]
pub struct AffectedClause {
    pub clause: String,
    pub switches: Vec<String>,
    /// Indices of the findings that its switches explain, the shortest scenario first.
    pub findings: Vec<usize>,
    /// Number of findings that a switch reproduces exactly.
    pub reproduced: usize,
    /// The suspicion by failing claims, from 0 to 1.
    pub by_claims: f64,
    pub score: f64,
}

/// Runs the task of each finding without each switch that fired, and compares the answers with those of the other side.
/// If neither side has switches, those of the reference engine are used.
pub fn links(hunt: &Hunt<'_>, findings: &[Finding], reference: Option<&dyn EngineMaker>) -> Vec<SwitchLinks> {
    let comparable = hunt.contest.comparable(hunt.start.iter().map(|start| &start.task));
    let comparable = comparable.with_tolerance(hunt.tolerance.clone());
    let [old, new] = [hunt.contest.home(), hunt.contest.away()];
    let mut sides = vec![Mutable::new(old.maker, &old.without), Mutable::new(new.maker, &new.without)];
    let has_switches = |side: &Mutable<'_>| !side.maker.profile().switches.is_empty();
    if let Some(reference) = reference.filter(|_| !sides.iter().any(has_switches)) {
        sides.push(Mutable::new(reference, &[]));
    }
    findings.iter().map(|finding| links_of(finding, &mut sides, &comparable)).collect()
}

/// The reply without a switch, and the name of the switch.
type NamedReply = (ReplyOrFault, String);

/// A started engine whose switches can be turned off.
struct Mutable<'a> {
    maker: &'a dyn EngineMaker,
    engine: Box<dyn Engine>,
    without: Vec<String>,
}

impl<'a> Mutable<'a> {
    fn new(maker: &'a dyn EngineMaker, without: &[String]) -> Mutable<'a> {
        Mutable { maker, engine: maker.engine(), without: without.to_vec() }
    }

    fn play(&mut self, task: &Task, off: Option<&String>) -> ReplyOrFault {
        let mut task = task.clone();
        task.without = self.without.iter().chain(off).cloned().collect();
        play_and_judge::play(self.engine.as_mut(), &task)
    }

    /// Runs a task without each switch that may matter.
    fn mutants(&mut self, task: &Task, reply: &ReplyOrFault) -> Vec<NamedReply> {
        let names = switches_to_try(self.maker, reply, &self.without);
        names.into_iter().map(|name| (self.play(task, Some(&name)), name)).collect()
    }
}

fn links_of(finding: &Finding, sides: &mut [Mutable<'_>], comparable: &Comparable) -> SwitchLinks {
    let replies: Vec<ReplyOrFault> = sides.iter_mut().map(|side| side.play(&finding.task, None)).collect();
    let mutants: Vec<Vec<NamedReply>> =
        sides.iter_mut().zip(&replies).map(|it| it.0.mutants(&finding.task, it.1)).collect();
    let bases: Vec<&ReplyOrFault> = replies.iter().zip(&mutants).map(|(reply, own)| usual_reply(reply, own)).collect();
    let between = |one, other| difference::between(&finding.task, one, other, comparable);
    let mut groups: BTreeSet<String> = between(bases[0], bases[1]).into_iter().map(|it| it.group).collect();
    groups.insert(finding.difference.group.clone());
    let mut links = SwitchLinks::new();
    for (at, own) in mutants.iter().enumerate() {
        for (mutant, name) in own {
            // Differences are named from the old engine to the new one.
            let changes = if at == 1 { between(mutant, bases[at]) } else { between(bases[at], mutant) };
            if changes.is_empty() {
                continue;
            }
            let link = links.entry(name.clone()).or_default();
            link.matters = true;
            link.same_kind |= changes.iter().any(|change| groups.contains(&change.group));
            let is_like_the_other = between(mutant, bases[usize::from(at == 0)]).is_empty();
            link.reproduces |= is_like_the_other && matches!(mutant, Ok(Reply::Played(_)));
        }
    }
    if let (Ok(Reply::Played(one)), Ok(Reply::Played(other))) = (&replies[0], &replies[1]) {
        for switch in unequal_firings(one, other) {
            links.entry(switch).or_default().one_side = true;
        }
    }
    links
}

/// Returns the reply that mutants are compared with. An engine with a switch off may follow a script that it rejects
/// with all switches on. If most mutants then give the same reply, that one is returned instead of the rejection.
fn usual_reply<'r>(reply: &'r ReplyOrFault, mutants: &'r [NamedReply]) -> &'r ReplyOrFault {
    if matches!(reply, Ok(Reply::Played(_))) {
        return reply;
    }
    let mut groups: BTreeMap<String, Vec<&ReplyOrFault>> = BTreeMap::new();
    for (mutant, _) in mutants {
        if let Ok(Reply::Played(outcome)) = mutant {
            groups.entry(format!("{} {:?}", outcome.after, outcome.log)).or_default().push(mutant);
        }
    }
    let most = groups.into_values().max_by_key(Vec::len).filter(|group| group.len() * 2 > mutants.len());
    most.and_then(|group| group.first().copied()).unwrap_or(reply)
}

/// Returns the switches that fired, or all if the engine does not report firings.
fn switches_to_try(maker: &dyn EngineMaker, reply: &ReplyOrFault, off: &[String]) -> Vec<String> {
    let profile = maker.profile();
    let fired: BTreeSet<&str> = match reply {
        Ok(Reply::Played(outcome)) => outcome.fired.iter().map(|firing| &*firing.switch).collect(),
        _ => BTreeSet::new(),
    };
    let all = profile.switches.iter().map(|note| note.name.clone());
    let shows = matches!(reply, Ok(Reply::Played(_))) && !profile.hides_firings;
    all.filter(|name| !off.contains(name) && (!shows || fired.contains(name.as_str()))).collect()
}

/// Returns the switches that fired more often in one outcome than in the other, if both show firings.
fn unequal_firings(one: &Outcome, other: &Outcome) -> Vec<String> {
    if one.fired.is_empty() || other.fired.is_empty() {
        return Vec::new();
    }
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    one.fired.iter().for_each(|firing| *counts.entry(&firing.switch).or_default() += 1);
    other.fired.iter().for_each(|firing| *counts.entry(&firing.switch).or_default() -= 1);
    counts.into_iter().filter(|(_, count)| *count != 0).map(|(name, _)| name.to_owned()).collect()
}

/// Weights of the kinds of links. A kind that many switches share counts less for each.
const REPRODUCES: f64 = 1.0;
const SAME_KIND: f64 = 0.5;
const ONE_SIDE: f64 = 0.3;
const MATTERS: f64 = 0.1;

/// Ranks the clauses: the mean of their scores over all findings, plus the suspicion by failing claims.
pub fn ranked(
    findings: &[Finding],
    links: &[SwitchLinks],
    clauses: &BTreeMap<String, Vec<ClauseId>>,
    by_claims: &BTreeMap<String, f64>,
) -> Vec<AffectedClause> {
    let mut all: BTreeMap<String, AffectedClause> = BTreeMap::new();
    let share = 1.0 / findings.len().max(1) as f64;
    for (at, links) in links.iter().enumerate() {
        let scores = scores(links);
        for (switch, link) in links {
            for clause in clauses.get(switch).into_iter().flatten().map(ToString::to_string) {
                let entry = all.entry(clause.clone()).or_insert_with(|| AffectedClause::new(&clause));
                entry.score += scores.get(switch).copied().unwrap_or(0.0) * share;
                entry.reproduced += usize::from(link.reproduces);
                if !entry.switches.contains(switch) {
                    entry.switches.push(switch.clone());
                }
                let is_strong = link.reproduces || link.same_kind || link.one_side;
                if is_strong && !entry.findings.contains(&at) {
                    entry.findings.push(at);
                }
            }
        }
    }
    for (clause, score) in by_claims {
        let entry = all.entry(clause.clone()).or_insert_with(|| AffectedClause::new(clause));
        entry.by_claims = *score;
        entry.score += score;
    }
    let mut ranked: Vec<AffectedClause> = all.into_values().collect();
    // A clause that only matters somehow says little beside one that explains a difference.
    if ranked.iter().any(AffectedClause::is_explained) {
        ranked.retain(AffectedClause::is_explained);
    }
    for entry in &mut ranked {
        entry.findings.sort_by_key(|at| findings.get(*at).map_or(0, |finding| finding.task.when.len()));
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.clause.cmp(&b.clause)));
    ranked
}

impl AffectedClause {
    /// Returns whether it explains a difference or a failing claim.
    fn is_explained(&self) -> bool {
        !self.findings.is_empty() || self.by_claims > 0.0
    }

    fn new(clause: &str) -> AffectedClause {
        let clause = clause.to_owned();
        AffectedClause { clause, switches: vec![], findings: vec![], reproduced: 0, by_claims: 0.0, score: 0.0 }
    }
}

/// Returns the score of each switch for one finding.
fn scores(links: &SwitchLinks) -> BTreeMap<&String, f64> {
    let kinds = |link: &SwitchLink| [link.reproduces, link.same_kind, link.one_side, link.matters];
    let mut scores: BTreeMap<&String, f64> = BTreeMap::new();
    for (kind, weight) in [REPRODUCES, SAME_KIND, ONE_SIDE, MATTERS].into_iter().enumerate() {
        let own: Vec<&String> = links.iter().filter(|(_, link)| kinds(link)[kind]).map(|(name, _)| name).collect();
        let share = weight / (own.len().max(1) as f64).sqrt();
        own.into_iter().for_each(|name| *scores.entry(name).or_default() += share);
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(kinds: [bool; 4]) -> SwitchLink {
        let [reproduces, same_kind, one_side, matters] = kinds;
        SwitchLink { reproduces, same_kind, one_side, matters }
    }

    #[test]
    fn a_kind_that_many_switches_share_counts_less() {
        let all =
            [("a", [true, true, false, true]), ("b", [false, true, false, true]), ("c", [false, false, true, true])];
        let links: SwitchLinks = all.into_iter().map(|(name, kinds)| (name.to_owned(), link(kinds))).collect();
        let scores = scores(&links);
        let of = |name: &str| scores[&name.to_owned()];
        assert!(of("a") > of("b") && of("b") > of("c"), "{scores:?}");
        let alone = SwitchLinks::from([("b".to_owned(), link([false, true, false, true]))]);
        assert!(super::scores(&alone)[&"b".to_owned()] > of("b"));
    }

    #[test]
    fn a_clause_that_only_matters_is_listed_if_no_other_explains_more() {
        let clause = |line| vec![ClauseId { file: "g/r.md".into(), line, clause: 1 }];
        let clauses = BTreeMap::from([("a".to_owned(), clause(1)), ("b".to_owned(), clause(2))]);
        let listed = |strong: bool| {
            let all = [("a", [strong, strong, false, true]), ("b", [false, false, false, true])];
            let links: SwitchLinks = all.into_iter().map(|(name, kinds)| (name.to_owned(), link(kinds))).collect();
            let ranked = ranked(&[], &[links], &clauses, &BTreeMap::new());
            ranked.into_iter().map(|it| it.clause).collect::<Vec<_>>()
        };
        assert_eq!(listed(true), ["g/r.md:1.1"]);
        assert_eq!(listed(false), ["g/r.md:1.1", "g/r.md:2.1"]);
    }

    #[test]
    fn claims_rank_a_clause_that_no_switch_names() {
        let by_claims = BTreeMap::from([("g/r.md:1.1".to_owned(), 0.4), ("g/r.md:2.1".to_owned(), 0.9)]);
        let ranked = ranked(&[], &[], &BTreeMap::new(), &by_claims);
        let clauses: Vec<&str> = ranked.iter().map(|it| it.clause.as_str()).collect();
        assert_eq!(clauses, ["g/r.md:2.1", "g/r.md:1.1"]);
    }
}
