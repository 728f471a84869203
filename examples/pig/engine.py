"""The rules of Pig. Everything else is in adapters/python; in your own project, copy that file next to the engine."""
import sys
sys.path.append(sys.path[0] + "/../../adapters/python")
from truthsayer_engine import Game, serve, step
GOAL, OTHER = 50, {"ann": "bob", "bob": "ann"}

class Pig(Game):
    name, version, game = "pig", "1.0", "pig"
    switches = {
        "only_on_turn": ("pig/pig.md#TURN", "The player whose turn it is decides"),
        "roll_counts": ("pig/pig.md#ROLL", "added to the turn total"),
        "one_loses": ("pig/pig.md#PIG", "the turn total is lost"),
        "one_passes": ("pig/pig.md#PIG", "the turn passes to the other player"),
        "hold_banks": ("pig/pig.md#HOLD", "adds the turn total to their score"),
        "hold_passes": ("pig/pig.md#HOLD", "after holding, the turn passes"),
        "roll_before_hold": ("pig/pig.md#NOTHING TO HOLD", "cannot hold"),
        "goal_wins": ("pig/pig.md#WINNING", "at least 50 points"),
        "held_points_only": ("pig/pig.md#NO LUCK NEEDED", "do not win until they are held"),
        "end_ends": ("pig/pig.md#THE END", "no player rolls or holds any more"),
    }
    events = {"rolled": ["by", "shows"], "lost": ["by", "points"], "held": ["by", "points"], "turn_passes": ["to"], "won": ["by"]}

    def set_up(self, given):
        scores = given.fields("scores", "turn", "turn_total").get("scores", {}).fields(*OTHER)
        self.scores = {name: scores.get(name, 0).number(0, 1000) for name in OTHER}
        self.turn = given.get("turn", "ann").one_of("player", OTHER)
        self.turn_total, self.winner = given.get("turn_total", 0).number(0, 1000), None

    def state(self):
        return {"turn": self.turn, "turn_total": self.turn_total, "scores": self.scores, "winner": self.winner}

    @step("by", "shows")
    def roll(self, data):
        shows, by = data.need("shows").number(1, 6), self.decider(data)
        self.tell("rolled", by=by, shows=shows)
        if shows == 1:
            if self.upholds("one_loses"):
                self.tell("lost", by=by, points=self.turn_total)
                self.turn_total = 0
            if self.upholds("one_passes"):
                self.turn = OTHER[by]
                self.tell("turn_passes", to=self.turn)
        elif self.upholds("roll_counts"):
            self.turn_total += shows
            if self.scores[by] + self.turn_total >= GOAL and not self.upholds("held_points_only"):
                self.winner = by
                self.tell("won", by=by)

    @step("by")
    def hold(self, data):
        by = self.decider(data)
        self.forbid(self.turn_total == 0, "nothing_to_hold", "roll_before_hold")
        self.tell("held", by=by, points=self.turn_total)
        self.scores[by] += self.turn_total if self.upholds("hold_banks") else 0
        self.turn_total = 0
        if self.scores[by] >= GOAL and self.upholds("goal_wins"):
            self.winner = by
            self.tell("won", by=by)
        elif self.upholds("hold_passes"):
            self.turn = OTHER[by]
            self.tell("turn_passes", to=self.turn)

    def decider(self, data):
        by = data.need("by").one_of("player", OTHER)
        self.forbid(self.winner is not None, "game_over", "end_ends")
        self.forbid(by != self.turn, "not_your_turn", "only_on_turn")
        return by

serve(Pig)
