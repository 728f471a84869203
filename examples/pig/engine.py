"""The game of Pig behind the Truthsayer protocol: one JSON object per line. Copy it and put your own game in."""
import json
import sys

GOAL = 50
OTHER = {"ann": "bob", "bob": "ann"}
# Every clause that this engine plays takes effect at a switch, which stands for the words of the rule.
SWITCHES = {
    "only_on_turn": ("pig/pig.md", "The player whose turn it is decides"),
    "roll_counts": ("pig/pig.md", "added to the turn total"),
    "one_loses": ("pig/pig.md", "the turn total is lost"),
    "one_passes": ("pig/pig.md#PIG", "the turn passes to the other player"),
    "hold_banks": ("pig/pig.md", "adds the turn total to their score"),
    "hold_passes": ("pig/pig.md", "then the turn passes"),
    "roll_before_hold": ("pig/pig.md", "cannot hold"),
    "goal_wins": ("pig/pig.md", "at least 50 points"),
    "held_points_only": ("pig/pig.md", "do not win until they are held"),
    "end_ends": ("pig/pig.md", "nobody rolls or holds any more"),
}
EVENTS = {"rolled": ["by", "shows"], "lost": ["by", "points"], "held": ["by", "points"], "turn_passes": ["to"],
          "won": ["by"], "refused": ["step", "code", "rule"]}
HELLO = {
    "protocol": 1, "engine": {"name": "pig", "version": "1.0"}, "game": "pig", "supports": ["without", "fired"],
    "switches": [{"name": name, "cite": cite, "quote": quote} for name, (cite, quote) in SWITCHES.items()],
    "events": [{"name": name, "fields": fields} for name, fields in EVENTS.items()],
}

class Misposed(Exception):
    """The task makes no sense: where, and why."""
class Refused(Exception):
    """The rules forbid the decision: the code, and the rule."""

class Game:
    def __init__(self, given, without):
        check(given, "given", ["scores", "turn", "turn_total"])
        scores = check(given.get("scores", {}), "given.scores", ["ann", "bob"])
        self.turn = player(given.get("turn", "ann"), "given.turn")
        self.turn_total = number(given.get("turn_total", 0), "given.turn_total", 0, 1000)
        self.scores = {name: number(scores.get(name, 0), f"given.scores.{name}", 0, 1000) for name in OTHER}
        self.without, self.winner, self.log, self.fired = without, None, [], []

    def state(self):
        return {"turn": self.turn, "turn_total": self.turn_total, "scores": dict(self.scores), "winner": self.winner}

    def upholds(self, switch):
        """Whether a clause is in force. If so, it is noted where in this file and when it took effect."""
        if switch in self.without:
            return False
        line = sys._getframe(1).f_lineno
        self.fired.append({"switch": switch, "file": "engine.py", "line": line, "event": len(self.log)})
        return True

    def tell(self, event, **fields):
        self.log.append({event: fields})

    def may_decide(self, by):
        if self.winner and self.upholds("end_ends"):
            raise Refused("game_over", "pig/pig.md#THE END")
        if by != self.turn and self.upholds("only_on_turn"):
            raise Refused("not_your_turn", "pig/pig.md#TURN")

    def roll(self, by, shows):
        self.may_decide(by)
        self.tell("rolled", by=by, shows=shows)
        if shows == 1:
            if self.upholds("one_loses"):
                self.tell("lost", by=by, points=self.turn_total)
                self.turn_total = 0
            if self.upholds("one_passes"):
                self.pass_turn(by)
        elif self.upholds("roll_counts"):
            self.turn_total += shows
            if self.scores[by] + self.turn_total >= GOAL and not self.upholds("held_points_only"):
                self.win(by)

    def hold(self, by):
        self.may_decide(by)
        if self.turn_total == 0 and self.upholds("roll_before_hold"):
            raise Refused("nothing_to_hold", "pig/pig.md#NOTHING TO HOLD")
        self.tell("held", by=by, points=self.turn_total)
        if self.upholds("hold_banks"):
            self.scores[by] += self.turn_total
        self.turn_total = 0
        if self.scores[by] >= GOAL and self.upholds("goal_wins"):
            self.win(by)
        elif self.upholds("hold_passes"):
            self.pass_turn(by)

    def win(self, by):
        self.winner = by
        self.tell("won", by=by)

    def pass_turn(self, by):
        self.turn = OTHER[by]
        self.tell("turn_passes", to=self.turn)

def check(data, at, keys):
    if not isinstance(data, dict):
        raise Misposed(at, "this must be a map")
    for key in sorted(set(data) - set(keys)):
        raise Misposed(f"{at}.{key}", f"no key is called `{key}`; there are: {', '.join(keys)}")
    return data

def player(data, at):
    if data not in ("ann", "bob"):
        raise Misposed(at, "this must be ann or bob")
    return data

def number(data, at, first, last):
    if type(data) is not int or not first <= data <= last:
        raise Misposed(at, f"this must be a whole number from {first} to {last}")
    return data

def play(task):
    for switch in task["without"]:
        if switch not in SWITCHES:
            raise Misposed("without", f"no switch is called `{switch}`")
    game = Game(task["given"], task["without"])
    before = game.state()
    for number_of_step, step in enumerate(task["when"], 1):
        at = f"when[{number_of_step - 1}]"
        for kind, data in check(step, at, ["hold", "roll"]).items():
            fields = check(data, f"{at}.{kind}", ["by", "shows"] if kind == "roll" else ["by"])
            by = player(fields.get("by"), f"{at}.{kind}.by")
            try:
                if kind == "roll":
                    game.roll(by, number(fields.get("shows"), f"{at}.roll.shows", 1, 6))
                else:
                    game.hold(by)
            except Refused as refusal:
                game.tell("refused", step=number_of_step, code=refusal.args[0], rule=refusal.args[1])
    return {"before": before, "after": game.state(), "log": game.log, "fired": game.fired}

def answer(line):
    try:
        (kind, body), = json.loads(line).items()
        if kind == "play":
            try:
                return {"played": {"id": body["id"], **play(body)}}
            except Misposed as complaint:
                return {"misposed": {"id": body["id"], "at": complaint.args[0], "why": complaint.args[1]}}
        return {"hello": HELLO} if kind == "hello" else {"unknown": {"why": f"there is no message `{kind}`"}}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return {"unknown": {"why": f"this line cannot be read: {error}"}}

for line in sys.stdin:
    if line.startswith('{"bye"'):
        break
    print(json.dumps(answer(line)), flush=True)
