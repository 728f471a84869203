//! Abbreviations of English and German legal and technical text: points that do not end a sentence.

/// The role of a point after a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AbbreviationKind {
    /// Never ends a sentence: `e.g.`, `Dr.`, `vgl.`
    Inner,
    /// Belongs to the number or letter after it: `No. 5`, `Abs. 2`, `Jan. 2017`
    Counted,
    /// Ends a sentence only if the next word opens one: `Inc.`, `U.S.`, `v. H.`
    Open,
}

const INNER: &[&str] = &[
    "abzgl", "allg", "approx", "beschl", "betr", "bijv", "bzgl", "bzw", "ca", "cf", "d.h", "dipl", "dr", "e.g", "eg",
    "einschl", "entspr", "evtl", "gem", "ggf", "ggü", "grds", "i.d.f", "i.d.r", "i.e", "i.s.d", "i.s.v", "i.v.m",
    "idf", "ie", "ing", "inkl", "insb", "ivm", "jur", "med", "messrs", "mind", "mlle", "mme", "mr", "mrs", "mwst",
    "n.b", "o.g", "prof", "rer", "s.o", "s.u", "sinngem", "sog", "u.a", "urt", "v.a", "verf", "vgl", "viz", "vs",
    "z.b", "z.t", "zit", "zzgl",
];
const COUNTED: &[&str] = &[
    "abb", "abl", "abs", "abschn", "al", "anh", "anl", "anm", "ann", "app", "apr", "art", "arts", "aufl", "aug", "avr",
    "bd", "bgbl", "bl", "blz", "bstbl", "buchst", "ch", "chap", "cl", "cll", "col", "dec", "dez", "dir", "drs", "déc",
    "ed", "eq", "eqs", "feb", "fig", "figs", "fn", "févr", "gbl", "gvbl", "halbs", "hs", "hss", "jan", "janv", "jg",
    "juill", "jul", "jun", "kap", "lfd", "lit", "mar", "max", "min", "mär", "no", "nos", "nov", "nr", "nrn", "num",
    "oct", "okt", "op", "par", "para", "paras", "pos", "pp", "pt", "pts", "pub", "rdnr", "ref", "reg", "regs", "rgbl",
    "rn", "rspr", "rz", "sch", "sec", "secs", "sect", "sep", "sept", "ser", "sp", "ss", "stat", "stb", "stcrt",
    "subpara", "subs", "subsec", "supp", "tab", "tz", "uabs", "usc", "ver", "vers", "vol", "vols", "zif", "ziff",
];
const OPEN: &[&str] = &[
    "a.m", "assn", "bros", "capt", "cir", "co", "cong", "corp", "dept", "dgl", "esq", "est", "etc", "ff", "gen",
    "govt", "hon", "inc", "intl", "jr", "lfg", "ltd", "mio", "mrd", "ms", "mt", "p.m", "ph.d", "plc", "rept", "resp",
    "rev", "sen", "sess", "sq", "sr", "st", "tel", "treas", "tsd", "usf", "usw", "zb",
];
const MONTHS: &[&str] = &[
    "apr",
    "april",
    "aug",
    "august",
    "dec",
    "december",
    "dez",
    "dezember",
    "feb",
    "februar",
    "february",
    "jan",
    "januar",
    "january",
    "juli",
    "july",
    "jun",
    "june",
    "juni",
    "mai",
    "mar",
    "march",
    "may",
    "mär",
    "märz",
    "nov",
    "november",
    "oct",
    "october",
    "okt",
    "oktober",
    "sep",
    "sept",
    "september",
];
/// Words after which a number with a point is an ordinal: `am 3. Tag`, `des 2. Abschnitts`.
const DETERMINERS: &[&str] = &[
    "ab", "am", "beim", "bis", "das", "dem", "den", "der", "des", "die", "ein", "eine", "einem", "einen", "einer",
    "eines", "im", "ins", "jede", "jedem", "jeden", "jeder", "jedes", "seit", "vom", "vor", "zum", "zur",
];
/// Nouns that a letter often follows.
const LETTERED: &[&str] = &[
    "anhang",
    "anlage",
    "annex",
    "appendix",
    "area",
    "band",
    "category",
    "class",
    "column",
    "figure",
    "form",
    "formular",
    "grade",
    "group",
    "gruppe",
    "kategorie",
    "klasse",
    "level",
    "list",
    "liste",
    "option",
    "part",
    "phase",
    "plan",
    "point",
    "punkt",
    "schedule",
    "section",
    "spalte",
    "step",
    "stufe",
    "tabelle",
    "table",
    "tarif",
    "tariff",
    "teil",
    "typ",
    "type",
    "zone",
];
/// Words that open a sentence after an abbreviation.
const STARTERS: &[&str] = &[
    "a",
    "after",
    "all",
    "als",
    "also",
    "an",
    "and",
    "any",
    "as",
    "at",
    "auf",
    "before",
    "bei",
    "both",
    "but",
    "by",
    "das",
    "dem",
    "den",
    "der",
    "des",
    "die",
    "dies",
    "diese",
    "dieser",
    "dieses",
    "each",
    "ein",
    "eine",
    "einem",
    "einer",
    "eines",
    "er",
    "es",
    "every",
    "for",
    "from",
    "für",
    "he",
    "his",
    "hierzu",
    "how",
    "however",
    "if",
    "im",
    "in",
    "is",
    "ist",
    "it",
    "its",
    "jede",
    "jeder",
    "jedes",
    "kann",
    "mit",
    "nach",
    "neither",
    "no",
    "not",
    "on",
    "once",
    "only",
    "or",
    "otherwise",
    "she",
    "sie",
    "sind",
    "so",
    "sofern",
    "some",
    "soweit",
    "such",
    "that",
    "the",
    "their",
    "then",
    "there",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "thus",
    "to",
    "unless",
    "until",
    "upon",
    "von",
    "we",
    "wenn",
    "werden",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "wird",
    "with",
    "without",
    "you",
    "your",
    "zu",
    "zum",
    "zur",
];

