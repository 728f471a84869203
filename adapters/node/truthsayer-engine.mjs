// A rules engine in JavaScript behind the Truthsayer protocol. Copy this one file beside your engine; it needs nothing
// else.
//
// A game is a class: what it declares, a method that reads the set-up, one that shows the state, and one for each kind of
// step. This file does the rest: the conversation, strict reading, refusals, complaints, and the notes about which clause
// took effect where. README.md beside it shows a whole engine.
import { basename, relative } from "node:path";
import { cwd, stdin, stdout } from "node:process";
import { fileURLToPath } from "node:url";

export const PROTOCOL = 1;
const START = cwd();
/** The shown name of each source file. @type {Map<string, string>} */
const SHOWN = new Map();

/** Plain data: null, booleans, numbers, texts, lists, and maps.
 * @typedef {any} Data */

/** The task makes no sense: the author's mistake, with the path of what is wrong and why. */
export class Invalid extends Error {
  /** @param {string} at @param {string} why */
  constructor(at, why) {
    super(`${at}: ${why}`);
    this.at = at;
    this.why = why;
  }
}

/** The rules forbid what a step wants. `Game.refuse` throws it. */
export class Refused extends Error {
  /** @param {string} code @param {string} rule */
  constructor(code, rule) {
    super(code);
    this.code = code;
    this.rule = rule;
  }
}

/** This engine does not play that part of the game. Throw it with the reason, anywhere. */
export class Unsupported extends Error {}

/** A value in the data of a task and the path to it. Every method that reads it complains where it makes no sense. */
export class Node {
  /** @param {Data} value @param {string} path */
  constructor(value, path) {
    this.value = value;
    this.path = path;
  }

  /** Says what is wrong here. @param {string} why @returns {never} */
  complain(why) {
    throw new Invalid(this.path, why);
  }

  /** Says that something else belongs here. @param {string} what @returns {never} */
  expected(what) {
    this.complain(`expected ${what}, found ${described(this.value)}`);
  }

  /** A map whose keys are all among these. @param {...string} known @returns {Node} */
  fields(...known) {
    const odd = this.#keys().find((name) => !known.includes(name));
    if (odd !== undefined) this.#child(odd).complain(unknown("key", odd, known));
    return this;
  }

  /** The value of a key, or a default as if somebody had written it. @param {string} name @param {Data} [otherwise] */
  get(name, otherwise = null) {
    return this.#keys().includes(name) ? this.#child(name) : new Node(otherwise, `${this.path}.${name}`);
  }

  /** The value of a key that must not be missing. @param {string} name */
  need(name) {
    if (!this.#keys().includes(name)) this.complain(`\`${name}\` is missing`);
    return this.#child(name);
  }

  /** Whether this is a map with that key. @param {string} name */
  has(name) {
    return isMap(this.value) && Object.hasOwn(this.value, name);
  }

  /** The only entry of a map, such as a step: its name, which must be one of these, and what it says.
   * @param {...string} known @returns {[string, Node]} */
  only(...known) {
    const pairs = this.fields(...known).pairs();
    if (pairs.length !== 1) this.complain(`expected one key, one of: ${known.join(", ")}`);
    return pairs[0];
  }

  /** The entries of a map, in the order of their names. @returns {[string, Node][]} */
  pairs() {
    return this.#keys().map((name) => [name, this.#child(name)]);
  }

  /** The elements of a list. @returns {Node[]} */
  items() {
    if (!Array.isArray(this.value)) this.expected("a list");
    return this.value.map((value, index) => new Node(value, `${this.path}[${index}]`));
  }

  /** A whole number between two others. @param {number} least @param {number} most @returns {number} */
  number(least, most) {
    const fits = Number.isInteger(this.value) && least <= this.value && this.value <= most;
    return fits ? this.value : this.expected(`a whole number from ${least} to ${most}`);
  }

  /** A number between two others, with or without a fraction. @param {number} least @param {number} most @returns {number} */
  decimal(least, most) {
    const fits = typeof this.value === "number" && least <= this.value && this.value <= most;
    return fits ? this.value : this.expected(`a number from ${least} to ${most}`);
  }

  /** A date such as 2026-01-31, at midnight UTC. @returns {Date} */
  date() {
    const day = new Date(typeof this.value === "string" ? `${this.value}T00:00:00Z` : NaN);
    return isoDay(day) === this.value ? day : this.expected("a date such as 2026-01-31");
  }

  /** A text. @returns {string} */
  text() {
    return typeof this.value === "string" ? this.value : this.expected("a text");
  }

  /** True or false. @returns {boolean} */
  flag() {
    return typeof this.value === "boolean" ? this.value : this.expected("true or false");
  }

  /** A name that must be one of these; `kind` is what they are names of.
   * @param {string} kind @param {string[]} known @returns {string} */
  oneOf(kind, known) {
    return known.includes(this.text()) ? this.value : this.complain(unknown(kind, this.value, known));
  }

  #keys() {
    return isMap(this.value) ? Object.keys(this.value).sort() : this.expected("a map");
  }

