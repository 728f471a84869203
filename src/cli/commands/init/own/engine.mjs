// The engine of @GAME@. Replace this example with your own rules; truthsayer-engine.mjs handles the protocol.
import { Game, serve } from "./truthsayer-engine.mjs";

class @CLASS@Engine extends Game {
  static engine = { name: "@GAME@", version: "0.1" };
  static game = "@GAME@";
  static steps = { add: null };
  // The switches: each has a name and the address and words of its clause.
  static switches = {
    price: ["@GAME@/@GAME@.md#PRICE", "adds its price to the total"],
    limit: ["@GAME@/@GAME@.md#LIMIT", "may not cost more than 1000"],
  };
  // Every event with its fields.
  static events = { added: ["price"] };

  /** Reads `given:` of a scenario. `decimal` and `date` read amounts and days. */
  setUp(given) {
    given.fields("total");
    this.total = given.get("total", 0).number(0, 1_000_000);
  }

  /** Everything that a claim can name. */
  state() {
    return { total: this.total };
  }

  /** Plays the step `add: 20`. */
  add(data) {
    const price = data.number(0, 1_000_000);
    this.forbid(price > 1000, "too_expensive", "limit");
    this.tell("added", { price });
    if (this.upholds("price")) this.total += price;
  }
}

serve(@CLASS@Engine);
