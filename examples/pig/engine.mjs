// The game of Pig behind the Truthsayer protocol: one JSON object per line. Copy it and put your own game in.
import { createInterface } from "node:readline";

const GOAL = 50;
const OTHER = { ann: "bob", bob: "ann" };
// Every clause that this engine plays takes effect at a switch, which stands for the words of the rule.
const SWITCHES = {
  only_on_turn: ["pig/pig.md", "The player whose turn it is decides"],
  roll_counts: ["pig/pig.md", "added to the turn total"],
  one_loses: ["pig/pig.md", "the turn total is lost"],
  one_passes: ["pig/pig.md#PIG", "the turn passes to the other player"],
  hold_banks: ["pig/pig.md", "adds the turn total to their score"],
  hold_passes: ["pig/pig.md", "then the turn passes"],
  roll_before_hold: ["pig/pig.md", "cannot hold"],
  goal_wins: ["pig/pig.md", "at least 50 points"],
  held_points_only: ["pig/pig.md", "do not win until they are held"],
  end_ends: ["pig/pig.md", "nobody rolls or holds any more"],
};
const EVENTS = { rolled: ["by", "shows"], lost: ["by", "points"], held: ["by", "points"], turn_passes: ["to"],
  won: ["by"], refused: ["step", "code", "rule"] };
const HELLO = {
  protocol: 1, engine: { name: "pig-js", version: "1.0" }, game: "pig", supports: ["without", "fired"],
  switches: Object.entries(SWITCHES).map(([name, [cite, quote]]) => ({ name, cite, quote })),
  events: Object.entries(EVENTS).map(([name, fields]) => ({ name, fields })),
};

// The task makes no sense: where, and why.
class Misposed extends Error { constructor(at, why) { super(why); this.at = at; } }
// The rules forbid the decision: the code, and the rule.
class Refused extends Error { constructor(code, rule) { super(code); this.rule = rule; } }

class Game {
  constructor(given, without) {
    check(given, "given", ["scores", "turn", "turn_total"]);
    const scores = check(given.scores ?? {}, "given.scores", ["ann", "bob"]);
    this.turn = player(given.turn ?? "ann", "given.turn");
    this.turnTotal = number(given.turn_total ?? 0, "given.turn_total", 0, 1000);
    this.scores = {};
    for (const name of ["ann", "bob"]) this.scores[name] = number(scores[name] ?? 0, `given.scores.${name}`, 0, 1000);
    Object.assign(this, { without, winner: null, log: [], fired: [] });
  }

  state() {
    return { turn: this.turn, turn_total: this.turnTotal, scores: { ...this.scores }, winner: this.winner };
  }

  // Whether a clause is in force. If so, it is noted that it took effect, and when.
  upholds(name) {
    if (this.without.includes(name)) return false;
    this.fired.push({ switch: name, event: this.log.length });
    return true;
  }

  tell(event, fields) { this.log.push({ [event]: fields }); }

  mayDecide(by) {
    if (this.winner && this.upholds("end_ends")) throw new Refused("game_over", "pig/pig.md#THE END");
    if (by !== this.turn && this.upholds("only_on_turn")) throw new Refused("not_your_turn", "pig/pig.md#TURN");
  }

  roll(by, shows) {
    this.mayDecide(by);
    this.tell("rolled", { by, shows });
    if (shows === 1) {
      if (this.upholds("one_loses")) this.loseTotal(by);
      if (this.upholds("one_passes")) this.passTurn(by);
    } else if (this.upholds("roll_counts")) {
      this.turnTotal += shows;
      if (this.scores[by] + this.turnTotal >= GOAL && !this.upholds("held_points_only")) this.win(by);
    }
  }

  hold(by) {
    this.mayDecide(by);
    if (this.turnTotal === 0 && this.upholds("roll_before_hold")) throw new Refused("nothing_to_hold", "pig/pig.md#NOTHING TO HOLD");
    this.tell("held", { by, points: this.turnTotal });
    if (this.upholds("hold_banks")) this.scores[by] += this.turnTotal;
    this.turnTotal = 0;
    if (this.scores[by] >= GOAL && this.upholds("goal_wins")) this.win(by);
    else if (this.upholds("hold_passes")) this.passTurn(by);
  }

  loseTotal(by) { this.tell("lost", { by, points: this.turnTotal }); this.turnTotal = 0; }
  win(by) { this.winner = by; this.tell("won", { by }); }
  passTurn(by) { this.turn = OTHER[by]; this.tell("turn_passes", { to: this.turn }); }
}

function check(data, at, keys) {
  if (data === null || typeof data !== "object" || Array.isArray(data)) throw new Misposed(at, "this must be a map");
  const odd = Object.keys(data).sort().find((key) => !keys.includes(key));
  if (odd !== undefined) throw new Misposed(`${at}.${odd}`, `no key is called \`${odd}\`; there are: ${keys.join(", ")}`);
  return data;
}

function player(data, at) {
  if (data !== "ann" && data !== "bob") throw new Misposed(at, "this must be ann or bob");
  return data;
}

function number(data, at, first, last) {
  if (Number.isInteger(data) && first <= data && data <= last) return data;
  throw new Misposed(at, `this must be a whole number from ${first} to ${last}`);
}

function play({ given, when, without }) {
  const odd = without.find((name) => !(name in SWITCHES));
  if (odd !== undefined) throw new Misposed("without", `no switch is called \`${odd}\``);
  const game = new Game(given, without);
  const before = game.state();
  when.forEach((step, index) => {
    for (const [kind, data] of Object.entries(check(step, `when[${index}]`, ["hold", "roll"]))) {
      const at = `when[${index}].${kind}`;
      const { by, shows } = check(data, at, kind === "roll" ? ["by", "shows"] : ["by"]);
      player(by, `${at}.by`);
      try {
        if (kind === "roll") game.roll(by, number(shows, `${at}.shows`, 1, 6));
        else game.hold(by);
      } catch (refusal) {
        if (!(refusal instanceof Refused)) throw refusal;
        game.tell("refused", { step: index + 1, code: refusal.message, rule: refusal.rule });
      }
    }
  });
  return { before, after: game.state(), log: game.log, fired: game.fired };
}

function answer(line) {
  try {
    const { hello, play: task, bye } = JSON.parse(line);
    if (bye) process.exit();
    if (hello) return { hello: HELLO };
    if (!task) return { unknown: { why: "there is no such message" } };
    try {
      return { played: { id: task.id, ...play(task) } };
    } catch (complaint) {
      if (!(complaint instanceof Misposed)) throw complaint;
      return { misposed: { id: task.id, at: complaint.at, why: complaint.message } };
    }
  } catch (error) {
    return { unknown: { why: `this line cannot be read: ${error.message}` } };
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(line)));
