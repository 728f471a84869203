"""PyPI `packaging` behind the Truthsayer protocol. It follows PEP 440, another standard, and is here to show that."""
import importlib.metadata
from versions import Versions
from packaging.version import Version
from truthsayer_engine import serve


class Packaging(Versions):
    name, version = "packaging", importlib.metadata.version("packaging")
    # The library takes the parts of a version for something else: a pre-release, a post-release, a local label.
    observes = {"events": [{"name": "accepted", "fields": []}, "compared"], "refusals": "bare", "state": ["result"]}

    def parse(self, text):
        return Version(text)

    def parts(self, version):
        return version.base_version, "", version.local or ""

    def order(self, first, second):
        return (first > second) - (first < second)


if __name__ == "__main__":
    serve(Packaging)
