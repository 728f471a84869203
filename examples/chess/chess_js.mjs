// chess.js behind the Truthsayer protocol: `node chess_js.mjs chess.js`, or another version under its name in package.json.
import { createRequire } from "node:module";
import { Game, serve } from "../../adapters/node/truthsayer-engine.mjs";

const library = process.argv[2] ?? "chess.js";
const require = createRequire(import.meta.url);
const { Chess, SQUARES } = require(library);
const { version } = require(`${library}/package.json`);

const SIDES = { w: "white", b: "black" };
const NAMES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const GLYPHS = Object.fromEntries([..."KQRBNPkqrbnp"].map((piece, index) => [piece, [..."♔♕♖♗♘♙♚♛♜♝♞♟"][index]]));
const DARK = SQUARES.filter((at) => new Chess().squareColor(at) === "dark");
const PARTS = ["pieces", "turn", "castling", "en_passant", "clock", "number"];

class ChessJs extends Game {
  static engine = { name: "chess.js", version };
  static game = "chess";
  static steps = { move: null, line: null, ask: ["moves"], set_up: null };
  static events = { moved: ["piece", "from", "to"], captured: ["piece", "at"], castled: ["rook_from", "rook_to"],
    promoted: ["at", "to"], check: ["against"], ended: ["result", "by"] };
  // The library reports that a move is illegal, without a reason.
  static observes = { events: [...Object.keys(ChessJs.events), "answered"], refusals: "bare", answers: ["moves"], state: [
    "board", "turn", "castling", "en_passant", "clock", "number", "check", "checkmate", "stalemate", "insufficient", "draw",
    "over", "result", "may_claim"] };
  static board = { at: "board", columns: [..."abcdefgh"], rows: [..."87654321"], empty: "empty", sides: ["white", "black"],
    glyphs: GLYPHS, grounds: [{ name: "dark", sign: "·", squares: DARK }, { name: "light", sign: " " }] };

  setUp(given) {
    given.fields("fen", ...PARTS, "moves");
    const node = given.has("fen") ? given.need("fen") : given;
    this.chess = new Chess();
    const why = this.refusal(fen(given));
    if (why) node.complain(`the library does not take this position: ${why}`);
    for (const move of given.get("moves", []).items()) {
      if (!this.plays(move)) move.complain("this move is not legal");
    }
    this.log.length = 0;
  }

  /** Loads a position, or returns why the library rejects it. */
  refusal(text) {
    try {
      this.chess.load(text);
      return null;
    } catch (error) {
      return error.message;
    }
  }

  state() {
    const chess = this.chess;
    const [, turn, , , clock, number] = chess.fen().split(" ");
    const rights = (side) => ({ short: chess.getCastlingRights(side).k, long: chess.getCastlingRights(side).q });
    const piece = (at) => shown(chess.get(at));
    const enPassant = chess.moves({ verbose: true }).find((move) => move.flags.includes("e"));
    return {
      board: Object.fromEntries(SQUARES.map((at) => [at, piece(at)])), turn: SIDES[turn],
      castling: { white: rights("w"), black: rights("b") }, en_passant: enPassant ? enPassant.to : "none",
      clock: Number(clock), number: Number(number), check: chess.isCheck(), checkmate: chess.isCheckmate(),
      stalemate: chess.isStalemate(), insufficient: chess.isInsufficientMaterial(), draw: chess.isDraw(),
      over: chess.isGameOver(), result: this.result(),
      may_claim: { threefold: chess.isThreefoldRepetition(), fifty: chess.isDrawByFiftyMoves() },
    };
  }

  result() {
    if (this.chess.isCheckmate()) return this.chess.turn() === "w" ? "black_wins" : "white_wins";
    return this.chess.isDraw() ? "draw" : "open";
  }

  move(data) { if (!this.plays(data)) this.refuse(); }

  line(data) {
    const [length, moves] = [this.log.length, data.items()];
    const legal = moves.findIndex((move) => !this.plays(move));
    if (legal < 0) return;
    for (let played = 0; played < legal; played++) this.chess.undo();
    this.log.length = length;
    this.refuse();
  }

  ask(data) {
    const of = data.need("moves").text();
    if (of !== "all" && !SQUARES.includes(of)) data.need("moves").complain("this must be a square or `all`");
    const moves = this.chess.moves({ verbose: true }).map((move) => move.from + move.to + (move.promotion ?? "")).sort();
    this.answer(of === "all" ? moves : moves.filter((move) => move.startsWith(of)).map((move) => move.slice(2)));
  }

  set_up(data) {
    const kept = this.chess;
    this.chess = new Chess();
    if (!this.refusal(data.text())) return;
    this.chess = kept;
    this.refuse();
  }

  /** Makes a move if it is legal, and logs its events. */
  plays(node) {
    const written = /^([a-h][1-8])([a-h][1-8])([pnbrqk]?)$/.exec(node.text());
    if (!written) node.complain("a move is written like e2e4 or a7a8q");
    const [, from, to, promotion] = written;
    const piece = shown(this.chess.get(from));
    let made;
    try {
      made = this.chess.move({ from, to, ...(promotion && { promotion }) });
    } catch {
      return false;
    }
    this.tell("moved", { piece, from, to });
    const [short, long, enPassant] = ["k", "q", "e"].map((flag) => made.flags.includes(flag));
    const [rookFrom, rookTo] = short ? ["h", "f"] : ["a", "d"];
    if (short || long) this.tell("castled", { rook_from: rookFrom + from[1], rook_to: rookTo + from[1] });
    const taken = made.captured && (made.color === "w" ? made.captured : made.captured.toUpperCase());
    if (taken) this.tell("captured", { piece: taken, at: enPassant ? to[0] + from[1] : to });
    if (made.promotion) this.tell("promoted", { at: to, to: NAMES[made.promotion] });
    if (this.chess.isCheck()) this.tell("check", { against: SIDES[this.chess.turn()] });
    if (this.chess.isGameOver()) this.tell("ended", { result: this.result(), by: this.reason() });
    return true;
  }

  reason() {
    const { chess } = this;
    if (chess.isCheckmate()) return "checkmate";
    if (chess.isStalemate()) return "stalemate";
    if (chess.isInsufficientMaterial()) return "insufficient_material";
    return chess.isThreefoldRepetition() ? "threefold_repetition" : "fifty_moves";
  }
}

function shown(piece) {
  return piece ? (piece.color === "w" ? piece.type.toUpperCase() : piece.type) : "empty";
}

/** Returns the set-up as FEN. It is given as FEN or piece by piece; pieces can be shrunk one at a time. */
function fen(given) {
  if (given.has("fen")) {
    const twice = PARTS.find((name) => given.has(name));
    if (twice) given.need(twice).complain("the fen says this already");
    return given.need("fen").text();
  }
  if (!given.has("pieces")) return new Chess().fen();
  const pieces = given.need("pieces").fields(...SQUARES);
  for (const [, piece] of pieces.pairs()) piece.oneOf("piece", Object.keys(GLYPHS));
  const row = (number) => [..."abcdefgh"].map((column) => pieces.get(column + number, "1").text()).join("");
  const rank = (number) => row(number).replace(/1+/g, (gap) => gap.length);
  const turn = given.get("turn", "white").oneOf("side", ["white", "black"])[0];
  const rest = [given.get("castling", "-").text(), given.get("en_passant", "-").text()].join(" ");
  const count = `${given.get("clock", 0).number(0, 1000)} ${given.get("number", 1).number(1, 10000)}`;
  return `${[..."87654321"].map(rank).join("/")} ${turn} ${rest} ${count}`;
}

serve(ChessJs);
