"""The steps of both Python engines: read a version, compare two, increment one."""
import sys
sys.path.append(sys.path[0] + "/../../adapters/python")
from truthsayer_engine import Game, Unsupported, step

PARTS = ("major", "minor", "patch")


class Versions(Game):
    """A library reads versions. The only state is the last result."""
    game = "semver"
    events = {"accepted": ["core", "prerelease", "build"], "compared": ["order"], "incremented": ["to"]}

    def set_up(self, given):
        given.fields()
        self.result = "none"

    def state(self):
        return {"result": self.result}

    @step()
    def read(self, node):
        core, prerelease, build = self.parts(self.recognised(node.text()))
        self.result = "accepted"
        self.tell("accepted", core=core, prerelease=prerelease, build=build)

    @step("first", "second")
    def compare(self, node):
        versions = [self.recognised(node.need(name).text()) for name in ("first", "second")]
        order = self.order(*versions)
        self.result = "equal" if order == 0 else "lower" if order < 0 else "higher"
        self.tell("compared", order=self.result)

    @step("version", "part")
    def increment(self, node):
        self.result = self.next(self.recognised(node.need("version").text()), node.need("part").one_of("part", PARTS))
        self.tell("incremented", to=self.result)

    def recognised(self, text):
        """The library's version. The library gives no code, so a refusal has none."""
        try:
            return self.parse(text)
        except ValueError:
            self.refuse()

    def next(self, version, part):
        raise Unsupported("the library does not increment versions")
