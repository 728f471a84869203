"""Makes the recorded mutants of the two built-in engines that `tests/shipped/causes` diagnoses.

A mutant is the engine with one token of its rules changed; no switch is changed. Mutants are drawn with a fixed seed, at
most one for each switch that is nearest to the change: on the changed line, otherwise in its statement, otherwise in
its function if that has at most three switches (`nearest`). A mutant is skipped if it does not build, never ends, breaks
no claim, or changes more than 250 scenarios. The first three kinds show nothing, and the last would only make the
recording large.

The nearest switch is often not the clause that the token implements. So a person reads the source and notes which clauses
the changed code implements (`expects`) and why (`because`). A clause counts if one of these is true:
  - its switch is in the changed expression, or in a function that this expression calls;
  - the changed value is computed for the condition of its switch, anywhere in the source;
  - the changed expression is a guard before its switch, in the same function.
For the hold-outs (`holdout-*.json`, `second-*.json`, `third-*.json`, `fourth-*.json`, `fifth-*.json`) this was done before any
of them was diagnosed; for the others, the diagnosis was known. Existing notes are kept when more mutants are made.

Only differences from the unchanged engine are recorded: for each scenario, the changed entries of the state and the
changed range of the log.

    cargo build
    python3 tests/data/mutants/make.py dune 30
    python3 tests/data/mutants/make.py cotulenh 30
    python3 tests/data/mutants/make.py dune 10 holdout 13
    python3 tests/data/mutants/make.py cotulenh 10 holdout 13
    python3 tests/data/mutants/make.py dune 21 second 29
    python3 tests/data/mutants/make.py cotulenh 19 second 29
    python3 tests/data/mutants/make.py dune 20 third 47
    python3 tests/data/mutants/make.py cotulenh 20 third 47
    python3 tests/data/mutants/make.py dune 20 fourth 61
    python3 tests/data/mutants/make.py cotulenh 20 fourth 61
    python3 tests/data/mutants/make.py dune 20 fifth 83
    python3 tests/data/mutants/make.py cotulenh 20 fifth 83

`outcomes.json` has the hash of the outcome of every scenario, on the unchanged engine, when the mutants were recorded. The
test leaves out scenarios that are new or whose outcome has changed since then. If all mutants of both games are made
again, write it again:

    target/debug/truthsayer verify --format json | jq -S '[.scenarios[] | {(.id): .outcome}] | add' > tests/data/mutants/outcomes.json

It works on a copy below `target/`, with one job and at low priority; each mutant costs one build of its engine.
"""
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
GAME, WANTED = sys.argv[1], int(sys.argv[2])
SETS = ("", "holdout-", "second-", "third-", "fourth-", "fifth-")
SET, SEED = (sys.argv[3] + "-", int(sys.argv[4])) if len(sys.argv) > 3 else ("", 12)
FOLDER = os.path.join(ROOT, "tests", "data", "mutants")
COPY = os.path.join(ROOT, "target", "one-token", GAME)
ORACLE = os.path.join(COPY, "truthsayer")
TYPE = {"dune": "Dune", "cotulenh": "Cotulenh"}[GAME]
LONGEST = 120
MOST = 250
NICE = os.environ.get("NICE", "15")

TOKENS = [
    (" && ", " || "), (" || ", " && "), (" == ", " != "), (" != ", " == "), (" < ", " <= "), (" <= ", " < "),
    (" > ", " >= "), (" >= ", " > "), (" + ", " - "), (" - ", " + "), (" += ", " -= "), (".any(", ".all("),
    (".all(", ".any("), (".min(", ".max("), (".max(", ".min("), (".is_some()", ".is_none()"),
    (".is_none()", ".is_some()"), (".is_some_and(", ".is_none_or("), ("true", "false"), ("false", "true"),
    ("if !", "if "), ("&& !", "&& "), ("|| !", "|| "), ("= !", "= "),
]


def functions(text):
    """The ranges of the source that are functions."""
    for head in re.finditer(r"^ *(?:pub(?:\([a-z]+\))? )?fn \w+", text, re.M):
        indent = len(head.group()) - len(head.group().lstrip())
        end = re.compile(r"^ {%d}}$" % indent, re.M).search(text, head.end())
        if end:
            yield head.start(), end.end()


def switches(text):
    return list(dict.fromkeys(re.findall(r"Switch::([A-Z]\w+)", text)))


def expected(text, at, function):
    """The switches nearest to a place: those of the smallest range around it that names any."""
    line = (text.rfind("\n", 0, at) + 1, text.find("\n", at))
    before = max(text.rfind(sign, 0, at) for sign in ";{}")
    after = min(text.find(sign, at) % (len(text) + 1) for sign in ";{")
    for start, end in [line, (before + 1, after)]:
        if switches(text[start:end]):
            return switches(text[start:end])
    own = switches(text[function[0]:function[1]])
    return own if len(own) <= 3 else []


