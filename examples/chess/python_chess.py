"""python-chess behind the Truthsayer protocol. The board is the library's; `lacking.py` can turn a clause off."""
import re
import sys
sys.path.append(sys.path[0] + "/../../adapters/python")
import chess
from lacking import SWITCHES, Lacking
from truthsayer_engine import Game, serve, step

RESULTS = {"1-0": "white_wins", "0-1": "black_wins", "1/2-1/2": "draw"}
SIDES = {"white": chess.WHITE, "black": chess.BLACK}
GLYPHS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
DARK = [chess.square_name(square) for square in chess.SquareSet(chess.BB_DARK_SQUARES)]


class PythonChess(Game):
    name, version, game = "python-chess", chess.__version__, "chess"
    switches = {name: (f"chess/chess.md:{line}", quote) for name, (line, quote) in SWITCHES.items()}
    # The adapter cannot see which lines of the library take effect.
    fires = False
    events = {"moved": ["piece", "from", "to"], "captured": ["piece", "at"], "castled": ["rook_from", "rook_to"],
              "promoted": ["at", "to"], "check": ["against"], "ended": ["result", "by"]}
    # The library reports that a move is illegal, without a reason.
    observes = {"events": [*events, "answered"], "refusals": "bare", "answers": ["moves"], "state": [
        "board", "turn", "castling", "en_passant", "clock", "number", "check", "checkmate", "stalemate", "insufficient",
        "draw", "over", "result", "may_claim"]}
    board = {"at": "board", "columns": list("abcdefgh"), "rows": list("87654321"), "empty": "empty",
             "sides": ["white", "black"], "glyphs": GLYPHS,
             "grounds": [{"name": "dark", "sign": "·", "squares": DARK}, {"name": "light", "sign": " "}]}

    def set_up(self, given):
        given.fields("fen", "pieces", "turn", "castling", "en_passant", "clock", "number", "moves")
        place = given.need("fen") if given.has("fen") else given
        self.position = self.read(place, fen(given))
        if not self.position.is_acceptable():
            place.complain(f"the library does not take this position: {self.position.status()!r}")
        for node in given.get("moves", []).items():
            if not self.plays(node):
                node.complain("this move is not legal")
        self.log.clear()

    def read(self, node, text):
        try:
            return Lacking(text, self.without)
        except ValueError as error:
            node.complain(str(error))

    def state(self):
        position, over = self.position, self.position.ending()
        rights = {name: {"short": position.has_kingside_castling_rights(side),
                         "long": position.has_queenside_castling_rights(side)} for name, side in SIDES.items()}
        return {
            "board": {chess.square_name(at): shown(position.piece_at(at)) for at in chess.SQUARES},
            "turn": "white" if position.turn else "black", "castling": rights, "clock": position.halfmove_clock,
            "en_passant": next((chess.square_name(move.to_square) for move in position.legal_moves
                                if position.is_en_passant(move)), "none"),
            "number": position.fullmove_number, "check": position.is_check(), "checkmate": position.is_checkmate(),
            "stalemate": position.is_stalemate(), "insufficient": position.is_insufficient_material(),
            "draw": over is not None and over.winner is None, "over": over is not None and position.ends(over),
            "result": RESULTS[over.result()] if over else "open",
            "may_claim": {"threefold": position.can_claim_threefold_repetition(),
                          "fifty": position.can_claim_fifty_moves()}}

    @step()
    def move(self, data):
        if not self.plays(data):
            self.refuse()

    @step()
    def line(self, data):
        kept, length = self.position.copy(), len(self.log)
        for node in data.items():
            if not self.plays(node):
                self.position = kept
                del self.log[length:]
                self.refuse()

    @step("moves")
    def ask(self, data):
        of = data.need("moves").text()
        if of != "all" and of not in chess.SQUARE_NAMES:
            data.need("moves").complain("this must be a square or `all`")
        moves = sorted(move.uci() for move in self.position.legal_moves)
        self.answer(moves if of == "all" else [move[2:] for move in moves if move.startswith(of)])

    @step(name="set_up")
    def place(self, data):
        position = self.read(data, data.text())
        if not position.is_acceptable():
            self.refuse()
        self.position = position

    def plays(self, node):
        """Makes a move if it is legal, and logs its events."""
        if not re.fullmatch("([a-h][1-8]){2}[a-z]?", node.text()) or node.value[4:] not in " pnbrqk":
            node.complain("a move is written like e2e4 or a7a8q")
        position, move = self.position, chess.Move.from_uci(node.value)
        if not position.is_legal(move):
            return False
        source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
        self.tell("moved", piece=shown(position.piece_at(move.from_square)), from_=source, to=target)
        if position.is_castling(move):
            short = chess.square_file(move.to_square) > 4
            rook_from, rook_to = ("h", "f") if short else ("a", "d")
            self.tell("castled", rook_from=rook_from + source[1], rook_to=rook_to + source[1])
        elif position.is_capture(move):
            at = target[0] + source[1] if position.is_en_passant(move) else target
            self.tell("captured", piece=shown(position.piece_at(chess.parse_square(at))), at=at)
        if move.promotion:
            self.tell("promoted", at=target, to=chess.piece_name(move.promotion))
        position.push(move)
        if position.is_check():
            self.tell("check", against="white" if position.turn else "black")
        over = position.ending()
        if over and position.ends(over):
            self.tell("ended", result=RESULTS[over.result()], by=over.termination.name.lower())
        return True


def shown(piece):
    return piece.symbol() if piece else "empty"


def fen(given):
    """Returns the set-up as FEN. It is given as FEN or piece by piece; pieces can be shrunk one at a time."""
    if given.has("fen"):
        for name in ("pieces", "turn", "castling", "en_passant", "clock", "number"):
            if given.has(name):
                given.need(name).complain("the fen says this already")
        return given.need("fen").text()
    if not given.has("pieces"):
        return chess.STARTING_FEN
    board = chess.Board(None)
    for square, piece in given.need("pieces").fields(*chess.SQUARE_NAMES).pairs():
        board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(piece.one_of("piece", "KQRBNPkqrbnp")))
    turn = given.get("turn", "white").one_of("side", SIDES)[0]
    rest = (given.get("castling", "-").text(), given.get("en_passant", "-").text())
    count = f"{given.get('clock', 0).number(0, 1000)} {given.get('number', 1).number(1, 10000)}"
    return f"{board.board_fen()} {turn} {rest[0]} {rest[1]} {count}"


serve(PythonChess)
