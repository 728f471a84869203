"""The rules of Nim. Replace them with your own game; truthsayer_engine.py handles the protocol."""
from truthsayer_engine import Game, serve, step

OTHER = {"ann": "bob", "bob": "ann"}


class Nim(Game):
    name, version, game = "nim", "1.0", "nim"
    # The switches: each has a name and the address and words of its clause.
    switches = {
        "stones_are_taken": ("nim/nim.md#TAKING", "takes stones from the heap"),
        "at_most_three": ("nim/nim.md#LIMIT", "more than three stones"),
        "no_more_than_there_are": ("nim/nim.md#EMPTY", "more stones than there are"),
        "turn_passes": ("nim/nim.md#TURN", "the other player's turn"),
    }
    events = {"took": ["by", "stones"]}

    def set_up(self, given):
        given.fields("heap", "turn")
        self.heap = given.need("heap").number(1, 1000)
        self.turn = given.get("turn", "ann").one_of("player", OTHER)

    def state(self):
        return {"heap": self.heap, "turn": self.turn}

    @step()
    def take(self, data):
        stones = data.number(1, 1000)
        self.forbid(stones > 3, "too_many", "at_most_three")
        self.forbid(stones > self.heap, "not_enough", "no_more_than_there_are")
        self.tell("took", by=self.turn, stones=stones)
        if self.upholds("stones_are_taken"):
            self.heap = max(0, self.heap - stones)
        if self.upholds("turn_passes"):
            self.turn = OTHER[self.turn]


serve(Nim)
