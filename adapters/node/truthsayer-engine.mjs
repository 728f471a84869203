// A rules engine in JavaScript behind the Truthsayer protocol. Copy this one file next to your engine; it has no
// dependencies.
//
// A game is a class: its declarations, a method that reads the set-up, a method that returns the state, and a method for each
// kind of step. This file does the rest: the protocol, strict reading, refusals, complaints, and the record of where each
// clause took effect. README.md next to it shows a complete engine.
import { readSync, writeSync } from "node:fs";
import { basename, relative } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { fileURLToPath } from "node:url";

export const PROTOCOL = 1;
// `import … from "node:process"` would open streams on stdin and stdout, which must stay as they are for reading here.
const START = process.cwd();
/** The shown name of each source file. @type {Map<string, string>} */
const SHOWN = new Map();

/** Plain data: null, booleans, numbers, texts, lists, and maps.
 * @typedef {any} Data */

/** The task is invalid: a mistake of its author, with the path of the wrong value and the reason. */
export class Invalid extends Error {
  /** @param {string} at @param {string} why */
  constructor(at, why) {
    super(`${at}: ${why}`);
    this.at = at;
    this.why = why;
  }
}

/** The rules forbid a step. Thrown by `Game.refuse`. */
export class Refused extends Error {
  /** @param {string} code @param {string} rule */
  constructor(code, rule) {
    super(code);
    this.code = code;
    this.rule = rule;
  }
}

/** The engine does not support this part of the game. Throw it anywhere, with the reason. */
export class Unsupported extends Error {}

/** A value in the data of a task, with its path. Methods that read it reject invalid values with a complaint. */
export class Node {
  /** @param {Data} value @param {string} path */
  constructor(value, path) {
    this.value = value;
    this.path = path;
  }

  /** Rejects the task because of this value. @param {string} why @returns {never} */
  complain(why) {
    throw new Invalid(this.path, why);
  }

  /** Rejects the task because another kind of value is expected here. @param {string} what @returns {never} */
  expected(what) {
    this.complain(`expected ${what}, found ${described(this.value)}`);
  }

