"""The engine of @GAME@. Write its rules here; truthsayer_engine.py handles the protocol."""
from truthsayer_engine import Game, serve, step


class @CLASS@Engine(Game):
    name, version, game = "@GAME@", "0.1", "@GAME@"
    # The switches: each has a name and the address and words of its clause. Remove the # of a line when a step asks
    # `self.upholds("name")`, or `self.forbid(wrong, "code", "name")`, where the clause takes effect.
    switches = {
@SWITCHES@    }
    # Every event with its fields, such as "added": ["price"].
    events = {}

    def set_up(self, given):
        """Reads `given:` of a scenario. `number`, `decimal`, `date`, `text` and `one_of` read its values."""
        given.fields("total")
        self.total = given.get("total", 0).decimal(0, 1_000_000)

    def state(self):
        """Everything that a claim can name."""
        return {"total": self.total}

    @step()
    def add(self, data):
        """Plays the step `add: 20`. Write one method for each kind of step."""
        self.total += data.decimal(0, 1_000_000)


serve(@CLASS@Engine)
