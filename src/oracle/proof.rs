//! Proof: each switch is turned off in turn, and a claim on its clause has to notice; and only what should change may.
//!
//! What can decide is played first: scenarios that cite a clause of the switch. A switch is called a survivor only
//! after everything in which it took effect was played without it.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::collections::HashSet;

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::isolation;
use crate::oracle::isolation::ENOUGH_OTHERS;
use crate::oracle::isolation::Isolation;
use crate::oracle::isolation::Test;
use crate::oracle::isolation::Witness;
use crate::oracle::matrix::Cell;
use crate::oracle::matrix::Matrix;
use crate::oracle::matrix::Pair;
use crate::oracle::matrix::Played;
use crate::oracle::matrix::Player;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::SwitchNote;

/// What the knock-outs of one engine showed.
pub struct Proof<'a> {
    pub knockouts: Vec<Knockout<'a>>,
    pub matrix: Matrix<'a>,
}

/// What turning off one switch did.
#[derive(Debug)]
pub struct Knockout<'a> {
    pub switch: SwitchNote,
    /// The clauses that the switch stands for.
    pub clauses: Vec<ClauseId>,
    /// How many scenarios let the switch take effect and were played without it.
    pub tried: usize,
    /// The claims that failed without it.
    pub noticed: Vec<Notice<'a>>,
    /// Scenarios that nobody answered without it.
    pub unanswered: Vec<(&'a Scenario, Fault)>,
    /// Scenarios that could not be judged without it for another reason, and the reason.
    pub unjudged: Vec<(&'a Scenario, String)>,
    /// What it says about each of its clauses.
    pub isolations: BTreeMap<ClauseId, Isolation<'a>>,
    /// Scenarios that change without it, although it did not take effect in them.
    pub leaks: Vec<&'a Scenario>,
}

/// A claim that failed when a switch was off, and the first thing that was not as claimed.
#[derive(Debug, Clone)]
pub struct Notice<'a> {
    pub scenario: &'a Scenario,
    pub claim: usize,
    pub deviation: Deviation,
}

impl<'a> Knockout<'a> {
    /// No claim at all noticed, though it was played. Where nothing could be judged, nobody can have noticed.
    pub fn survives(&self) -> bool {
        self.noticed.is_empty() && self.unanswered.is_empty() && self.unjudged.is_empty()
    }

    /// The claims that noticed and cite the clause: only these prove it.
    pub fn witnesses(&self, clause: &ClauseId) -> Vec<&Notice<'a>> {
        let cites = |notice: &&Notice<'_>| notice.scenario.claims[notice.claim].clauses.contains(clause);
        self.noticed.iter().filter(cites).collect()
    }

    /// Whether it isolates each of its clauses.
    pub fn isolates(&self) -> bool {
        !self.isolations.is_empty() && self.isolations.values().all(Isolation::isolates)
    }
}

/// The clauses each switch stands for, or what is wrong with its citation.
pub fn resolve(profile: &Profile, book: &Rulebook) -> (BTreeMap<String, Vec<ClauseId>>, Vec<Problem>) {
    let mut clauses = BTreeMap::new();
    let mut problems = Vec::new();
    for switch in &profile.switches {
        let known = Address::parse(&switch.cite).map(|address| Citation::new(address, &switch.quote).clauses_wherever(book));
        let found = match known {
            Some(Ok(found)) => found,
            Some(Err(problem)) => {
                let message = format!("switch `{}` of the engine `{}`: {}", switch.name, profile.name, problem.message);
                let mut told = Problem::new(Kind::Switch, message).help(format!("it quotes: {}", switch.quote));
                told.help.extend(problem.help);
                problems.push(told);
                Vec::new()
            }
            None => {
                let message = format!(
                    "switch `{}` of the engine `{}` cites `{}`, which is no citation",
                    switch.name, profile.name, switch.cite
                );
                problems.push(Problem::new(Kind::Switch, message));
                Vec::new()
            }
        };
        clauses.insert(switch.name.clone(), found);
    }
    (clauses, problems)
}

/// How far the knock-outs go.
pub struct Prover<'s, 'r> {
    /// What was played with every switch on. The results stand in the order of the scenarios.
    pub judged: &'r [Judged<'s>],
    /// How many of those, from the first, are to be proven; the others serve as controls.
    pub own: usize,
    pub book: &'r Rulebook,
    pub player: Player<'r>,
    /// Play every scenario without every switch.
    pub all: bool,
}

