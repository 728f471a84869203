"""A board of python-chess whose clauses can be turned off. With every switch on, nothing here changes the library."""
import chess
from chess import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, Move

# Each switch: the line of the rulebook, and words of the clause that it turns off.
SWITCHES = {
    "white_begins": (7, "White makes the first move"), "turns": (7, "then the players move in turn"),
    "own_pieces": (8, "only pieces of their own colour"), "one_piece": (9, "No piece moves to a square"),
    "capture": (10, "the captured piece leaves the board"),
    "rook": (16, "A rook moves"), "bishop": (17, "A bishop moves"), "queen": (18, "A queen moves"),
    "no_jumping": (19, "do not pass over another piece"), "knight": (20, "two squares along a file or rank"),
    "knight_jumps": (20, "does not hinder"), "king": (21, "any adjoining square"),
    "pawn_step": (25, "one square straight ahead"), "double_step": (26, "two squares ahead"),
    "pawn_capture": (27, "diagonally ahead"), "no_straight_capture": (27, "does not capture straight ahead"),
    "en_passant": (28, "may capture it"), "en_passant_victim": (29, "leaves the square it stands on"),
    "en_passant_at_once": (30, "the very next move only"), "en_passant_and_check": (31, "is not allowed"),
    "promotion": (32, "replaced in the same move"), "promotion_choice": (33, "The choice of the new piece is free"),
    "promotion_duty": (34, "cannot stay a pawn"), "promotion_only_there": (35, "before the last rank"),
    "castling": (39, "The king moves two squares"), "castling_rook": (39, "the rook moves to the square"),
    "king_moved": (40, "has moved the king"), "rook_moved": (41, "a rook that has moved"),
    "rook_taken": (42, "a rook that has been captured"), "castling_path": (43, "must be empty"),
    "out_of_check": (44, "A king in check does not castle"), "through_check": (45, "does not cross"),
    "into_check": (46, "does not arrive"), "rook_attacked": (47, "The rook may be attacked"),
    "check": (51, "A king is in check"), "pinned_attack": (52, "even if it cannot move there"),
    "answer": (53, "must end the check"), "double_check": (54, "only a move of the king"),
    "self_check": (55, "leave or place"), "impossible": (56, "cannot arise"),
    "mate_loses": (60, "has lost"), "mate_ends": (60, "the game ends at once"), "stalemate": (61, "is not in check"),
    "dead": (62, "no series of legal moves"), "bare_kings": (63, "King against king"),
    "one_minor": (64, "one bishop or one knight"), "same_bishops": (65, "squares of one colour"),
    "knights_live": (66, "King and knight against king and knight"),
    "bishop_and_knight_live": (66, "king and bishop against king and knight"),
    "bishops_live": (66, "bishops on squares of both colours"), "two_knights_live": (66, "two knights against a king"),
    "threefold": (68, "for the third time"), "threefold_ahead": (69, "announcing a move"),
    "same_position": (70, "the same player is to move"), "same_en_passant": (71, "captured en passant in one of them"),
    "same_castling": (72, "the right to castle"), "fivefold": (73, "for the fifth time"),
    "fifty": (74, "fifty moves in a row"), "claim_needed": (75, "unless a player claims"),
    "seventy_five": (76, "seventy-five moves by each player"), "mate_first": (77, "the checkmate counts"),
    "count_anew": (78, "to zero"), "fifty_ahead": (80, "made in advance too"),
}
# Target and origin of the king, and the square of the rook.
CASTLING = {chess.G1: (chess.E1, chess.H1), chess.C1: (chess.E1, chess.A1),
            chess.G8: (chess.E8, chess.H8), chess.C8: (chess.E8, chess.A8)}
# The pieces besides the kings, and the clause about them.
DRAWS = {"bare": "bare_kings", "n": "one_minor", "b": "one_minor", "same": "same_bishops", "n/n": "knights_live",
         "b/n": "bishop_and_knight_live", "both": "bishops_live", "nn": "two_knights_live"}


