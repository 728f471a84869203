//! The rules of Pig on crates/protocol: the third engine of this example. `cargo run --example pig` serves it.

use serde_json::json;
use truthsayer_protocol::Data;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Record;
use truthsayer_protocol::Task;
use truthsayer_protocol::TaskNode;
use truthsayer_protocol::playing;
use truthsayer_protocol::switchboard;
use truthsayer_protocol::task_node::Read;

truthsayer_protocol::switches! { "pig":
    OnlyOnTurn "only_on_turn" "pig.md#TURN" "The player whose turn it is decides";
    RollCounts "roll_counts" "pig.md#ROLL" "added to the turn total";
    OneLoses "one_loses" "pig.md#PIG" "the turn total is lost";
    OnePasses "one_passes" "pig.md#PIG" "the turn passes to the other player";
    HoldBanks "hold_banks" "pig.md#HOLD" "adds the turn total to their score";
    HoldPasses "hold_passes" "pig.md#HOLD" "after holding, the turn passes";
    RollBeforeHold "roll_before_hold" "pig.md#NOTHING TO HOLD" "cannot hold";
    GoalWins "goal_wins" "pig.md#WINNING" "at least 50 points";
    HeldPointsOnly "held_points_only" "pig.md#NO LUCK NEEDED" "do not win until they are held";
    EndEnds "end_ends" "pig.md#THE END" "no player rolls or holds any more";
}

const GOAL: u32 = 50;
const PLAYERS: [&str; 2] = ["ann", "bob"];

struct Pig {
    turn: usize,
    turn_total: u32,
    scores: [u32; 2],
    winner: Option<usize>,
    record: Record<Switch>,
}

/// The rules forbid a step: the code, and the clause.
struct Refused(&'static str, Switch);

impl Pig {
    fn read(task: &Task) -> Read<Pig> {
        let given = TaskNode::root("given", &task.given);
        given.fields(&["scores", "turn", "turn_total"])?;
        let mut scores = [0; 2];
        if let Some(node) = given.get("scores") {
            node.fields(&PLAYERS)?;
            for (score, player) in scores.iter_mut().zip(PLAYERS) {
                *score = node.get(player).map_or(Ok(0), |score| score.number(0, 1000))?;
            }
        }
        let turn = given.get("turn").map_or(Ok(0), |turn| turn.one_of("player", &PLAYERS))?;
        let turn_total = given.get("turn_total").map_or(Ok(0), |total| total.number(0, 1000))?;
        Ok(Pig { turn, turn_total, scores, winner: None, record: Record::of(task)? })
    }

    fn state(&self) -> Data {
        let [ann, bob] = self.scores;
        let winner = self.winner.map(|player| PLAYERS[player]);
        json!({"turn": PLAYERS[self.turn], "turn_total": self.turn_total, "scores": {"ann": ann, "bob": bob}, "winner": winner})
    }

    fn perform(&mut self, step: &TaskNode<'_>) -> Read<Result<(), Refused>> {
        let (kind, data) = step.only(&["hold", "roll"])?;
        if kind == "hold" {
            data.fields(&["by"])?;
            let by = data.need("by")?.one_of("player", &PLAYERS)?;
            return Ok(self.hold(by));
        }
        data.fields(&["by", "shows"])?;
        let shows = data.need("shows")?.number(1, 6)?;
        let by = data.need("by")?.one_of("player", &PLAYERS)?;
        Ok(self.roll(by, shows))
    }

    fn may_decide(&mut self, by: usize) -> Result<(), Refused> {
        if self.winner.is_some() && self.record.upholds(Switch::EndEnds) {
            return Err(Refused("game_over", Switch::EndEnds));
        }
        if by != self.turn && self.record.upholds(Switch::OnlyOnTurn) {
            return Err(Refused("not_your_turn", Switch::OnlyOnTurn));
        }
        Ok(())
    }

    fn roll(&mut self, by: usize, shows: u32) -> Result<(), Refused> {
        self.may_decide(by)?;
        self.record.tell("rolled", json!({"by": PLAYERS[by], "shows": shows}));
        if shows == 1 {
            if self.record.upholds(Switch::OneLoses) {
                self.record.tell("lost", json!({"by": PLAYERS[by], "points": self.turn_total}));
                self.turn_total = 0;
            }
            if self.record.upholds(Switch::OnePasses) {
                self.pass_turn(by);
            }
        } else if self.record.upholds(Switch::RollCounts) {
            self.turn_total += shows;
            if self.scores[by] + self.turn_total >= GOAL && !self.record.upholds(Switch::HeldPointsOnly) {
                self.win(by);
            }
        }
        Ok(())
    }

    fn hold(&mut self, by: usize) -> Result<(), Refused> {
        self.may_decide(by)?;
        if self.turn_total == 0 && self.record.upholds(Switch::RollBeforeHold) {
            return Err(Refused("nothing_to_hold", Switch::RollBeforeHold));
        }
        self.record.tell("held", json!({"by": PLAYERS[by], "points": self.turn_total}));
        if self.record.upholds(Switch::HoldBanks) {
            self.scores[by] += self.turn_total;
        }
        self.turn_total = 0;
        if self.scores[by] >= GOAL && self.record.upholds(Switch::GoalWins) {
            self.win(by);
        } else if self.record.upholds(Switch::HoldPasses) {
            self.pass_turn(by);
        }
        Ok(())
    }

    fn win(&mut self, by: usize) {
        self.winner = Some(by);
        self.record.tell("won", json!({"by": PLAYERS[by]}));
    }

    fn pass_turn(&mut self, by: usize) {
        self.turn = 1 - by;
        self.record.tell("turn_passes", json!({"to": PLAYERS[self.turn]}));
    }
}

fn play(task: &Task) -> Read<Outcome> {
    let mut pig = Pig::read(task)?;
    let before = pig.state();
    for (index, step) in task.when.iter().enumerate() {
        if let Err(Refused(code, clause)) = pig.perform(&TaskNode::step(index, step))? {
            pig.record.refuse(index + 1, code, clause);
        }
    }
    let after = pig.state();
    Ok(pig.record.outcome(before, after))
}

/// The engine, with what it tells about itself.
pub(crate) fn engine() -> impl EngineMaker {
    let profile = Profile::new("pig-rs", "1.0", "pig").with_switches(switchboard::notes::<Switch>()).with_events([
        EventNote::new("rolled", ["by", "shows"]),
        EventNote::new("lost", ["by", "points"]),
        EventNote::new("held", ["by", "points"]),
        EventNote::new("turn_passes", ["to"]),
        EventNote::new("won", ["by"]),
        EventNote::new("refused", ["step", "code", "rule"]),
    ]);
    playing(profile, play)
}

#[allow(dead_code, reason = "the tests take the engine alone")]
fn main() -> std::io::Result<()> {
    truthsayer_protocol::serve(&engine())
}