/// How many scenarios in which a switch did not fire are played without it.
const CONTROLS: usize = 3;
/// How many claims on a clause are tried until one shows that the knock-out is specific.
const MOST_WITNESSES: usize = 6;
/// Where a switch fires everywhere, so many scenarios at a time are searched for a claim that it leaves alone.
const SEARCHED_AT_ONCE: usize = 8;

impl<'s> Prover<'s, '_> {
    pub fn prove(self) -> Proof<'s> {
        let mut state = State::new(&self);
        let primary = state.pairs(|state, switch, scenario| state.cites(switch, scenario));
        state.fill(primary);
        let unseen = state.unseen_switches();
        let rest = state.pairs(|_, switch, _| unseen.contains(&switch));
        state.fill(rest);
        if self.all {
            let everything = state.everything();
            state.fill(everything);
        }
        let isolations = state.isolate();
        state.finish(isolations)
    }
}

/// The knock-outs as far as they have come.
struct State<'s, 'r, 'p> {
    prover: &'p Prover<'s, 'r>,
    matrix: Matrix<'s>,
    /// By switch: the clauses it stands for.
    clauses: Vec<Vec<ClauseId>>,
    /// By switch: the conforming scenarios in which it took effect.
    fired: Vec<Vec<usize>>,
    /// By scenario: the switches that took effect in it.
    fired_in: Vec<Vec<usize>>,
    conforming: Vec<usize>,
    /// The prints of plays that were played a second time.
    repeats: HashMap<Pair, Option<u64>>,
}

/// What is still to be found out about a switch and one of its clauses.
struct Question {
    switch: usize,
    clause: ClauseId,
    /// The claims on the clause that fail without the switch: scenario and claim, the simplest first.
    candidates: Vec<(usize, usize)>,
    /// Which of them is being looked at.
    at: usize,
}

/// What looking at a question came to.
enum Look<'s> {
    Answer(Isolation<'s>),
    /// These have to be played first, the second ones once more.
    Play(Vec<Pair>, Vec<Pair>),
}

impl<'s, 'r, 'p> State<'s, 'r, 'p> {
    fn new(prover: &'p Prover<'s, 'r>) -> State<'s, 'r, 'p> {
        let profile = prover.player.maker.profile();
        let (mut clauses, _) = resolve(profile, prover.book);
        let clauses = profile.switches.iter().map(|switch| clauses.remove(&switch.name).unwrap_or_default()).collect();
        let numbers: HashMap<&str, usize> = (0..).zip(&profile.switches).map(|(at, s)| (s.name.as_str(), at)).collect();
        let mut fired = vec![Vec::new(); profile.switches.len()];
        let mut fired_in = vec![Vec::new(); prover.judged.len()];
        let mut conforming = Vec::new();
        for (scenario, judged) in prover.judged.iter().enumerate() {
            if judged.verdict != Verdict::Conforms {
                continue;
            }
            conforming.push(scenario);
            let mut switches: Vec<usize> = match profile.hides_firings {
                // Whoever does not tell where a switch took effect is asked everywhere.
                true => (0..profile.switches.len()).collect(),
                false => judged.fired.iter().filter_map(|firing| numbers.get(&*firing.switch).copied()).collect(),
            };
            switches.sort_unstable();
            switches.dedup();
            switches.iter().for_each(|switch| fired[*switch].push(scenario));
            fired_in[scenario] = switches;
        }
        let matrix = Matrix::new(&profile.switches, prover.judged);
        State { prover, matrix, clauses, fired, fired_in, conforming, repeats: HashMap::new() }
    }

    fn fill(&mut self, pairs: Vec<Pair>) {
        self.matrix.fill(pairs, &self.prover.player);
        if self.prover.player.maker.profile().hides_firings {
            self.infer_firings();
        }
    }

    /// A switch of which nobody tells where it took effect did so where the outcome changed.
    fn infer_firings(&mut self) {
        for switch in 0..self.fired.len() {
            let unchanged = |scenario: &usize| self.is_unchanged((switch, *scenario));
            let kept: Vec<usize> = self.fired[switch].iter().copied().filter(|scenario| !unchanged(scenario)).collect();
            self.fired[switch] = kept;
        }
        for (scenario, switches) in self.fired_in.iter_mut().enumerate() {
            switches.retain(|switch| self.fired[*switch].binary_search(&scenario).is_ok());
        }
    }

    fn is_unchanged(&self, pair: Pair) -> bool {
        let print = self.prover.judged[pair.1].print;
        self.played(pair).is_some_and(|played| Some(played.print) == print)
    }

    fn played(&self, pair: Pair) -> Option<&Played> {
        self.matrix.get(pair).and_then(Cell::played)
    }

    /// The pairs of a switch and a scenario of our own in which it took effect.
    fn pairs(&self, wanted: impl Fn(&Self, usize, usize) -> bool) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (switch, scenarios) in self.fired.iter().enumerate() {
            let own = scenarios.iter().filter(|scenario| **scenario < self.prover.own);
            pairs.extend(own.filter(|scenario| wanted(self, switch, **scenario)).map(|scenario| (switch, *scenario)));
        }
        pairs
    }

