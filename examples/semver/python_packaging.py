"""PyPI `packaging` behind the Truthsayer protocol. It follows another standard, PEP 440, and the example shows the differences."""
import importlib.metadata
from versions import Versions
from packaging.version import Version
from truthsayer_engine import serve


class Packaging(Versions):
    name, version = "packaging", importlib.metadata.version("packaging")
    # The library reads the parts of a version differently: a pre-release, a post-release, a local label.
    observes = {"events": [{"name": "accepted", "fields": []}, "compared"], "refusals": "bare", "state": ["result"]}

    def parse(self, text):
        return Version(text)

    def parts(self, version):
        return version.base_version, "", version.local or ""

    def order(self, first, second):
        return (first > second) - (first < second)


if __name__ == "__main__":
    serve(Packaging)
