// npm `semver` and npm `compare-versions` behind the Truthsayer protocol: `node node_versions.mjs semver`.
import { createRequire } from "node:module";
import { Game, Unsupported, serve } from "../../adapters/node/truthsayer-engine.mjs";

const library = process.argv[2];
const require = createRequire(import.meta.url);
const { version } = require(`${library}/package.json`);
const own = require(library);
const PARTS = ["major", "minor", "patch"];

class Versions extends Game {
  static engine = { name: library, version };
  static game = "semver";
  static steps = { read: null, compare: ["first", "second"], increment: ["version", "part"] };
  static events = { accepted: ["core", "prerelease", "build"], compared: ["order"], incremented: ["to"] };

  setUp(given) {
    given.fields();
    this.result = "none";
  }

  state() {
    return { result: this.result };
  }

  read(node) {
    const parts = this.parts(this.version(node));
    this.result = "accepted";
    this.tell("accepted", parts);
  }

  compare(node) {
    const order = this.order(this.version(node.need("first")), this.version(node.need("second")));
    this.result = order === 0 ? "equal" : order < 0 ? "lower" : "higher";
    this.tell("compared", { order: this.result });
  }

  increment(node) {
    const version = this.version(node.need("version"));
    this.result = this.next(version, node.need("part").oneOf("part", PARTS));
    this.tell("incremented", { to: this.result });
  }
}

class Semver extends Versions {
  static observes = { refusals: "bare" };

  version(node) {
    return own.parse(node.text()) ?? this.refuse();
  }

  parts({ major, minor, patch, prerelease, build }) {
    return { core: `${major}.${minor}.${patch}`, prerelease: prerelease.join("."), build: build.join(".") };
  }

  order(first, second) {
    return own.compare(first, second);
  }

  next(version, part) {
    return own.inc(version, part).toString();
  }
}

class CompareVersions extends Versions {
  // The library only says whether a text is a version.
  static observes = { events: [{ name: "accepted", fields: [] }, "compared"], refusals: "bare", state: ["result"] };

  version(node) {
    return own.validateStrict(node.text()) ? node.text() : this.refuse();
  }

  parts() {
    return { core: "", prerelease: "", build: "" };
  }

  order(first, second) {
    return own.compareVersions(first, second);
  }

  next() {
    throw new Unsupported("the library does not increment versions");
  }
}

serve(library === "semver" ? Semver : CompareVersions);