def changed_line(text, at, token, other):
    """The line with the token changed."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return (text[start:at] + other + text[at + len(token):end]).strip()


# Files without rules of the game.
NO_RULES = ("switch.rs", "table.rs", "without.rs", "lib.rs", "rules.rs", "adapter.rs")


def sources(folder):
    """The source files with rules, relative to the folder."""
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")
            if name not in NO_RULES and not name.startswith("door_") and not path.startswith("adapter/"):
                yield path


def candidates():
    """Every place of the rules with a token that can be changed."""
    folder = os.path.join(ROOT, "crates", GAME, "src")
    for name in sorted(sources(folder)):
        text = open(os.path.join(folder, name)).read().split("#[cfg(test)]")[0]
        for function in functions(text):
            for token, other in TOKENS:
                at = text.find(token, function[0], function[1])
                while at >= 0:
                    line = text[text.rfind("\n", 0, at) + 1:text.find("\n", at)]
                    if not line.lstrip().startswith(("//", "fn", "pub fn", "#")) and '"' not in line:
                        own = expected(text, at, function)
                        if own:
                            yield {"file": name, "at": at, "from": token, "to": other, "nearest": own, "line": line,
                                   "becomes": changed_line(text, at, token, other), "function": switches(text[function[0]:function[1]])}
                    at = text.find(token, at + 1, function[1])


def prepare():
    """A copy of the engine in a program that serves the protocol."""
    os.makedirs(os.path.join(COPY, "src"), exist_ok=True)
    for crate in ("protocol", GAME):
        # Copied as new files, so that Cargo builds them again.
        shutil.copytree(os.path.join(ROOT, "crates", crate), os.path.join(COPY, "crates", crate), dirs_exist_ok=True,
                        copy_function=shutil.copy)
    shutil.copy(os.path.join(ROOT, "Cargo.lock"), COPY)
    shutil.copy(os.path.join(ROOT, "target", "debug", "truthsayer"), ORACLE)
    text = open(os.path.join(ROOT, "Cargo.toml")).read()
    text = text[:text.index("[package]")].replace('exclude = ["fuzz", "tests/outside"]', "")
    text = re.sub(r"truthsayer-(?!protocol|%s).*\n" % GAME, "", text)
    text += f'''[package]
name = "mutant"
version = "0.1.0"
edition = "2024"
[dependencies]
truthsayer-protocol = {{ workspace = true }}
truthsayer-{GAME} = {{ workspace = true }}
[profile.dev]
debug = false
opt-level = 0
'''
    open(os.path.join(COPY, "Cargo.toml"), "w").write(text)
    open(os.path.join(COPY, "src", "main.rs"), "w").write(f'''struct Maker(truthsayer_protocol::Profile);
impl truthsayer_protocol::EngineMaker for Maker {{
    fn profile(&self) -> &truthsayer_protocol::Profile {{ &self.0 }}
    fn engine(&self) -> Box<dyn truthsayer_protocol::Engine> {{ Box::new(truthsayer_{GAME}::{TYPE}) }}
}}
fn main() -> std::io::Result<()> {{ truthsayer_protocol::serve(&Maker(truthsayer_{GAME}::profile())) }}
''')


def build():
    command = ["nice", "-n", NICE, "cargo", "build", "--quiet", "--offline", "-j1"]
    environment = {**os.environ, "RUSTFLAGS": "-Awarnings"}
    return subprocess.run(command, cwd=COPY, env=environment, capture_output=True).returncode == 0


ENGINE = os.path.join(COPY, "target", "debug", "mutant")


def tasks():
    """The request line of every shipped scenario, by its id, and the answer of the unchanged engine."""
    record = os.path.join(COPY, "conversation")
    command = [ORACLE, "verify", "--game", GAME, "--format", "json", "-j1",
               "--engine-command", ENGINE, "--record", record, "--timeout", "60s"]
    run = subprocess.run(["nice", "-n", NICE, *command], cwd=ROOT, capture_output=True, text=True)
    ids = [scenario["id"] for scenario in json.loads(run.stdout)["scenarios"]]
    lines = [line.split(" ", 2)[2].rstrip("\n") for line in open(record) if re.match(r"\d+ > \{\"play\"", line)]
    assert len(ids) == len(lines), (len(ids), len(lines), run.stderr)
    return dict(zip(ids, lines))


def play(lines):
    """The answer of the engine to each line; none if it never ends. If the engine dies, that counts as the answer."""
    answers = []
    while len(answers) < len(lines):
        process = subprocess.Popen(["nice", "-n", NICE, ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        timer = threading.Timer(LONGEST, process.kill)
        timer.start()
        out, _ = process.communicate("".join(line + "\n" for line in lines[len(answers):]))
        if not timer.is_alive():
            return None
        timer.cancel()
        answers += [json.loads(line) for line in out.splitlines()]
        if len(answers) < len(lines):
            answers.append({"died": {}})
            if sum("died" in answer for answer in answers) > 20:
                return None
    return answers


def changed(old, new, path=""):
    """The entries of a state that differ: path and value, or only the path if the entry is gone."""
    if isinstance(old, dict) and isinstance(new, dict):
        rows = []
        for key in sorted({*old, *new}):
            below = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in new:
                rows.append([below])
            elif key not in old:
                rows.append([below, new[key]])
            else:
                rows += changed(old[key], new[key], below)
        return rows
    return [] if old == new else [[path, new]]


def stretch(old, new):
    """The replaced entries of a log and their replacements."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return [first, len(old) - last, new[first:len(new) - last]]