/// Maximum length of a word that is looked up, in characters.
pub(super) const LONGEST: usize = 40;

/// Returns the kind of an abbreviation without its last point. `more` are the project's own, in lower case.
pub(super) fn kind(written: &str, more: &[String]) -> Option<AbbreviationKind> {
    let word = written.to_lowercase();
    let word = word.as_str();
    if more.iter().any(|own| own == word) || contains(INNER, word) {
        return Some(AbbreviationKind::Inner);
    }
    if contains(COUNTED, word) {
        return Some(AbbreviationKind::Counted);
    }
    let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let is_open = is_letter || contains(OPEN, word) || is_acronym(word) || is_contraction(written);
    is_open.then_some(AbbreviationKind::Open)
}

/// Returns abbreviations as a project writes them, in the form in which they are compared.
pub(super) fn normalized<'a>(written: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let words = written.into_iter().flat_map(str::split_whitespace);
    words.map(|word| word.trim_end_matches('.').to_lowercase()).filter(|word| !word.is_empty()).collect()
}

pub(super) fn is_month(word: &str) -> bool {
    contains(MONTHS, word)
}

pub(super) fn is_determiner(word: &str) -> bool {
    contains(DETERMINERS, word)
}

pub(super) fn opens_sentence(word: &str) -> bool {
    contains(STARTERS, word)
}

/// Returns whether a noun in lower case is often followed by a letter that names one of its kind: `Form A`.
pub(super) fn is_lettered(word: &str) -> bool {
    contains(LETTERED, word)
}

/// `Hr`, `Mgr`, `BStBl`: no vowels, although it is written like a name. A word in capitals, such as `KG`, is a name.
fn is_contraction(written: &str) -> bool {
    let mut chars = written.chars();
    let is_name = chars.next().is_some_and(char::is_uppercase) && chars.next_back().is_some_and(char::is_lowercase);
    let is_vowel = |c: char| "aeiouyäöüáàâéèêëíìîïóòôúùû".contains(c);
    is_name && written.chars().all(|c| c.is_alphabetic() && !c.to_lowercase().any(is_vowel))
}

/// `u.s`, `i.v.m`, `ph.d`: letters with points between them.
fn is_acronym(word: &str) -> bool {
    let is_part = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    word.contains('.') && word.split('.').all(is_part)
}

fn contains(words: &[&str], word: &str) -> bool {
    words.contains(&word)
}
