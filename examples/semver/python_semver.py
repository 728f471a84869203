"""PyPI `semver` behind the Truthsayer protocol. Each switch changes what the library reads or how its result is used, so that the
engine lacks one clause. With every switch on, nothing here changes the library."""
import re
from versions import PARTS, Versions
from semver import Version
from semver.__about__ import __version__
from truthsayer_engine import serve

SWITCHES = {
    "three_numbers": "exactly three numbers",
    "digits": "consist of ASCII digits only",
    "leading_zeros": "with more than one digit MUST NOT begin with a zero",
    "large_numbers": "MAY be arbitrarily large",
    "prefix": "A letter before the major number",
    "white_space": "White space before or after a version",
    "prerelease": "A version MAY name a pre-release",
    "prerelease_characters": "Each identifier of a pre-release MUST consist of",
    "prerelease_empty": "An identifier of a pre-release MUST NOT be empty",
    "prerelease_zeros": "that consists of digits only MUST NOT begin with a zero",
    "build": "A version MAY end with build metadata",
    "build_characters": "Each identifier of build metadata MUST consist of",
    "build_empty": "An identifier of build metadata MUST NOT be empty",
    "build_zeros": "An identifier of build metadata MAY begin with zeros",
    "major_resets": "a new major version MUST set minor and patch to zero",
    "minor_resets": "a new minor version MUST set the patch number to zero",
    "patch_keeps": "a new patch version MUST keep the major and minor number",
    "numeric_order": "patch numbers MUST be compared as numbers",
    "prerelease_first": "A version with a pre-release MUST come before",
    "left_to_right": "two pre-releases MUST be compared from left to right",
    "numeric_identifiers": "Two identifiers of digits only MUST be compared as numbers",
    "ascii_order": "in ASCII order",
    "digits_first": "MUST come before an identifier with letters or hyphens",
    "longer_last": "the longer pre-release MUST come last",
    "build_ignored": "Build metadata MUST NOT affect precedence",
}


class PythonSemver(Versions):
    name, version = "python-semver", __version__
    switches = {name: ("semver/semver.md", quote) for name, quote in SWITCHES.items()}
    # The adapter cannot see which lines of the library take effect.
    fires = False
    observes = {"refusals": "bare"}

    def lacks(self, switch):
        return switch in self.without

    def parse(self, text):
        for switch, pattern, new in [
            ("prefix", r"^[A-Za-z]", ""), ("white_space", r"^\s+|\s+$", ""),
            ("three_numbers", r"^(\d+\.\d+)(?=$|[-+])", r"\1.0"), ("digits", r"^[a-z](?=\.)", "0"),
            ("leading_zeros", r"(?:(?<=^)|(?<=^\d\.)|(?<=^\d\.\d\.))0+(?=\d)", ""),
            ("prerelease_characters", r"(?<=-)([A-Za-z]*)_", r"\1-"), ("prerelease_empty", r"^([\d.]+-[^+]*)\.\.", r"\1.x."),
            ("prerelease_empty", r"^([\d.]+-)(?=$|\+)", r"\1x"),
            ("prerelease_zeros", r"^([\d.]+-(?:[^+]*\.)?)0+(?=\d+(?:$|[.+]))", r"\1"), ("build_characters", r"(\+[A-Za-z]*)_", r"\1-"),
            ("build_empty", r"(\+[^.]*)\.\.", r"\1.x."), ("build_empty", r"\+$", "+x"),
        ]:
            if self.lacks(switch):
                text = re.sub(pattern, new, text)
        version = Version.parse(text)
        if self.lacks("large_numbers") and max(version.major, version.minor, version.patch) >= 2 ** 53:
            raise ValueError("too large")
        if self.lacks("prerelease") and version.prerelease or self.lacks("build") and version.build:
            raise ValueError("not allowed")
        if self.lacks("build_zeros") and re.search(r"(^|\.)0\d", version.build or ""):
            raise ValueError("zeros")
        return version

    def parts(self, version):
        return f"{version.major}.{version.minor}.{version.patch}", version.prerelease or "", version.build or ""

    def order(self, first, second):
        core = [(version.major, version.minor, version.patch) for version in (first, second)]
        if self.lacks("numeric_order") and core[0] != core[1]:
            core = [[str(number) for number in numbers] for numbers in core]
            return (core[0] > core[1]) - (core[0] < core[1])
        if self.lacks("prerelease_first") and core[0] == core[1] and bool(first.prerelease) != bool(second.prerelease):
            return 1 if first.prerelease else -1
        if core[0] == core[1] and first.prerelease and second.prerelease:
            own = self.order_of_prereleases(first.prerelease.split("."), second.prerelease.split("."))
            if own is not None:
                return own
        order = first.compare(second)
        if order == 0 and self.lacks("build_ignored"):
            return ((first.build or "") > (second.build or "")) - ((first.build or "") < (second.build or ""))
        return order

    def order_of_prereleases(self, first, second):
        """The order if a clause on identifiers is lacking; None if the library decides."""
        if self.lacks("left_to_right"):
            first, second = first[::-1], second[::-1]
            return Version(0, 0, 0, ".".join(first)).compare(Version(0, 0, 0, ".".join(second)))
        pair = next(((one, two) for one, two in zip(first, second) if one != two), None)
        if pair is None:
            return 0 if self.lacks("longer_last") else None
        one, two = pair
        lower = -1 if one < two else 1
        if one.isdigit() and two.isdigit():
            return lower if self.lacks("numeric_identifiers") else None
        if one.isdigit() or two.isdigit():
            return (1 if one.isdigit() else -1) if self.lacks("digits_first") else None
        same = one.lower() == two.lower()
        return (0 if same else -1 if one.lower() < two.lower() else 1) if self.lacks("ascii_order") else None

    def next(self, version, part):
        new = getattr(version, f"bump_{part}")()
        if self.lacks("major_resets") and part == "major":
            new = new.replace(minor=version.minor, patch=version.patch)
        if self.lacks("minor_resets") and part == "minor":
            new = new.replace(patch=version.patch)
        if self.lacks("patch_keeps") and part == "patch":
            new = new.replace(minor=0)
        return str(new)


if __name__ == "__main__":
    serve(PythonSemver)