  /** Checks that this is a map with no other keys than these, and returns it. @param {...string} known @returns {Node} */
  fields(...known) {
    const [odd] = Object.keys(this.#map()).filter((name) => !known.includes(name)).sort();
    if (odd !== undefined) this.#child(odd).complain(unknown("key", odd, known));
    return this;
  }

  /** Returns the value of a key, or a default value with the same path. @param {string} name @param {Data} [otherwise] */
  get(name, otherwise = null) {
    return Object.hasOwn(this.#map(), name) ? this.#child(name) : new Node(otherwise, `${this.path}.${name}`);
  }

  /** Returns the value of a required key. @param {string} name */
  need(name) {
    if (!Object.hasOwn(this.#map(), name)) this.complain(`\`${name}\` is missing`);
    return this.#child(name);
  }

  /** Returns whether this is a map with that key. @param {string} name */
  has(name) {
    return isMap(this.value) && Object.hasOwn(this.value, name);
  }

  /** Returns the only entry of a map, such as a step: its key, which must be one of these, and its value.
   * @param {...string} known @returns {[string, Node]} */
  only(...known) {
    const pairs = this.fields(...known).pairs();
    if (pairs.length !== 1) this.complain(`expected one key, one of: ${known.join(", ")}`);
    return pairs[0];
  }

  /** Returns the entries of a map, sorted by key. @returns {[string, Node][]} */
  pairs() {
    return Object.keys(this.#map()).sort().map((name) => [name, this.#child(name)]);
  }

  /** Returns the items of a list. @returns {Node[]} */
  items() {
    if (!Array.isArray(this.value)) this.expected("a list");
    return this.value.map((value, index) => new Node(value, `${this.path}[${index}]`));
  }

  /** Returns a whole number from `least` to `most`. @param {number} least @param {number} most @returns {number} */
  number(least, most) {
    const fits = Number.isInteger(this.value) && least <= this.value && this.value <= most;
    return fits ? this.value : this.expected(`a whole number from ${least} to ${most}`);
  }

  /** Returns a number from `least` to `most`, with or without a fraction. @param {number} least @param {number} most @returns {number} */
  decimal(least, most) {
    const fits = typeof this.value === "number" && least <= this.value && this.value <= most;
    return fits ? this.value : this.expected(`a number from ${least} to ${most}`);
  }

  /** Returns a date such as 2026-01-31, at midnight UTC. @returns {Date} */
  date() {
    const day = new Date(typeof this.value === "string" ? `${this.value}T00:00:00Z` : NaN);
    return isoDay(day) === this.value ? day : this.expected("a date such as 2026-01-31");
  }

  /** Returns a text. @returns {string} */
  text() {
    return typeof this.value === "string" ? this.value : this.expected("a text");
  }

  /** Returns a boolean. @returns {boolean} */
  flag() {
    return typeof this.value === "boolean" ? this.value : this.expected("true or false");
  }

  /** Returns a name that must be one of these. `kind` is the kind of things that they name, for messages.
   * @param {string} kind @param {string[]} known @returns {string} */
  oneOf(kind, known) {
    return known.includes(this.text()) ? this.value : this.complain(unknown(kind, this.value, known));
  }

  #map() {
    return isMap(this.value) ? this.value : this.expected("a map");
  }

  #child(name) {
    return new Node(this.value[name], `${this.path}.${name}`);
  }
}

/** Returns a date as text, such as 2026-01-31; empty if it is invalid. @param {Date} date */
function isoDay(date) {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

/** @param {Data} data */
function isMap(data) {
  return data !== null && typeof data === "object" && !Array.isArray(data);
}

/** "no key is called `trun`; nearest is `turn`". @param {string} kind @param {string} name @param {string[]} known */
export function unknown(kind, name, known) {
  const near = known.map((word) => ({ word, far: distance(name, word) })).sort((one, other) => one.far - other.far)[0];
  const close = near && near.far <= Math.max(1, Math.floor(name.length / 3));
  return `no ${kind} is called \`${name.slice(0, 60)}\`; ${close ? `nearest is \`${near.word}\`` : `known: ${known.join(", ") || "none"}`}`;
}

/** Returns the number of letters to change, add or remove. */
function distance(one, other) {
  if (Math.abs(one.length - other.length) > 20) return Infinity;
  let row = [...Array(other.length + 1).keys()];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[other.length];
}

/** @param {Data} value */
function described(value) {
  if (value === null) return "nothing";
  if (typeof value === "boolean") return `\`${value}\``;
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "string") return `\`${value.slice(0, 60)}\``;
  return Array.isArray(value) ? "a list" : "a map";
}

/** One run of one task. Extend it. Every task gets a new object, so no task depends on an earlier one. */
export class Game {
  /** The name in reports, and the version. Raise the version with every change. */
  static engine = { name: "", version: "" };
  /** The game: the name of the folder with its rules. */
  static game = "";
  /** The kinds of steps, each with its allowed keys; null if the step is not a map. The method for the step `take` is
   * `take` or `step_take`. If a step has the name of a method of `Game`, such as `ask`, `this.ask` is still the method
   * of `Game`. @type {Record<string, string[] | null>} */
  static steps = {};
  /** The clauses that can be turned off, by name: the rule, and words of the clause. @type {Record<string, string[]>} */
  static switches = {};
  /** Whether `upholds` is called exactly where a clause takes effect. Set it to false if you cannot ensure that. */
  static fires = true;
  /** Every kind of event with its fields. `refused` and `answered` are added. @type {Record<string, string[]>} */
  static events = {};
  /** The layout of the board in the state; see docs/reference/protocol.md. @type {object | null} */
  static board = null;
  /** Clauses with several fair interpretations; see docs/reference/protocol.md. `reading` returns the chosen value. @type {object[]} */
  static readings = [];
  /** The facts that this engine shows, if not all: `{ events: [...], refusals: "...", state: [...], answers: [...] }`.
   * `truthsayer verify` prints it for fields and paths that are never shown; see docs/reference/protocol.md.
   * @type {object | null} */
  static observes = null;

  /** @param {string[]} without */
  constructor(without) {
    this.without = without;
    /** Number of the current step, counted from 1; 0 in the set-up. */
    this.atStep = 0;
    this.log = [];
    this.fired = [];
    this.asked = [];
    this.notes = [];
    this.chosen = {};
  }

  /** Reads the set-up. @param {Node} given */
  setUp(given) {
    throw new Error(`setUp is missing; it would read ${given.path}`);
  }

  /** Returns the whole state: everything that a claim may name. @returns {Record<string, Data>} */
  state() {
    throw new Error("state is missing");
  }

  /** Returns whether a clause is in force. Call it only where the clause takes effect: the source line of the caller is
   * recorded, once for each line. @param {string} name @returns {boolean} */
  upholds(name) {
    return upholds(this, name, this.upholds);
  }

  /** Refuses the step if `wrong` is true and the clause is in force. Call it before anything changes.
   * @param {boolean} wrong @param {string} code @param {string} name */
  forbid(wrong, code, name) {
    if (wrong && upholds(this, name, this.forbid)) this.refuse(code, name);
  }

  /** Adds an event to the log. @param {string} event @param {Record<string, Data>} [fields] */
  tell(event, fields = {}) {
    const { events } = kindOf(this);
    const own = Object.hasOwn(events, event) ? [] : Object.keys(events);
    if (own.length) throw new Error(unknown("event", event, own));
    this.log.push({ [event]: plain(fields) });
  }

  /** Refuses the step. `code` is your name for the reason, `rule` a switch or a rule line; both are optional. Call it
   * before anything changes. @returns {never} */
  refuse(code = "", rule = "") {
    throw new Refused(code, kindOf(this).switches[rule]?.[0] ?? rule);
  }

  /** Adds the answer of an `ask` step to the log. @param {Data} answer */
  answer(answer) {
    this.log.push({ answered: { step: this.atStep, answer: plain(answer) } });
  }

  /** Records that this step answered a question of the engine. `truthsayer explain` shows it. */
  ask(who, what, why) {
    this.asked.push({ who, what, why, step: this.atStep, event: this.log.length });
  }

  /** Adds a note, which is shown and never judged. @param {string} text */
  note(text) {
    this.notes.push({ step: this.atStep || null, event: this.log.length, text });
  }

  /** Returns the value of a reading: from `given.readings`, or its default. @param {string} name @returns {string} */
  reading(name) {
    return this.chosen[name];
  }
}

/** The step methods of each class. */
const METHODS = new WeakMap();

/** The method of each kind of step. @param {typeof Game} kind @returns {Map<string, Function>} */
function methodsOf(kind) {
  let methods = METHODS.get(kind);
  if (!methods) {
    methods = new Map(Object.keys(kind.steps).map((name) => [name, methodOf(kind, name)]));
    METHODS.set(kind, methods);
  }
  return methods;
}

/** Returns the method of a step. A step method with the name of a method of `Game` does not hide it. */
function methodOf(kind, name) {
  const own = kind.prototype[`step_${name}`];
  if (own) return own;
  const [method, inherited] = [kind.prototype[name], Game.prototype[name]];
  if (typeof method !== "function" || method === inherited || ["setUp", "state", "constructor"].includes(name)) {
    throw new Error(`the step \`${name}\` has no method; call it \`step_${name}\``);
  }
  if (inherited) Object.defineProperty(kind.prototype, name, { value: inherited, writable: true, configurable: true });
  return method;
}

/** Returns the class of a game, which contains its declarations. @param {Game} game @returns {typeof Game} */
function kindOf(game) {
  return /** @type {typeof Game} */ (game.constructor);
}

function upholds(game, name, asked) {
  const { switches, fires } = kindOf(game);
  if (!Object.hasOwn(switches, name)) throw new Error(unknown("switch", name, Object.keys(switches)));
  if (game.without.includes(name)) return false;
  if (fires) {
    const { file, line } = caller(asked);
    const known = (it) => it.switch === name && it.file === file && it.line === line;
    if (!game.fired.some(known)) game.fired.push({ switch: name, file, line, event: game.log.length });
  }
  return true;
}

/** Returns the source line of a function call. The file is its path below the start folder of the engine, or only its name. */
function caller(asked) {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = sitesOf;
  Error.stackTraceLimit = 1;
  const trace = {};
  Error.captureStackTrace(trace, asked);
  const site = trace.stack[0];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return { file: shown(site?.getFileName() ?? ""), line: site?.getLineNumber() ?? 0 };
}

function sitesOf(_, sites) {
  return sites;
}

/** Returns a source file as reports show it: its path below the start folder of the engine, or only its name. */
function shown(name) {
  if (!SHOWN.has(name)) SHOWN.set(name, relativeToStart(name));
  return SHOWN.get(name);
}

function relativeToStart(name) {
  const path = relative(START, name.startsWith("file:") ? fileURLToPath(name) : name).replaceAll("\\", "/");
  return path.startsWith("..") ? path.slice(path.lastIndexOf("/") + 1) : path;
}

/** The calls in the engine's own source, the innermost first. Frames of this file and of Node are skipped, and those of
 * packages unless there are no others. */
function calls(error) {
  const frame = /^\s+at (?:(?:async )?(.*?) \()?(?:async )?((?:file:|\/|[A-Za-z]:\\).*?):(\d+):\d+\)?$/;
  const adapter = fileURLToPath(import.meta.url);
  const lines = String(error?.stack ?? "").split("\n");
  const outermost = lines.findIndex((line) => line.includes(" at play (") && line.includes(basename(adapter)));
  const frames = lines.slice(0, outermost < 0 ? undefined : outermost).map((line) => frame.exec(line)).filter(Boolean);
  const path = (file) => (file.startsWith("file:") ? fileURLToPath(file) : file);
  const others = frames.map(([, name, file, line]) => ({ name, file: path(file), line })).filter(({ file }) => file !== adapter);
  const own = others.filter(({ file }) => !/[\\/]node_modules[\\/]/.test(file));
  return own.length ? own : others;
}

/** The innermost line of the engine's own source, such as `engine.mjs:68`; empty if there is none. */
function thrownAt(error) {
  const [innermost] = calls(error);
  return innermost ? `${shown(innermost.file)}:${innermost.line}` : "";
}

/** The last calls before the error, the innermost last, such as `engine.mjs:68 in Pig.hold`. */
function trace(error) {
  const line = (call) => `${shown(call.file)}:${call.line}${call.name ? ` in ${call.name}` : ""}`;
  return calls(error).slice(0, 6).reverse().map(line);
}

/** Returns a copy as plain data, so that later changes of the game do not affect it. A value that JSON cannot represent is
 * an error; `JSON.stringify` would drop it or write null. @param {Data} data @returns {Data} */
export function plain(data) {
  if (data === null || typeof data === "string" || typeof data === "boolean" || Number.isFinite(data)) return data;
  if (typeof data !== "object") throw new TypeError(`${String(data)} is not plain data`);
  if (data instanceof Date) return isoDay(data) ?? plain(NaN);
  if (Array.isArray(data)) return data.map(plain);
  const copy = { ...data };
  for (const name of Object.keys(copy)) copy[name] = plain(copy[name]);
  return copy;
}

/** Returns the `hello` of the engine. @param {typeof Game} kind */
export function hello(kind) {
  methodsOf(kind);
  const { engine, game, switches, fires, events, board, readings, observes } = kind;
  const supports = Object.keys(switches).length ? ["without", ...(fires ? ["fired"] : [])] : [];
  const hello = { protocol: PROTOCOL, engine, game, supports };
  hello.switches = Object.entries(switches).map(([name, [cite, quote]]) => ({ name, cite, quote }));
  if (Object.keys(events).length) {
    const own = { ...events, refused: ["step", "code", "rule"], answered: ["step", "answer"] };
    hello.events = Object.entries(own).map(([name, fields]) => ({ name, fields }));
  }
  return { ...hello, ...(board && { board }), ...(readings.length && { readings }), ...(observes && { observes }) };
}

function setUp(game, given) {
  const { readings } = kindOf(game);
  let own = given;
  if (readings.length) {
    const chosen = new Node(given, "given").get("readings", {}).fields(...readings.map((reading) => reading.name));
    for (const { name, values, default: usual } of readings) {
      game.chosen[name] = chosen.get(name, usual).oneOf(`${name} reading`, values);
    }
    own = { ...given };
    delete own.readings;
  }
  game.setUp(new Node(own, "given"));
}

/** Runs one step. A refusal is logged, and the run continues. */
function perform(game, node) {
  const { steps } = kindOf(game);
  const [kind, data] = node.only(...Object.keys(steps));
  try {
    methodsOf(kindOf(game)).get(kind).call(game, steps[kind] ? data.fields(...steps[kind]) : data);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    const details = { step: game.atStep, code: refusal.code, rule: refusal.rule };
    game.log.push({ refused: Object.fromEntries(Object.entries(details).filter(([, value]) => value)) });
  }
}

/** Runs a task. Every result, also an exception, becomes an answer. */
function play(kind, { id, given, when, without = [] }) {
  const game = new kind(without);
  try {
    const own = Object.keys(kind.switches);
    const odd = without.find((name) => !own.includes(name));
    if (odd !== undefined) throw new Invalid("without", unknown("switch", odd, own));
    setUp(game, given);
    const before = plain(game.state());
    when.forEach((step, index) => {
      game.atStep = index + 1;
      perform(game, new Node(step, `when[${index}]`));
    });
    const played = { id, before, after: plain(game.state()), log: game.log };
    for (const key of ["fired", "asked", "notes"]) if (game[key].length) played[key] = game[key];
    return { played };
  } catch (error) {
    if (error instanceof Invalid) return { invalid: { id, at: error.at, why: error.why + refusals(game.log) } };
    if (error instanceof Unsupported) return { unsupported: { id, why: error.message } };
    console.error(error);
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const crashed = { id, why, at: thrownAt(error), step: game.atStep, trace: trace(error) };
    return { crashed: Object.fromEntries(Object.entries(crashed).filter(([, value]) => value?.length !== 0 && value)) };
  }
}

/** Returns a list of refusals for a complaint: after a refusal, the rest of a script often does not fit. */
function refusals(log) {
  const refused = log.flatMap((event) => event.refused ?? []);
  return refused.map(({ step, code }) => `; step ${step} was refused with \`${code ?? "no reason"}\``).join("");
}

/** Returns a number as digits and a power of ten, equal for all notations of the number. */
function decimal(text) {
  const [, sign, whole = "", fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const exponent = BigInt(power.replace("+", "")) + BigInt(digits.length - significant.length - fraction.length);
  return whole && (significant ? `${sign}${significant}e${exponent}` : "0");
}

/** Returns the first number in a line that JavaScript cannot represent exactly. @param {string} line */
function inexact(line) {
  if (!/\d[\d.]{14}|\d[eE]/.test(line)) return undefined;
  const numbers = line.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((text) => decimal(text) !== decimal(String(Number(text))));
}

/** Returns the answer to a line; null at the end of the conversation. @param {typeof Game} kind @param {string} line */
export function answer(kind, line) {
  let message, body;
  try {
    [[message, body]] = Object.entries(JSON.parse(line));
    if (message === "play" && !(Array.isArray(body.when) && "given" in body && "id" in body)) throw new Error("no task");
    if (message === "hello" && !(body.protocol >= PROTOCOL)) throw new Error(`there is no protocol ${body.protocol}`);
  } catch (error) {
    return { unknown: { why: `this line cannot be read: ${error.message}` } };
  }
  if (message === "bye") return null;
  if (message === "hello") return { hello: hello(kind) };
  // A result computed from an inexact number would not show whether the engine keeps the rules.
  const odd = message === "play" ? inexact(line) : undefined;
  if (odd) return { unsupported: { id: body.id, why: `a JavaScript number cannot hold ${odd.slice(0, 40)} exactly` } };
  return message === "play" ? play(kind, body) : { unknown: { why: `there is no message \`${message}\`` } };
}

/** Reads stdin piece by piece. An engine only waits for the next task, so it needs no stream. */
function* stdin() {
  const [buffer, decoder] = [Buffer.alloc(1 << 16), new StringDecoder("utf8")];
  for (let size; (size = trying(() => readSync(0, buffer))); ) yield decoder.write(buffer.subarray(0, size));
}

const stdout = {
  /** @param {string} text */
  write(text) {
    const size = trying(() => writeSync(1, text));
    if (size === 0 || size === Buffer.byteLength(text)) return;
    // The other side takes the rest later.
    for (let rest = Buffer.from(text).subarray(size); rest.length; ) rest = rest.subarray(trying(() => writeSync(1, rest)) || rest.length);
  },
};

/** Repeats an operation until the other side is ready. Returns 0 if the other side has gone.
 * @param {() => number} operation @returns {number} */
function trying(operation) {
  for (;;) {
    try {
      return operation();
    } catch (error) {
      if (["EOF", "EPIPE"].includes(error.code)) return 0;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Answers every line of stdin on stdout until `bye` or the end. Output that the game prints goes to stderr.
 * @param {typeof Game} kind */
export async function serve(kind, source = stdin(), sink = stdout) {
  console.log = console.info = console.debug = console.error;
  /** Answers a line, or returns false at the end of the conversation. @param {string} line */
  const answers = (line) => {
    const said = answer(kind, line);
    if (said !== null) sink.write(`${JSON.stringify(said)}\n`);
    return said !== null;
  };
  source.setEncoding?.("utf8");
  let rest = "";
  for await (const chunk of source) {
    rest += chunk;
    if (!chunk.includes("\n")) continue;
    // Lines end only at a line feed, because texts may contain other line separators.
    const lines = rest.split("\n");
    rest = lines.pop();
    if (!lines.every(answers)) return;
  }
  if (rest) answers(rest);
}
