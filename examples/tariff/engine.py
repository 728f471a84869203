"""A parcel tariff. Every clause takes effect where its switch is checked."""
import sys
sys.path.append(sys.path[0] + "/../../adapters/python")
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from truthsayer_engine import Game, serve, step

CLAUSES = {
    "small": "a parcel of up to 2 kg MUST cost 4.50", "middle": "a parcel of up to 5 kg MUST cost 6.90",
    "heavy": "every started kilogram above 5 kg MUST add 1.20", "limit": "more than 31.5 kg MUST be refused",
    "long": "MUST pay 30 percent more", "abroad": "MUST pay one and a half times the price",
    "fuel": "a fuel surcharge of 0.40 MUST be added", "discount": "MUST pay 5 percent less",
    "discount_cap": "The discount MUST NOT be more than 2.00", "insurance": "Insurance MUST cost 1 percent",
    "tax": "MUST include a tax of 19 percent", "rounding": "MUST be rounded to cents, half up",
}


class Tariff(Game):
    name, version, game = "tariff", "1", "tariff"
    switches = {name: ("tariff/tariff.md", quote) for name, quote in CLAUSES.items()}
    events = {"priced": ["net", "due"]}

    def set_up(self, given):
        given.fields("kg", "cm", "to", "parcels", "value", "year")
        self.kg, self.value = given.need("kg").decimal(0, 1000), given.need("value").decimal(0, 1000000)
        self.cm, self.parcels = given.need("cm").number(1, 1000), given.need("parcels").number(0, 1000)
        self.to, self.year = given.need("to").one_of("country", ["home", "abroad"]), given.need("year").number(2000, 2100)
        self.net = self.due = Decimal(0)

    def state(self):
        return {"net": self.net, "due": self.due}

    @step()
    def quote(self, node):
        self.forbid(self.kg > Decimal("31.5"), "too_heavy", "limit")
        net = self.by_weight()
        if self.cm > 120 and self.upholds("long"):
            net *= Decimal("1.3")
        if self.to == "abroad" and self.upholds("abroad"):
            net *= Decimal("1.5")
        if self.year >= 2027 and self.upholds("fuel"):
            net += Decimal("0.40")
        if self.parcels >= 10 and self.upholds("discount"):
            discount = net * Decimal("0.05")
            net -= Decimal(2) if discount > 2 and self.upholds("discount_cap") else discount
        if self.value > 0 and self.upholds("insurance"):
            net += max(self.value / 100, Decimal(1))
        due = net * Decimal("1.19") if self.upholds("tax") else net
        self.net, self.due = net, due.quantize(Decimal("0.01"), ROUND_HALF_UP) if self.upholds("rounding") else due
        self.tell("priced", net=self.net, due=self.due)

    def by_weight(self):
        if self.kg <= 2 and self.upholds("small"):
            return Decimal("4.50")
        if self.kg > 5 and self.upholds("heavy"):
            return Decimal("6.90") + Decimal("1.20") * (self.kg - 5).to_integral_value(ROUND_CEILING)
        return Decimal("6.90") if self.upholds("middle") else Decimal("5.70")


if __name__ == "__main__":
    serve(Tariff)
