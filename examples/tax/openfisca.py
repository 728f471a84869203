"""OpenFisca-Country-Template behind the Truthsayer protocol. A switch changes parameters or inputs, so that the system lacks one clause."""
import functools
import importlib.metadata
import sys
sys.path.append(sys.path[0] + "/../../adapters/python")
from decimal import Decimal
from openfisca_core.simulation_builder import SimulationBuilder
from openfisca_country_template import CountryTaxBenefitSystem
from truthsayer_engine import Game, serve, step

STATUSES = ("owner", "tenant", "free_lodger", "homeless")
VARIABLES = {"age": "persons", "income_tax": "persons", "social_security_contribution": "persons", "basic_income": "persons",
             "housing_tax": "households", "housing_allowance": "households", "parenting_allowance": "households"}
# Switch: words of the clause, the parameter that is changed, and its value without the clause.
PARAMETERS = {
    "rate_2014": ("14 percent from January 2014", "taxes.income_tax_rate", 2014, 0.13),
    "rate_2015": ("15 percent from January 2015", "taxes.income_tax_rate", 2015, 0.14),
    "first_bracket": ("2 percent MUST be due", "taxes.social_security_contribution.brackets[0].rate", 2017, 0),
    "second_bracket": ("6 percent MUST be due", "taxes.social_security_contribution.brackets[1].rate", 2017, 0.02),
    "third_bracket": ("12 percent MUST be due", "taxes.social_security_contribution.brackets[2].rate", 2017, 0.06),
    "housing_rate": ("10 per square metre", "taxes.housing_tax.rate", 2010, 9),
    "housing_minimum": ("MUST NOT be lower than 200", "taxes.housing_tax.minimal_amount", 2010, 0),
    "basic_income": ("MUST get a basic income of 600", "benefits.basic_income", 2015, 0),
    "quarter_of_rent": ("MUST get a quarter of its rent", "benefits.housing_allowance", 2010, 0),
    "low_income": ("whose adults earn more than 500 together MUST NOT", "benefits.parenting_allowance.income_threshold", 2015, 1000000),
}
# Switch: words of the clause. Without the clause, the adapter changes an input.
INPUTS = {
    "age_of_the_month": "age of the first day of a month MUST count", "capital_returns": "Capital returns MUST be part",
    "owners_and_tenants": "Only owners and tenants MUST pay", "no_income": "an adult with any income MUST NOT get",
    "allowance_ends": "MUST end with November 2016", "one_adult": "one adult with a child under 8 MUST get",
    "two_adults": "two adults with a child under 6 MUST get",
}


@functools.cache
def system(without):
    """The system without some clauses. Parameters are changed from the first day of their year on."""
    made = CountryTaxBenefitSystem()
    for name in without:
        if name in PARAMETERS:
            _, path, year, value = PARAMETERS[name]
            node = made.parameters
            for part in path.replace("[", ".").replace("]", "").split("."):
                node = node.brackets[int(part)] if part.isdigit() else node if part == "brackets" else getattr(node, part)
            node.update(start=f"{year}-01-01", value=value)
    return made


class OpenFisca(Game):
    name, version, game = "openfisca-country-template", importlib.metadata.version("openfisca-country-template"), "tax"
    switches = {name: ("tax/tax.md", words) for name, words in
                [*((name, entry[0]) for name, entry in PARAMETERS.items()), *INPUTS.items()]}
    # The adapter cannot see which lines of the system take effect.
    fires = False
    events = {"computed": ["variable", "amount"]}

    def set_up(self, given):
        given.fields("month", "persons", "rent", "size", "status")
        self.month, self.amount = given.need("month").text(), Decimal(0)
        self.rent, self.size = given.get("rent", 0).decimal(0, 10 ** 9), given.get("size", 0).decimal(0, 10 ** 9)
        self.status = given.get("status", "tenant").one_of("status", STATUSES)
        self.persons = {}
        for name, person in given.need("persons").pairs():
            person.fields("birth", "salary", "capital_returns", "role")
            role = person.get("role", "adult").one_of("role", ["adult", "child"])
            money = [person.get(kind, 0).decimal(0, 10 ** 9) for kind in ("salary", "capital_returns")]
            self.persons[name] = (person.get("birth", "1980-01-01").date(), role, *money)

    def state(self):
        return {"amount": self.amount}

    @step()
    def compute(self, node):
        variable = node.one_of("variable", list(VARIABLES))
        self.amount = self.result(variable)
        self.tell("computed", variable=variable, amount=self.amount)

    def lacks(self, switch):
        return switch in self.without

    def result(self, variable):
        period = self.month[:4] if variable == "housing_tax" else self.month
        if variable == "housing_allowance" and self.lacks("allowance_ends") and self.month > "2016-11":
            period = "2016-11"
        if variable == "basic_income" and self.lacks("no_income") and "2015-12" <= self.month <= "2016-11":
            period = "2016-12"
        simulation = SimulationBuilder().build_from_entities(system(tuple(self.without)), self.situation(period))
        value = simulation.calculate(variable, period)[0]
        return Decimal(str(value))

    def situation(self, period):
        month = f"{period}-01" if len(period) == 4 else period
        persons, roles = {}, {"adults": [], "children": []}
        for name, (birth, role, salary, returns) in self.persons.items():
            if self.lacks("age_of_the_month"):
                birth = birth.replace(day=1)
            returns = 0 if self.lacks("capital_returns") else returns
            persons[name] = {"birth": {"ETERNITY": birth.isoformat()}, "salary": {month: float(salary)},
                             "capital_returns": {month: float(returns)}}
            roles["adults" if role == "adult" else "children"].append(name)
        if self.lacks("one_adult") and len(roles["adults"]) == 1 or self.lacks("two_adults") and len(roles["adults"]) == 2:
            for name in roles["children"]:
                persons[name]["birth"] = {"ETERNITY": "1980-01-01"}
        status = "owner" if self.lacks("owners_and_tenants") else self.status
        return {"persons": persons, "households": {"home": {**roles, "rent": {month: float(self.rent)},
                "accommodation_size": {month: float(self.size)}, "housing_occupancy_status": {month: status}}}}


if __name__ == "__main__":
    serve(OpenFisca)
