// Unit tests of the adapter: its answers to any line, for any behaviour of the game.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { Game, Invalid, Node, Unsupported, answer, plain, serve } from "./truthsayer-engine.mjs";

console.error = () => {};

class Heap extends Game {
  static engine = { name: "heap", version: "1.0" };
  static game = "heap";
  static steps = { take: null, break: ["how", "what"], ask: ["all"] };
  static switches = { few: ["heap/heap.md:1", "at most three"], odd: ["heap/heap.md:2", "odd"] };
  static events = { took: ["stones", "from"] };
  static readings = [{ name: "zero", values: ["allowed", "forbidden"], default: "allowed", about: "…" }];
  static observes = { events: ["took"], refusals: "bare", state: ["heap"], answers: [] };
  static board = { at: "board", columns: ["a"], rows: ["1"], empty: "none", sides: ["one", "two"], grounds: [] };

  setUp(given) { this.heap = [given.fields("heap").get("heap", 9).number(0, 99)]; }
  state() { return { heap: this.heap }; }

  take(data) {
    const stones = data.number(0, 9);
    this.forbid(stones > 3, "too_many", "few");
    if (stones === 0 && this.reading("zero") === "forbidden") this.refuse();
    this.heap[0] -= stones;
    this.tell("took", { stones, from: "heap" });
    if (this.upholds("few") && this.upholds("odd")) this.note("fine");
  }

  break(data) {
    const how = data.need("how").oneOf("way to break", ["throw", "state", "event", "switch", "print", "unsupported", "library"]);
    if (how === "throw") throw new RangeError("no such thing");
    if (how === "state") this.heap = NaN;
    if (how === "event") this.tell("tokk");
    if (how === "library") JSON.parse("{");
    if (how === "switch") this.upholds("fwe");
    if (how === "print") console.log("hello");
    if (how === "unsupported") throw new Unsupported("not this");
  }

  ask() { this.answer(this.heap); }
}

/** The first line of this file that holds this code. */
function lineOf(code) {
  return readFileSync(new URL(import.meta.url), "utf8").split("\n").findIndex((line) => line.includes(code)) + 1;
}

const play = (when, given = {}, without = []) => answer(Heap, JSON.stringify({ play: { id: 7, given, when, without } }));

test("a run returns both states, the log and the switches that fired", () => {
  const { played } = play([{ take: 2 }, { ask: { all: true } }]);
  assert.equal(played.id, 7);
  assert.deepEqual([played.before, played.after], [{ heap: [9] }, { heap: [7] }]);
  assert.deepEqual(played.log, [{ took: { stones: 2, from: "heap" } }, { answered: { step: 2, answer: [7] } }]);
  assert.deepEqual(played.fired.map((it) => [it.switch, it.event]), [["few", 1], ["odd", 1]]);
  assert.ok(played.fired.every((it) => it.file.endsWith("truthsayer-engine.test.mjs") && it.line > 0));
  assert.ok(played.fired.every((it) => !it.file.startsWith("/")));
  assert.deepEqual(played.notes, [{ step: 1, event: 1, text: "fine" }]);
});

test("a place fires once", () => assert.equal(play([{ take: 1 }, { take: 1 }]).played.fired.length, 2));

test("a refusal is logged and the run continues", () => {
  const { played } = play([{ take: 5 }, { take: 1 }]);
  assert.deepEqual(played.log[0], { refused: { step: 1, code: "too_many", rule: "heap/heap.md:1" } });
  assert.deepEqual(played.after, { heap: [8] });
  assert.equal(played.fired[0].event, 0);
});

test("a switch that is off neither forbids nor fires", () => {
  const { played } = play([{ take: 5 }], {}, ["few"]);
  assert.deepEqual(played.after, { heap: [4] });
  assert.equal(played.fired, undefined);
});

test("a reading is chosen, and a refusal may be bare", () => {
  assert.equal(play([{ take: 0 }]).played.log[0].took.stones, 0);
  assert.deepEqual(play([{ take: 0 }], { readings: { zero: "forbidden" } }).played.log, [{ refused: { step: 1 } }]);
  assert.equal(play([], { readings: { zero: "no" } }).invalid.at, "given.readings.zero");
  assert.equal(play([], { readings: { zeo: "no" } }).invalid.at, "given.readings.zeo");
});