class Lacking(chess.Board):
    def __init__(self, fen=chess.STARTING_FEN, off=()):
        self.off, self.moved, self.taken, self.past = frozenset(off), 0, 0, []
        super().__init__(fen)
        if "white_begins" in self.off and fen == chess.STARTING_FEN:
            self.turn = BLACK
        self.rights = self.clean_castling_rights() if fen else 0

    def copy(self, *, stack=True):
        board = super().copy(stack=stack)
        board.off, board.rights, board.past = self.off, self.rights, self.past[:]
        board.moved, board.taken = self.moved, self.taken
        return board

    def is_acceptable(self):
        waived = chess.STATUS_OPPOSITE_CHECK | chess.STATUS_TOO_MANY_CHECKERS if "impossible" in self.off else 0
        return not self.status() & ~waived

    # Moves: those of the library, changed by the clauses that are off.

    def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        legal = super().generate_legal_moves
        if not self.off:
            yield from legal(from_mask, to_mask)
            return
        moves = {move for move in legal() if not any(self.allowed_by(switch, move) for switch in self.off)}
        for switch in self.off:
            moves.update(getattr(self, f"more_{switch}", list)())
        for move in sorted(moves, key=Move.uci):
            if chess.BB_SQUARES[move.from_square] & from_mask and chess.BB_SQUARES[move.to_square] & to_mask:
                yield move

    def is_legal(self, move):
        return move in self.generate_legal_moves() if self.off else super().is_legal(move)

    def allowed_by(self, switch, move):
        """Whether a move needs the clause of this switch."""
        kind, castles, takes = self.piece_type_at(move.from_square), self.is_castling(move), self.is_capture(move)
        steps = abs(chess.square_rank(move.to_square) - chess.square_rank(move.from_square))
        en_passant = self.is_en_passant(move)
        return {
            "rook": kind == ROOK, "bishop": kind == BISHOP, "queen": kind == QUEEN, "knight": kind == KNIGHT,
            "king": kind == KING and not castles, "capture": takes and not en_passant, "castling": castles,
            "knight_jumps": kind == KNIGHT and self.hindered(move),
            "pawn_step": kind == PAWN and steps == 1 and not takes, "double_step": kind == PAWN and steps == 2,
            "pawn_capture": kind == PAWN and takes and not en_passant, "en_passant": en_passant,
            "promotion": bool(move.promotion), "promotion_choice": move.promotion not in (None, QUEEN),
            "rook_attacked": castles and any(self.attackers_mask(not self.turn, at) for at in self.way_of_rook(move)),
        }.get(switch, False)

    def hindered(self, move):
        """Whether a piece blocks the knight, as if it could not jump."""
        (x, y), (u, v) = [(chess.square_file(at), chess.square_rank(at)) for at in (move.from_square, move.to_square)]
        beside = chess.square((x + u) // 2, y) if abs(u - x) == 2 else chess.square(x, (y + v) // 2)
        return self.piece_at(beside) is not None

    def way_of_rook(self, move):
        rook = CASTLING[move.to_square][1]
        return [rook, rook + 1] if chess.square_file(rook) == 0 else [rook]

    def candidates(self):
        """Pseudo-legal moves: the library has not checked the safety of the king yet."""
        return [move for move in self.generate_pseudo_legal_moves() if not self.is_castling(move)]

    def safe(self, moves):
        return [move for move in moves if not self.attackers_of_king(move)]

    def attackers_of_king(self, move):
        after = chess.Board.copy(self, stack=False)
        chess.Board.push(after, move)
        king = after.king(self.turn)
        attackers = [] if king is None else after.attackers(not self.turn, king)
        return [at for at in attackers if after.piece_type_at(at) != KING]

    def more_own_pieces(self):
        other = chess.Board(self.fen())
        other.turn = not self.turn
        return [move for move in other.generate_pseudo_legal_moves() if other.piece_type_at(move.to_square) != KING]

    def more_one_piece(self):
        own = self.occupied_co[self.turn] & ~self.kings & ~self.pawns
        pairs = [(at, to) for at in chess.SquareSet(own) for to in self.attacks(at) if self.color_at(to) == self.turn]
        return self.safe(Move(at, to) for at, to in pairs if self.piece_type_at(to) != KING)

    def more_no_jumping(self):
        lines = {ROOK: (chess.BB_RANK_ATTACKS, chess.BB_FILE_ATTACKS), BISHOP: (chess.BB_DIAG_ATTACKS,)}
        moves = []
        for at in chess.SquareSet(self.occupied_co[self.turn] & (self.rooks | self.bishops | self.queens)):
            kind = self.piece_type_at(at)
            for table in (table for part in lines if kind in (part, QUEEN) for table in lines[part]):
                # On an empty board, nothing blocks the move.
                reached = table[at][0] & ~self.occupied_co[self.turn] & ~self.kings
                moves += [Move(at, to) for to in chess.SquareSet(reached)]
        return self.safe(moves)

    def more_no_straight_capture(self):
        ahead = 8 if self.turn else -8
        pawns = [at for at in self.pieces(PAWN, self.turn) if self.color_at(at + ahead) == (not self.turn)]
        return self.safe(Move(at, at + ahead) for at in pawns)

    def more_en_passant_and_check(self):
        return [move for move in self.candidates() if self.is_en_passant(move)]

    def more_promotion_duty(self):
        last = [move for move in super().generate_legal_moves() if move.promotion]
        return [Move(move.from_square, move.to_square, kind) for move in last for kind in (None, PAWN, KING)]

    def more_promotion_only_there(self):
        pawns = [move for move in super().generate_legal_moves() if self.piece_type_at(move.from_square) == PAWN]
        return [Move(move.from_square, move.to_square, QUEEN) for move in pawns if not move.promotion]

    def more_castling_path(self):
        return self.castlings()

    more_out_of_check = more_through_check = more_into_check = more_castling_path

    def castlings(self):
        """Castling, without the conditions that are off."""
        for to, (king, rook) in CASTLING.items():
            home = self.king(self.turn) == king and self.clean_castling_rights() & chess.BB_SQUARES[rook]
            crossed = (king + to) // 2
            attacked = lambda at: bool(self.attackers_mask(not self.turn, at))  # noqa: E731
            broken = {"castling_path": bool(chess.between(king, rook) & self.occupied), "out_of_check": attacked(king),
                      "through_check": attacked(crossed), "into_check": attacked(to)}
            if home and self.off.issuperset(name for name, is_broken in broken.items() if is_broken):
                yield Move(king, to)

    def more_pinned_attack(self):
        own = [move for move in self.candidates() if self.is_into_check(move)]
        return [move for move in own if self.all_pinned(self.attackers_of_king(move))] + [
            Move(king, to) for to, (king, rook) in CASTLING.items()
            if self.king(self.turn) == king and self.clean_castling_rights() & chess.BB_SQUARES[rook]
            and not chess.between(king, rook) & self.occupied
            and all(self.all_pinned(self.attackers(not self.turn, on)) for on in (king, (king + to) // 2, to))]

    def all_pinned(self, squares):
        return all(self.is_pinned(not self.turn, at) for at in squares)

    def more_answer(self):
        return self.candidates() if self.checkers_mask() else []

    def more_self_check(self):
        return [] if self.checkers_mask() else self.candidates()

    def more_double_check(self):
        others = [move for move in self.candidates() if self.piece_type_at(move.from_square) != KING]
        return [move for move in others if len(self.checkers()) == 2 and len(self.attackers_of_king(move)) == 1]

    # Effects of a move.

    def push(self, move):
        side, clock, right, squares = self.turn, self.halfmove_clock, self.ep_square, chess.BB_SQUARES
        castles, en_passant = self.is_castling(move), self.is_en_passant(move)
        self.past.append((self.moved, self.taken))
        self.moved |= squares[move.from_square] & ~self.taken
        self.taken |= squares[move.to_square]
        if "own_pieces" in self.off and self.color_at(move.from_square) != side:
            self.turn = not side
        super().push(move)
        if "turns" in self.off or "own_pieces" in self.off and self.turn == side:
            self.turn = side if "turns" in self.off else not side
        if "count_anew" in self.off:
            self.halfmove_clock = clock + 1
        if "en_passant_at_once" in self.off and self.ep_square is None:
            self.ep_square = right
        if "en_passant_victim" in self.off and en_passant:
            self._set_piece_at(move.to_square + (-8 if side else 8), PAWN, not side)
        if "castling_rook" in self.off and castles:
            self._remove_piece_at((move.from_square + move.to_square) // 2)
            self._set_piece_at(CASTLING[move.to_square][1], ROOK, side)
        if self.off & {"king_moved", "rook_moved", "rook_taken"}:
            self.castling_rights = self.kept_rights()

    def pop(self):
        self.moved, self.taken = self.past.pop()
        return super().pop()

    def kept_rights(self):
        """The castling rights of the set-up, without those that a clause in force has removed."""
        rights = 0
        for king, rook in CASTLING.values():
            here, side = chess.BB_SQUARES[rook], chess.square_rank(rook) == 0
            lost = ("king_moved" not in self.off and self.moved & chess.BB_SQUARES[king]
                    or "rook_moved" not in self.off and self.moved & here
                    or "rook_taken" not in self.off and self.taken & here & ~self.moved)
            home = self.king(side) == king and self.piece_at(rook) == chess.Piece(ROOK, side)
            rights |= self.rights & here if home and not lost else 0
        return rights

    # The end of the game.

    def is_check(self):
        checkers = self.checkers()
        harmless = "check" in self.off or "pinned_attack" in self.off and self.all_pinned(checkers)
        return bool(checkers) and not harmless

    def is_stalemate(self):
        return "stalemate" not in self.off and super().is_stalemate()

    def is_insufficient_material(self):
        return super().is_insufficient_material() != (DRAWS.get(self.material()) in self.off)

    def material(self):
        """The other pieces than kings, such as n/n; only bishops are `same` or `both` by the colours of their squares."""
        white, black = sorted("".join(sorted(piece.symbol().lower() for piece in self.piece_map().values()
                              if piece.color == side and piece.piece_type != KING)) for side in (WHITE, BLACK))
        if set(white + black) == {"b"} and len(white + black) > 1:
            return "both" if self.bishops & chess.BB_DARK_SQUARES and self.bishops & chess.BB_LIGHT_SQUARES else "same"
        return "bare" if not black else black if not white else f"{white}/{black}"

    def ending(self):
        """The result of the game so far, as the library names it."""
        mate, late = self.is_checkmate(), self.halfmove_clock >= 150
        if mate and ("mate_loses" in self.off or "mate_first" in self.off and late):
            return chess.Outcome(chess.Termination.SEVENTYFIVE_MOVES if late else chess.Termination.CHECKMATE, None)
        if "claim_needed" in self.off and (self.is_repetition(3) or self.is_fifty_moves()):
            return chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
        over = self.outcome()
        silent = {chess.Termination.STALEMATE: "stalemate", chess.Termination.INSUFFICIENT_MATERIAL: "dead"}
        return None if over and silent.get(over.termination) in self.off else over

    def ends(self, over):
        return not (over.termination == chess.Termination.CHECKMATE and "mate_ends" in self.off)

    def is_seventyfive_moves(self):
        return "seventy_five" not in self.off and super().is_seventyfive_moves()

    def is_fivefold_repetition(self):
        return "fivefold" not in self.off and self.is_repetition(5)

    def is_repetition(self, count=3):
        if not self.off & {"same_position", "same_en_passant", "same_castling"}:
            return super().is_repetition(count)
        board, keys = self.copy(), [self.key()]
        while board.move_stack:
            chess.Board.pop(board)
            keys.append(board.key())
        return keys.count(keys[0]) >= count

    def key(self):
        """The key by which positions count as equal, without the parts of clauses that are off."""
        marks = {"same_position": self.turn, "same_castling": self.castling_rights,
                 "same_en_passant": self.has_legal_en_passant()}
        return (self.board_fen(), *(mark for name, mark in marks.items() if name not in self.off))

    def can_claim_threefold_repetition(self):
        if "threefold" in self.off:
            return False
        ahead = not self.off & {"threefold_ahead", "same_position", "same_en_passant", "same_castling"}
        return super().can_claim_threefold_repetition() if ahead else self.is_repetition(3)

    def can_claim_fifty_moves(self):
        if "fifty" in self.off:
            return False
        return self.is_fifty_moves() if "fifty_ahead" in self.off else super().can_claim_fifty_moves()