  #child(name) {
    return new Node(this.value[name], `${this.path}.${name}`);
  }
}

/** A date as text, such as 2026-01-31; nothing if it is invalid. @param {Date} date */
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

/** How many letters have to be changed, added or left out. */
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

/** One play of one task. Extend it; a new object is made for every task, so nothing is left over from the last. */
export class Game {
  /** As documents will call the engine; the version is to be raised with every change. */
  static engine = { name: "", version: "" };
  /** The name of the folder with its rules. */
  static game = "";
  /** The kinds of steps, with the keys each may have; null where it is not a map. The step `take` is played by the method
   * `take` or `step_take`. A step may be called like a method of `Game`, such as `ask`: `this.ask` is then still the method
   * of `Game`. @type {Record<string, string[] | null>} */
  static steps = {};
  /** The clauses that can be turned off: name, then the rule and words that stand in it. @type {Record<string, string[]>} */
  static switches = {};
  /** Whether `upholds` is asked exactly where a clause takes effect. Say false where you cannot know that. */
  static fires = true;
  /** Every kind of event with its fields. `refused` and `answered` are added. @type {Record<string, string[]>} */
  static events = {};
  /** How the state shows a board; see docs/reference/protocol.md. @type {object | null} */
  static board = null;
  /** Points on which fair players differ; see docs/reference/protocol.md. `reading` says what was chosen. @type {object[]} */
  static readings = [];
  /** What this engine shows, if not everything: `{ events: [...], refusals: "...", state: [...], answers: [...] }`.
   * `truthsayer verify` prints it for fields and paths that are never shown; see docs/reference/protocol.md.
   * @type {object | null} */
  static observes = null;

  /** @param {string[]} without */
  constructor(without) {
    this.without = without;
    /** The step that is being played, counted from 1; 0 in the set-up. */
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

  /** The whole state: everything that a claim could speak of. @returns {Record<string, Data>} */
  state() {
    throw new Error("state is missing");
  }

  /** Whether a clause is in force, asked where it takes effect and nowhere else. The place of the caller and the moment
   * are noted, once for each place. @param {string} name @returns {boolean} */
  upholds(name) {
    return upholds(this, name, this.upholds);
  }

  /** Refuses what this step wants if it is wrong and the clause is in force. Nothing may have changed before.
   * @param {boolean} wrong @param {string} code @param {string} name */
  forbid(wrong, code, name) {
    if (wrong && upholds(this, name, this.forbid)) this.refuse(code, name);
  }

  /** Something happened. @param {string} event @param {Record<string, Data>} [fields] */
  tell(event, fields = {}) {
    const own = Object.keys(kindOf(this).events);
    if (own.length && !own.includes(event)) throw new Error(unknown("event", event, own));
    this.log.push({ [event]: plain(fields) });
  }

  /** The rules forbid what this step wants: `code` is a word of yours, `rule` a switch or a rule line. Both may be left
   * out where the reason is not known. Nothing may have changed before. @returns {never} */
  refuse(code = "", rule = "") {
    throw new Refused(code, kindOf(this).switches[rule]?.[0] ?? rule);
  }

  /** What an `ask` step returns. @param {Data} answer */
  answer(answer) {
    this.log.push({ answered: { step: this.atStep, answer: plain(answer) } });
  }

  /** This step gave a decision that somebody had to make; `truthsayer explain` tells it. */
  ask(who, what, why) {
    this.asked.push({ who, what, why, step: this.atStep, event: this.log.length });
  }

  /** A remark that is shown and never judged. @param {string} text */
  note(text) {
    this.notes.push({ step: this.atStep || null, event: this.log.length, text });
  }

  /** The value of a reading: chosen in `given.readings`, or its default. @param {string} name @returns {string} */
  reading(name) {
    return this.chosen[name];
  }
}

/** The methods of the steps of each class. */
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

/** The method of a step. One that is called like a method of `Game` makes room for it. */
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

/** The class of a game, which holds what it declares. @param {Game} game @returns {typeof Game} */
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

/** Where a function was called: the file below the folder the engine was started in, or its name alone. */
function caller(asked) {
  const [kept, depth] = [Error.prepareStackTrace, Error.stackTraceLimit];
  Error.prepareStackTrace = (_, sites) => sites;
  Error.stackTraceLimit = 1;
  const trace = {};
  Error.captureStackTrace(trace, asked);
  const site = trace.stack[0];
  [Error.prepareStackTrace, Error.stackTraceLimit] = [kept, depth];
  return { file: shown(site?.getFileName() ?? ""), line: site?.getLineNumber() ?? 0 };
}

/** A source file as documents show it: below the folder the engine was started in, or by its name alone. */
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

/** A copy as plain data, so that what is told does not change with the game afterwards. JSON turns what it has no word
 * for into null, or leaves it out; here that is an error. @param {Data} data @returns {Data} */
export function plain(data) {
  if (data instanceof Date) return isoDay(data) ?? plain(NaN);
  if (typeof data === "number" ? !Number.isFinite(data) : !["object", "string", "boolean"].includes(typeof data)) {
    throw new TypeError(`${String(data)} is no plain data`);
  }
  if (Array.isArray(data)) return data.map(plain);
  return isMap(data) ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plain(value)])) : data;
}

