"""The engine of @GAME@. Replace this example with your own rules; truthsayer_engine.py handles the protocol."""
from truthsayer_engine import Game, serve, step


class @CLASS@Engine(Game):
    name, version, game = "@GAME@", "0.1", "@GAME@"
    # The switches: each has a name and the address and words of its clause.
    switches = {
        "price": ("@GAME@/@GAME@.md#PRICE", "adds its price to the total"),
        "limit": ("@GAME@/@GAME@.md#LIMIT", "may not cost more than 1000"),
    }
    # Every event with its fields.
    events = {"added": ["price"]}

    def set_up(self, given):
        """Reads `given:` of a scenario. `decimal` and `date` read amounts and days."""
        given.fields("total")
        self.total = given.get("total", 0).number(0, 1_000_000)

    def state(self):
        """Everything that a claim can name."""
        return {"total": self.total}

    @step()
    def add(self, data):
        """Plays the step `add: 20`."""
        price = data.number(0, 1_000_000)
        self.forbid(price > 1000, "too_expensive", "limit")
        self.tell("added", price=price)
        if self.upholds("price"):
            self.total += price


serve(@CLASS@Engine)