test("the path names the wrong value", () => {
  for (const [when, given, at] of [
    [[], { hepa: 1 }, "given.hepa"],
    [[], { heap: "many" }, "given.heap"],
    [[], { heap: true }, "given.heap"],
    [[], { heap: 1.5 }, "given.heap"],
    [[], [], "given"],
    [[], JSON.parse('{"__proto__":1}'), "given.__proto__"],
    [[{ take: "two" }], {}, "when[0].take"],
    [[{ take: 1 }, { tkae: 1 }], {}, "when[1].tkae"],
    [[{ take: 1, ask: {} }], {}, "when[0]"],
    [["take"], {}, "when[0]"],
    [[{ break: {} }], {}, "when[0].break"],
    [[{ break: { haw: 1 } }], {}, "when[0].break.haw"],
    [[{ break: { how: "gently" } }], {}, "when[0].break.how"],
  ]) assert.equal(play(when, given).invalid?.at, at);
  assert.equal(play([], { hepa: 1 }).invalid.why, "no key is called `hepa`; known: heap");
  assert.equal(play([], { haep: 1, heap: 1 }).invalid.at, "given.haep");
  assert.equal(play([], {}, ["fwe"]).invalid.at, "without");
});

test("a complaint lists earlier refusals", () => {
  const why = "expected a whole number from 0 to 9, found `two`; step 1 was refused with `too_many`";
  assert.equal(play([{ take: 5 }, { take: "two" }]).invalid.why, why);
});

test("nodes read lists and maps", () => {
  const node = new Node({ list: [1, "two"], map: { b: 1, a: false } }, "given");
  assert.deepEqual(node.need("list").items().map((item) => item.path), ["given.list[0]", "given.list[1]"]);
  assert.deepEqual(node.need("map").pairs().map(([name]) => name), ["a", "b"]);
  assert.equal(node.need("map").get("a").flag(), false);
  assert.ok(node.has("map") && !node.has("mop") && !node.has("toString"));
  const wrong = [() => node.text(), () => node.flag(), () => node.items(), () => node.need("list").pairs(), () => node.need("gone")];
  for (const read of wrong) assert.throws(read, Invalid);
});

test("an exception is reported with its message and step", () => {
  const at = (code) => `truthsayer-engine.test.mjs:${lineOf(code)}`;
  const place = at("throw new RangeError");
  const { trace, ...crashed } = play([{ take: 1 }, { break: { how: "throw" } }]).crashed;
  assert.deepEqual(crashed, { id: 7, why: "RangeError: no such thing", at: place, step: 2 });
  assert.match(trace.at(-1), new RegExp(`^${place} in `), "the innermost call is the last line");
  for (const [how, words, code] of [
    ["state", "NaN is not plain data"],
    ["event", "called `tokk`", 'this.tell("tokk")'],
    ["switch", "called `fwe`", 'this.upholds("fwe")'],
    ["library", "JSON", 'JSON.parse("{")'],
  ]) {
    const { why, at: thrown } = play([{ break: { how } }]).crashed;
    assert.ok(why.includes(words), how);
    assert.equal(thrown, code && at(code), how);
  }
  assert.deepEqual(play([{ break: { how: "unsupported" } }]), { unsupported: { id: 7, why: "not this" } });
});

test("numbers that JavaScript cannot hold are unsupported, and others are played", () => {
  const asked = (number) => answer(Heap, `{"play":{"id":7,"given":{"heap":${number}},"when":[],"without":[]}}`);
  for (const number of ["9007199254740993", "18446744073709551617", "0.1234567890123456789", "1e400", "1e-400"]) {
    assert.deepEqual(asked(number), { unsupported: { id: 7, why: `a JavaScript number cannot hold ${number} exactly` } });
  }
  for (const number of ["9", "9007199254740992", "0.1", "1.50", "1e3", "-0.0", "1000000000000000000000", "2.5e-7"]) {
    assert.equal(asked(number).unsupported, undefined, number);
  }
  const text = String.raw`{"play":{"id":7,"given":{"heap":9,"9007199254740993":"\"9007199254740993"},"when":[]}}`;
  assert.equal(answer(Heap, text).unsupported, undefined, "digits in a text are not a number");
});

/** A step is called like each method of `Game` that an engine calls. */
class Bill extends Game {
  static engine = { name: "bill", version: "1.0" };
  static game = "bill";
  static steps = { ask: null, answer: null, note: null, state: null };

  setUp(given) {
    this.sum = given.get("sum", 0).decimal(0, 99.99);
    this.due = given.get("due", "2026-01-31").date();
  }

