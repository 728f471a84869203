// The engine of @GAME@. Write its rules here; truthsayer-engine.mjs handles the protocol.
import { Game, serve } from "./truthsayer-engine.mjs";

class @CLASS@Engine extends Game {
  static engine = { name: "@GAME@", version: "0.1" };
  static game = "@GAME@";
  static steps = { add: null };
  // The switches: each has a name and the address and words of its clause. Remove the // of a line when a step asks
  // `this.upholds("name")`, or `this.forbid(wrong, "code", "name")`, where the clause takes effect.
  static switches = {
@SWITCHES@  };
  // Every event with its fields, such as added: ["price"].
  static events = {};

  /** Reads `given:` of a scenario. `number`, `decimal`, `date`, `text` and `oneOf` read its values. */
  setUp(given) {
    given.fields("total");
    this.total = given.get("total", 0).decimal(0, 1_000_000);
  }

  /** Everything that a claim can name. */
  state() {
    return { total: this.total };
  }

  /** Plays the step `add: 20`. Write one method for each kind of step. */
  add(data) {
    this.total += data.decimal(0, 1_000_000);
  }
}

serve(@CLASS@Engine);
