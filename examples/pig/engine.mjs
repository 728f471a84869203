// The rules of Pig. Everything else is in adapters/node; in your own project, copy that file next to the engine.
import { Game, serve } from "../../adapters/node/truthsayer-engine.mjs";

const GOAL = 50;
const OTHER = { ann: "bob", bob: "ann" };

class Pig extends Game {
  static engine = { name: "pig-js", version: "1.0" };
  static game = "pig";
  static steps = { roll: ["by", "shows"], hold: ["by"] };
  static switches = {
    only_on_turn: ["pig/pig.md#TURN", "The player whose turn it is decides"],
    roll_counts: ["pig/pig.md#ROLL", "added to the turn total"],
    one_loses: ["pig/pig.md#PIG", "the turn total is lost"],
    one_passes: ["pig/pig.md#PIG", "the turn passes to the other player"],
    hold_banks: ["pig/pig.md#HOLD", "adds the turn total to their score"],
    hold_passes: ["pig/pig.md#HOLD", "after holding, the turn passes"],
    roll_before_hold: ["pig/pig.md#NOTHING TO HOLD", "cannot hold"],
    goal_wins: ["pig/pig.md#WINNING", "at least 50 points"],
    held_points_only: ["pig/pig.md#NO LUCK NEEDED", "do not win until they are held"],
    end_ends: ["pig/pig.md#THE END", "no player rolls or holds any more"],
  };
  static events = { rolled: ["by", "shows"], lost: ["by", "points"], held: ["by", "points"], turn_passes: ["to"], won: ["by"] };

  setUp(given) {
    const scores = given.fields("scores", "turn", "turn_total").get("scores", {}).fields(...Object.keys(OTHER));
    this.scores = { ann: scores.get("ann", 0).number(0, 1000), bob: scores.get("bob", 0).number(0, 1000) };
    this.turn = given.get("turn", "ann").oneOf("player", Object.keys(OTHER));
    [this.turnTotal, this.winner] = [given.get("turn_total", 0).number(0, 1000), null];
  }

  state() { return { turn: this.turn, turn_total: this.turnTotal, scores: this.scores, winner: this.winner }; }

  roll(data) {
    const [shows, by] = [data.need("shows").number(1, 6), this.decider(data)];
    this.tell("rolled", { by, shows });
    if (shows === 1) {
      if (this.upholds("one_loses")) this.loseTotal(by);
      if (this.upholds("one_passes")) this.passTurn(by);
    } else if (this.upholds("roll_counts")) {
      this.turnTotal += shows;
      if (this.scores[by] + this.turnTotal >= GOAL && !this.upholds("held_points_only")) this.win(by);
    }
  }

  hold(data) {
    const by = this.decider(data);
    this.forbid(this.turnTotal === 0, "nothing_to_hold", "roll_before_hold");
    this.tell("held", { by, points: this.turnTotal });
    if (this.upholds("hold_banks")) this.scores[by] += this.turnTotal;
    this.turnTotal = 0;
    if (this.scores[by] >= GOAL && this.upholds("goal_wins")) this.win(by);
    else if (this.upholds("hold_passes")) this.passTurn(by);
  }

  decider(data) {
    const by = data.need("by").oneOf("player", Object.keys(OTHER));
    this.forbid(this.winner !== null, "game_over", "end_ends");
    this.forbid(by !== this.turn, "not_your_turn", "only_on_turn");
    return by;
  }

  loseTotal(by) { this.tell("lost", { by, points: this.turnTotal }); this.turnTotal = 0; }
  win(by) { this.winner = by; this.tell("won", { by }); }
  passTurn(by) { this.turn = OTHER[by]; this.tell("turn_passes", { to: this.turn }); }
}

serve(Pig);