  state() { return { sum: this.sum, due: this.due }; }

  ask(data) {
    this.ask("ann", "a price", "she pays");
    this.answer(data.decimal(-1, 1) + this.sum);
  }

  answer(data) { this.note(data.text()); }

  note(data) { this.tell("noted", { text: data.text() }); }

  step_state() { this.answer(this.state()); }
}

test("a step may be called like a method of the adapter, and decimals and dates are read", () => {
  const bill = (given, when = []) => answer(Bill, JSON.stringify({ play: { id: 7, given, when } }));
  const { played } = bill({ sum: 0.25 }, [{ ask: 0.5 }, { answer: "a" }, { note: "b" }, { state: null }]);
  assert.deepEqual(played.log.map((event) => Object.keys(event)[0]), ["answered", "noted", "answered"]);
  assert.equal(played.log[0].answered.answer, 0.75);
  assert.deepEqual([played.asked[0].who, played.notes[0].text], ["ann", "a"]);
  assert.deepEqual(played.log[2].answered.answer, { sum: 0.25, due: "2026-01-31" });
  assert.deepEqual(bill({ due: "2024-02-29" }).played.after.due, "2024-02-29");
  for (const [given, at] of [[{ sum: 100 }, "sum"], [{ sum: "1" }, "sum"], [{ due: "2023-02-29" }, "due"], [{ due: 7 }, "due"]]) {
    assert.equal(bill(given).invalid.at, `given.${at}`);
  }
  class Odd extends Game { static steps = { note: null }; }
  assert.throws(() => answer(Odd, '{"hello":{"protocol":1}}'), /call it `step_note`/);
});

test("plain data is copied with every key, and nothing else is plain", () => {
  const text = '{"__proto__":{"a":[{"b":null}]},"c":"d"}';
  const data = JSON.parse(text);
  const copy = plain(data);
  data["__proto__"].a[0].b = data.c = 1;
  assert.equal(JSON.stringify(copy), text);
  for (const odd of [NaN, -Infinity, undefined, 1n, Symbol("s"), () => 1, new Date(NaN)]) {
    assert.throws(() => plain({ list: [odd] }), TypeError);
  }
});

test("hello contains the declarations", () => {
  const { hello } = answer(Heap, '{"hello":{"protocol":1}}');
  assert.deepEqual(hello.supports, ["without", "fired"]);
  assert.deepEqual(hello.events.map((event) => event.name), ["took", "refused", "answered"]);
  assert.deepEqual(hello.switches[0], { name: "few", cite: "heap/heap.md:1", quote: "at most three" });
  assert.deepEqual([hello.observes.refusals, hello.board.at, hello.readings[0].name], ["bare", "board", "zero"]);
});

test("invalid lines are reported", () => {
  for (const line of ["", "{", "[]", "7", "null", '{"hello":{"protocol":0}}', '{"what":{}}', '{"play":{}}', '{"play":null}']) {
    assert.ok(answer(Heap, line).unknown, line);
  }
});

test("the loop ends with bye, keeps its output clean and splits lines at line feeds only", async () => {
  const odd = { play: { id: 1, given: { "a\u2028b": 1 }, when: [] } };
  const said = { play: { id: 2, given: {}, when: [{ break: { how: "print" } }] } };
  const asked = [odd, said, { bye: {} }, said].map((task) => JSON.stringify(task) + "\n").join("");
  const sink = new PassThrough();
  await serve(Heap, Readable.from([asked.slice(0, 20), asked.slice(20)]), sink);
  const lines = sink.read().toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map((line) => Object.keys(line)[0]), ["invalid", "played"]);
});

test("an engine answers although its stdin and stdout do not wait", async () => {
  const adapter = JSON.stringify(new URL("truthsayer-engine.mjs", import.meta.url).href);
  // Node makes stdin and stdout return at once when a program first names them.
  const script = `process.stdin; process.stdout;
    const { Game, serve } = await import(${adapter});
    await serve(class extends Game { static game = "none"; });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const large = "x".repeat(1 << 20);
  setTimeout(() => child.stdin.end(`{"hello":{"protocol":1}}\n{"${large}":{}}\n{"bye":{}}\n`), 100);
  await new Promise((ended) => child.on("close", ended));
  const [hello, other] = said.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(hello.hello.game, "none");
  assert.equal(other.unknown.why, `there is no message \`${large}\``);
});
