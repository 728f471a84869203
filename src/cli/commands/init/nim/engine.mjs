// The rules of Nim. Replace them with your own game; truthsayer-engine.mjs handles the protocol.
import { Game, serve } from "./truthsayer-engine.mjs";

const OTHER = { ann: "bob", bob: "ann" };

class Nim extends Game {
  static engine = { name: "nim", version: "1.0" };
  static game = "nim";
  static steps = { take: null };
  // The switches: each has a name and the address and words of its clause.
  static switches = {
    stones_are_taken: ["nim/nim.md#TAKING", "takes stones from the heap"],
    at_most_three: ["nim/nim.md#LIMIT", "more than three stones"],
    no_more_than_there_are: ["nim/nim.md#EMPTY", "more stones than there are"],
    turn_passes: ["nim/nim.md#TURN", "the other player's turn"],
  };
  static events = { took: ["by", "stones"] };

  setUp(given) {
    given.fields("heap", "turn");
    this.heap = given.need("heap").number(1, 1000);
    this.turn = given.get("turn", "ann").oneOf("player", Object.keys(OTHER));
  }

  state() {
    return { heap: this.heap, turn: this.turn };
  }

  take(data) {
    const stones = data.number(1, 1000);
    this.forbid(stones > 3, "too_many", "at_most_three");
    this.forbid(stones > this.heap, "not_enough", "no_more_than_there_are");
    this.tell("took", { by: this.turn, stones });
    if (this.upholds("stones_are_taken")) this.heap = Math.max(0, this.heap - stones);
    if (this.upholds("turn_passes")) this.turn = OTHER[this.turn];
  }
}

serve(Nim);