def difference(old, new):
    if "played" not in new or "played" not in old:
        kind, body = next(iter(new.items()))
        return {kind: {key: value for key, value in body.items() if key != "id"}}
    old, new = old["played"], new["played"]
    parts = {}
    for key in ("before", "after"):
        rows = changed(old[key], new[key])
        if rows:
            parts[key] = rows
    if old["log"] != new["log"]:
        parts["log"] = stretch(old["log"], new["log"])
    return parts


def breaks_a_claim():
    """Whether a claim fails. A run that the engine rejects breaks no claim."""
    command = [ORACLE, "verify", "--game", GAME, "--format", "json", "-j1",
               "--engine-command", ENGINE, "--timeout", "60s"]
    run = subprocess.run(["nice", "-n", NICE, *command], cwd=ROOT, capture_output=True, text=True)
    scenarios = json.loads(run.stdout)["scenarios"]
    return any(claim["holds"] is False for scenario in scenarios for claim in scenario["claims"])


def names():
    """The public name of each switch."""
    folder = os.path.join(ROOT, "crates", GAME, "src")
    path = next(os.path.join(place, "switch.rs") for place, _, files in os.walk(folder) if "switch.rs" in files)
    text = open(path).read()
    return dict(re.findall(r'^ +(\w+) "(\w+)"', text, re.M))


def recorded(name):
    """The mutants and notes of earlier runs."""
    path = os.path.join(FOLDER, f"{name}.json")
    return json.load(open(path)) if os.path.exists(path) else []


def place(mutant):
    return mutant["file"], mutant["line"].strip(), mutant["from"], mutant["to"]


def main():
    prepare()
    assert build(), "the engine as it is does not build"
    questions = tasks()
    usual = play(list(questions.values()))
    drawn = list(candidates())
    random.Random(SEED).shuffle(drawn)
    called, kept = names(), recorded(f"{SET}{GAME}")
    taken = {name for mutant in kept for name in mutant["nearest"]}
    known = {place(mutant) for mutant in kept + [it for name in SETS for it in recorded(name + GAME)]}
    print(f"{len(drawn)} places", flush=True)
    for mutant in drawn:
        if len(kept) >= WANTED:
            break
        if taken & {called[name] for name in mutant["nearest"]} or place(mutant) in known:
            continue
        path = os.path.join(COPY, "crates", GAME, "src", mutant["file"])
        text = open(os.path.join(ROOT, "crates", GAME, "src", mutant["file"])).read()
        at = mutant.pop("at")
        assert text[at:at + len(mutant["from"])] == mutant["from"]
        open(path, "w").write(text[:at] + mutant["to"] + text[at + len(mutant["from"]):])
        answers = play(list(questions.values())) if build() else None
        noticed = answers is not None and answers != usual and breaks_a_claim()
        open(path, "w").write(text)
        replies = {}
        for (id, old), new in zip(zip(questions, usual), answers or []):
            parts = difference(old, new)
            if parts and new != old:
                replies[id] = parts
        for key in ("nearest", "function"):
            mutant[key] = [called[name] for name in mutant[key]]
        print(len(kept), mutant["file"], mutant["line"].strip(), mutant["from"], "->", mutant["to"], mutant["nearest"],
              "no build or no end" if answers is None else len(replies), "killed_by" if noticed else "", flush=True)
        if noticed and len(replies) <= MOST:
            taken |= set(mutant["nearest"])
            decided = {"expects": mutant["nearest"], "because": "not decided yet"}
            kept.append({**mutant, **decided, "line": mutant["line"].strip(), "replies": replies})
            write(kept)


def write(kept):
    rows = ",\n".join(json.dumps(mutant, separators=(",", ":"), sort_keys=True, ensure_ascii=False) for mutant in kept)
    open(os.path.join(FOLDER, f"{SET}{GAME}.json"), "w").write("[\n" + rows + "\n]\n")


main()