/** What the engine tells about itself. @param {typeof Game} kind */
export function hello(kind) {
  methodsOf(kind);
  const { engine, game, switches, fires, events, board, readings, observes } = kind;
  const supports = Object.keys(switches).length ? ["without", ...(fires ? ["fired"] : [])] : [];
  const told = { protocol: PROTOCOL, engine, game, supports };
  told.switches = Object.entries(switches).map(([name, [cite, quote]]) => ({ name, cite, quote }));
  if (Object.keys(events).length) {
    const own = { ...events, refused: ["step", "code", "rule"], answered: ["step", "answer"] };
    told.events = Object.entries(own).map(([name, fields]) => ({ name, fields }));
  }
  return { ...told, ...(board && { board }), ...(readings.length && { readings }), ...(observes && { observes }) };
}

function setUp(game, given) {
  const { readings } = kindOf(game);
  const own = { ...given };
  if (readings.length) {
    const chosen = new Node(given, "given").get("readings", {}).fields(...readings.map((reading) => reading.name));
    for (const { name, values, default: usual } of readings) {
      game.chosen[name] = chosen.get(name, usual).oneOf(`${name} reading`, values);
    }
    delete own.readings;
  }
  game.setUp(new Node(isMap(given) ? own : given, "given"));
}

/** Plays one step. What the rules forbid is told in the log, and the play goes on. */
function perform(game, node) {
  const { steps } = kindOf(game);
  const [kind, data] = node.only(...Object.keys(steps));
  try {
    methodsOf(kindOf(game)).get(kind).call(game, steps[kind] ? data.fields(...steps[kind]) : data);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    const told = { step: game.atStep, code: refusal.code, rule: refusal.rule };
    game.log.push({ refused: Object.fromEntries(Object.entries(told).filter(([, value]) => value)) });
  }
}

/** Plays a task: whatever happens is an answer. */
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
    const rest = Object.entries({ fired: game.fired, asked: game.asked, notes: game.notes }).filter(([, it]) => it.length);
    return { played: { id, before, after: plain(game.state()), log: game.log, ...Object.fromEntries(rest) } };
  } catch (error) {
    if (error instanceof Invalid) return { invalid: { id, at: error.at, why: error.why + refusals(game.log) } };
    if (error instanceof Unsupported) return { unsupported: { id, why: error.message } };
    console.error(error);
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const crashed = { id, why, at: thrownAt(error), step: game.atStep, trace: trace(error) };
    return { crashed: Object.fromEntries(Object.entries(crashed).filter(([, value]) => value?.length !== 0 && value)) };
  }
}

/** After a refusal a script rarely fits, so that is told with the complaint. */
function refusals(log) {
  const refused = log.flatMap((event) => event.refused ?? []);
  return refused.map(({ step, code }) => `; step ${step} was refused with \`${code ?? "no reason"}\``).join("");
}

/** The value of a number as digits and a power of ten, the same however it is written. */
function decimal(text) {
  const [, sign, whole = "", fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const exponent = BigInt(power.replace("+", "")) + BigInt(digits.length - significant.length - fraction.length);
  return whole && (significant ? `${sign}${significant}e${exponent}` : "0");
}

/** The first number in a line that JavaScript cannot hold exactly. @param {string} line */
function inexact(line) {
  if (!/\d[\d.]{14}|\d[eE]/.test(line)) return undefined;
  const numbers = line.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((text) => decimal(text) !== decimal(String(Number(text))));
}

/** The answer to a line; null when there are no more questions. @param {typeof Game} kind @param {string} line */
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
  // A result computed from another number than the task has would say nothing about the rules.
  const odd = message === "play" ? inexact(line) : undefined;
  if (odd) return { unsupported: { id: body.id, why: `a JavaScript number cannot hold ${odd.slice(0, 40)} exactly` } };
  return message === "play" ? play(kind, body) : { unknown: { why: `there is no message \`${message}\`` } };
}

/** Lines end at a line feed and at nothing else: other ends of lines may stand inside a text. */
async function* lines(source) {
  source.setEncoding?.("utf8");
  let rest = "";
  for await (const chunk of source) {
    rest += chunk;
    if (!chunk.includes("\n")) continue;
    const whole = rest.split("\n");
    rest = whole.pop();
    yield* whole;
  }
  if (rest) yield rest;
}

/** Answers every line of stdin on stdout until `bye` or the end. What the game prints goes to its log, stderr.
 * @param {typeof Game} kind */
export async function serve(kind, source = stdin, sink = stdout) {
  console.log = console.info = console.debug = console.error;
  sink.on?.("error", () => process.exit());
  for await (const line of lines(source)) {
    const said = answer(kind, line);
    if (said === null) break;
    sink.write(`${JSON.stringify(said)}\n`);
  }
}
