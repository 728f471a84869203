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
    "abzgl", "allg", "approx", "betr", "bzgl", "bzw", "ca", "cf", "d.h", "dipl", "dr", "e.g", "eg", "einschl",
    "entspr", "evtl", "gem", "ggf", "ggü", "grds", "i.d.f", "i.d.r", "i.e", "i.s.d", "i.s.v", "i.v.m", "ie", "ing",
    "insb", "inkl", "messrs", "mind", "mr", "mrs", "mwst", "prof", "sinngem", "sog", "u.a", "v.a", "verf", "vgl",
    "viz", "vs", "z.b", "z.t", "zit", "zzgl",
];
const COUNTED: &[&str] = &[
    "abb", "abs", "abschn", "anh", "anl", "ann", "anm", "app", "apr", "art", "arts", "aufl", "aug", "bd", "bl",
    "buchst", "ch", "chap", "cl", "cll", "col", "dec", "dez", "ed", "eq", "eqs", "feb", "fig", "figs", "fn", "halbs",
    "hs", "hss", "jan", "jg", "jul", "jun", "kap", "lfd", "lit", "mar", "max", "min", "mär", "no", "nos", "nov", "nr",
    "nrn", "num", "oct", "okt", "op", "par", "para", "paras", "pos", "pp", "pt", "pts", "pub", "ref", "reg", "regs",
    "rdnr", "rn", "rz", "sch", "sec", "secs", "sect", "sep", "sept", "ser", "ss", "stat", "subpara", "subs", "subsec",
    "tab", "tz", "uabs", "ver", "vers", "vol", "vols", "zif", "ziff",
];
const OPEN: &[&str] = &[
    "a.m", "bros", "capt", "co", "corp", "dept", "dgl", "est", "etc", "ff", "gen", "govt", "hon", "inc", "intl", "jr",
    "lfg", "ltd", "mio", "mrd", "ms", "mt", "p.m", "ph.d", "plc", "resp", "rev", "sen", "sq", "sr", "st", "tel", "usf",
    "usw", "zb",
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

/// Returns the kind of an abbreviation without its last point, in lower case. `more` are the project's own.
pub(super) fn kind(word: &str, more: &[String]) -> Option<AbbreviationKind> {
    if more.iter().any(|own| own == word) || contains(INNER, word) {
        return Some(AbbreviationKind::Inner);
    }
    if contains(COUNTED, word) {
        return Some(AbbreviationKind::Counted);
    }
    let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    (is_letter || contains(OPEN, word) || is_acronym(word)).then_some(AbbreviationKind::Open)
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

/// `u.s`, `i.v.m`, `ph.d`: letters with points between them.
fn is_acronym(word: &str) -> bool {
    let is_part = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    word.contains('.') && word.split('.').all(is_part)
}

fn contains(words: &[&str], word: &str) -> bool {
    words.contains(&word)
}