    /// Every switch in every conforming scenario.
    fn everything(&self) -> Vec<Pair> {
        (0..self.fired.len())
            .flat_map(|switch| self.conforming.iter().map(move |scenario| (switch, *scenario)))
            .collect()
    }

    fn cites(&self, switch: usize, scenario: usize) -> bool {
        let claims = &self.matrix.scenarios[scenario].claims;
        claims.iter().flat_map(|claim| &claim.clauses).any(|clause| self.clauses[switch].contains(clause))
    }

    /// Switches of which some clause has no claim that notices: there, everything is played.
    fn unseen_switches(&self) -> HashSet<usize> {
        let unseen = |switch: &usize| {
            let clauses = &self.clauses[*switch];
            clauses.is_empty() || clauses.iter().any(|clause| self.candidates(*switch, clause).is_empty())
        };
        (0..self.fired.len()).filter(unseen).collect()
    }

    /// The claims on a clause that fail without a switch: those first in which little else took effect.
    fn candidates(&self, switch: usize, clause: &ClauseId) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (scenario, cell) in self.matrix.of_switch(switch).filter(|(scenario, _)| *scenario < self.prover.own) {
            let Some(played) = cell.played() else { continue };
            for (index, claim) in self.matrix.scenarios[scenario].claims.iter().enumerate() {
                if claim.clauses.contains(clause) && played.fails(index) {
                    found.push((scenario, index));
                }
            }
        }
        found.sort_by_key(|(scenario, claim)| {
            let steps = self.matrix.scenarios[*scenario].steps().len();
            (self.fired_in[*scenario].len(), steps, *scenario, *claim)
        });
        found
    }

    /// Looks at every switch and clause until nothing more has to be played.
    fn isolate(&mut self) -> Vec<BTreeMap<ClauseId, Isolation<'s>>> {
        let mut answers = vec![BTreeMap::new(); self.fired.len()];
        let mut open: Vec<Question> = Vec::new();
        for (switch, clauses) in self.clauses.iter().enumerate() {
            for clause in clauses {
                let candidates = self.candidates(switch, clause);
                open.push(Question { switch, clause: clause.clone(), candidates, at: 0 });
            }
        }
        while !open.is_empty() {
            let (mut pairs, mut repeats, mut left) = (Vec::new(), Vec::new(), Vec::new());
            for mut question in open {
                match self.look(&mut question) {
                    Look::Answer(answer) => {
                        answers[question.switch].insert(question.clause, answer);
                    }
                    Look::Play(more, again) => {
                        pairs.extend(more);
                        repeats.extend(again);
                        left.push(question);
                    }
                }
            }
            self.fill(pairs);
            let again = self.matrix.replay(&repeats, &self.prover.player);
            self.repeats.extend(again);
            open = left;
        }
        answers
    }

    fn look(&self, question: &mut Question) -> Look<'s> {
        let mut first = None;
        if question.candidates.is_empty() {
            return Look::Answer(self.without_candidates(question));
        }
        // What an earlier candidate failed is worked out again: it is cheap, and nothing has to be remembered.
        question.at = 0;
        while question.at < question.candidates.len().min(MOST_WITNESSES) {
            match self.test(question) {
                Ok(answer) => return answer,
                Err((test, why)) => {
                    let witness = self.witness(question);
                    first.get_or_insert(Isolation::Unspecific { witness, test, why });
                }
            }
            question.at += 1;
        }
        Look::Answer(first.unwrap_or(Isolation::Unnoticed))
    }

    /// Why no claim on the clause fails.
    fn without_candidates(&self, question: &Question) -> Isolation<'s> {
        let own = self.fired[question.switch].iter().filter(|scenario| **scenario < self.prover.own);
        let cited = |scenario: &&usize| {
            let claims = &self.matrix.scenarios[**scenario].claims;
            claims.iter().any(|claim| claim.clauses.contains(&question.clause))
        };
        let cells: Vec<&Cell> =
            own.filter(cited).filter_map(|scenario| self.matrix.get((question.switch, *scenario))).collect();
        match (cells.is_empty(), cells.iter().any(|cell| cell.played().is_some())) {
            (true, _) => Isolation::Idle,
            (false, true) => Isolation::Unnoticed,
            (false, false) => Isolation::Unjudged(cells[0].why_unjudged().unwrap_or_default()),
        }
    }

    fn witness(&self, question: &Question) -> Witness<'s> {
        let (scenario, claim) = question.candidates[question.at];
        let played = self.played((question.switch, scenario));
        let of_claim = |deviation: &&Deviation| deviation.claim == Some(claim);
        // A candidate is a claim that fails, so there is one.
        let deviation = played.and_then(|played| played.deviations.iter().find(of_claim)).cloned();
        let scenario_ref = self.matrix.scenarios[scenario];
        let deviation = deviation.unwrap_or_else(|| Deviation::unknown(&scenario_ref.place));
        let others = self.others(question.switch, scenario);
        let (holds, tried) = isolation::without_others(&self.matrix, scenario, claim, &others);
        Witness { scenario: scenario_ref, claim, deviation, others: (holds, tried, others.len()) }
    }

    fn others(&self, switch: usize, scenario: usize) -> Vec<usize> {
        self.fired_in[scenario].iter().copied().filter(|other| *other != switch).collect()
    }

    /// Puts the candidate through the tests: what failed, or what it comes to.
    fn test(&self, question: &Question) -> Result<Look<'s>, (Test, String)> {
        let (scenario, claim) = question.candidates[question.at];
        let pair = (question.switch, scenario);
        let Some(played) = self.played(pair) else { return Ok(Look::Answer(Isolation::Unnoticed)) };
        if played.stands_still {
            return Err((Test::Moves, "without it the log is empty and nothing changes".to_owned()));
        }
        let mut again = Vec::new();
        match self.repeats.get(&pair) {
            None => again.push(pair),
            Some(print) if *print != Some(played.print) => {
                return Err((Test::Repeatable, "played twice without it, the outcomes differ".to_owned()));
            }
            Some(_) => {}
        }
        let mut missing = self.control(question.switch)?;
        missing.extend(self.specific(question.switch, scenario, claim)?);
        if missing.is_empty() && again.is_empty() {
            return Ok(Look::Answer(Isolation::Isolates(self.witness(question))));
        }
        Ok(Look::Play(missing, again))
    }

    /// (c): what has to be played for it, nothing if it is passed.
    fn control(&self, switch: usize) -> Result<Vec<Pair>, (Test, String)> {
        let fired = |scenario: &usize| self.fired[switch].binary_search(scenario).is_ok();
        let untouched: Vec<usize> = self.conforming.iter().copied().filter(|scenario| !fired(scenario)).collect();
        if untouched.is_empty() {
            return self.leaves_something(switch);
        }
        let count = CONTROLS.min(untouched.len());
        let chosen = (0..count).map(|number| untouched[(2 * number + 1) * untouched.len() / (2 * count)]);
        let pairs: Vec<Pair> = chosen.map(|scenario| (switch, scenario)).collect();
        for pair in pairs.iter().filter(|pair| self.matrix.get(**pair).is_some()) {
            if !self.is_unchanged(*pair) {
                let id = &self.matrix.scenarios[pair.1].id;
                return Err((Test::Control, format!("{id} changes, although the switch did not take effect in it")));
            }
        }
        Ok(pairs.into_iter().filter(|pair| self.matrix.get(*pair).is_none()).collect())
    }

    /// A switch that fires everywhere has to leave some claim on another clause alone.
    fn leaves_something(&self, switch: usize) -> Result<Vec<Pair>, (Test, String)> {
        let is_own = |claim: &crate::oracle::claim::Claim| {
            claim.clauses.iter().any(|clause| self.clauses[switch].contains(clause))
        };
        let spared = |scenario: &usize| {
            let played = self.played((switch, *scenario));
            played.is_some_and(|it| isolation::leaves_a_claim_alone(self.matrix.scenarios[*scenario], it, is_own))
        };
        if self.fired[switch].iter().any(spared) {
            return Ok(Vec::new());
        }
        let unplayed = self.fired[switch].iter().filter(|scenario| self.matrix.get((switch, **scenario)).is_none());
        let next: Vec<Pair> = unplayed.take(SEARCHED_AT_ONCE).map(|scenario| (switch, *scenario)).collect();
        if next.is_empty() {
            let why = "it takes effect everywhere, and no claim on another clause holds without it";
            return Err((Test::Control, why.to_owned()));
        }
        Ok(next)
    }

    /// (e): what has to be played for it, nothing if it is passed or decides nothing.
    fn specific(&self, switch: usize, scenario: usize, claim: usize) -> Result<Vec<Pair>, (Test, String)> {
        let others = self.others(switch, scenario);
        if others.len() < ENOUGH_OTHERS {
            return Ok(Vec::new());
        }
        let (holds, tried) = isolation::without_others(&self.matrix, scenario, claim, &others);
        if 2 * holds >= others.len() {
            return Ok(Vec::new());
        }
        let wanted = if tried * 2 < others.len() { others.len().div_ceil(2) } else { others.len() };
        let missing: Vec<Pair> = others.iter().take(wanted).map(|other| (*other, scenario)).collect();
        let missing: Vec<Pair> = missing.into_iter().filter(|pair| self.matrix.get(*pair).is_none()).collect();
        if missing.is_empty() && tried == others.len() {
            let fails = others.len() - holds;
            let why = format!("the claim does not hold without {fails} of {} other switches either", others.len());
            return Err((Test::Specific, why));
        }
        match missing.is_empty() {
            // Half of them are known, and they do not settle it.
            true => Ok(others
                .iter()
                .map(|other| (*other, scenario))
                .filter(|pair| self.matrix.get(*pair).is_none())
                .collect()),
            false => Ok(missing),
        }
    }

    fn finish(self, isolations: Vec<BTreeMap<ClauseId, Isolation<'s>>>) -> Proof<'s> {
        let mut knockouts = Vec::new();
        for (switch, isolations) in isolations.into_iter().enumerate() {
            knockouts.push(self.knockout(switch, isolations));
        }
        Proof { knockouts, matrix: self.matrix }
    }

    fn knockout(&self, switch: usize, isolations: BTreeMap<ClauseId, Isolation<'s>>) -> Knockout<'s> {
        let mut knockout = Knockout {
            switch: self.matrix.switches[switch].clone(),
            clauses: self.clauses[switch].clone(),
            tried: 0,
            noticed: Vec::new(),
            unanswered: Vec::new(),
            unjudged: Vec::new(),
            isolations,
            leaks: Vec::new(),
        };
        for (scenario, cell) in self.matrix.of_switch(switch) {
            let told = self.matrix.scenarios[scenario];
            let fired = self.fired[switch].binary_search(&scenario).is_ok();
            if !fired && !self.is_unchanged((switch, scenario)) {
                knockout.leaks.push(told);
            }
            if fired && scenario < self.prover.own {
                knockout.enter(told, cell);
            }
        }
        knockout
    }
}

impl<'a> Knockout<'a> {
    /// Enters what came of one scenario.
    fn enter(&mut self, scenario: &'a Scenario, cell: &Cell) {
        self.tried += 1;
        match cell {
            Cell::Played(played) => {
                let mut seen = HashSet::new();
                for deviation in &played.deviations {
                    if let Some(claim) = deviation.claim.filter(|claim| seen.insert(*claim)) {
                        self.noticed.push(Notice { scenario, claim, deviation: deviation.clone() });
                    }
                }
            }
            Cell::Unanswered(fault) => self.unanswered.push((scenario, fault.clone())),
            Cell::Misposed(_) | Cell::Unsupported(_) => {
                self.unjudged.push((scenario, cell.why_unjudged().unwrap_or_default()));
            }
        }
    }
}
