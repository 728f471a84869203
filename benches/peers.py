#!/usr/bin/env python3
"""Runs the same 2,000 cases of Pig on Truthsayer and on snapshot tests, and prints the ratios of their CPU times.

usage: benches/peers.py PROGRAM FOLDER

Installs pytest with syrupy, vitest, and insta into FOLDER. A peer that cannot be installed is left out. Installing and
compiling are not measured. Every case is checked against an accepted snapshot by all of them.
"""
import json
import pathlib
import shutil
import subprocess
import sys
from typing import Callable, Dict, List, Sequence

from table import ROOT, Cost, least, run

CASES = 2_000
ROUNDS = 5
PIG = ROOT / "examples/pig"

PYTEST = """import json, pathlib, pytest
from engine import Pig
from truthsayer_engine import answer
CASES = json.loads(pathlib.Path(__file__).with_name("cases.json").read_text())

@pytest.mark.parametrize("number", range(len(CASES)))
def test_pig(number, snapshot):
    assert answer(Pig, json.dumps({"play": {"id": 1, **CASES[number]}})) == snapshot
"""
VITEST = """import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Pig } from "./engine.mjs";
import { answer } from "./truthsayer-engine.mjs";
const cases = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));
test.each(cases.map((_, number) => number))("pig %i", (number) => {
  expect(answer(Pig, JSON.stringify({ play: { id: 1, ...cases[number] } }))).toMatchSnapshot();
});
"""
INSTA = """#[path = "PIG/engine.rs"]
mod engine;
use truthsayer_protocol::{EngineMaker, Reply, Task};

#[test]
fn pig() {
    let cases: Vec<Task> = serde_json::from_str(include_str!("../cases.json")).expect("cases");
    let mut pig = engine::engine().engine();
    for (number, case) in cases.iter().enumerate() {
        let Ok(Reply::Played(outcome)) = pig.play(case) else { panic!("case {number}") };
        let log: Vec<_> = outcome.log.iter().map(|event| (&event.name, &event.data)).collect();
        insta::assert_json_snapshot!(format!("pig_{number}"), (&outcome.before, &outcome.after, log));
    }
}
"""


def cases() -> List[Dict[str, object]]:
    """Each case rolls twice and holds, from another score."""

    def case(number: int) -> Dict[str, object]:
        shown = [2 + number % 5, 2 + number % 4]
        steps = [{"roll": {"by": "ann", "shows": each}} for each in shown] + [{"hold": {"by": "ann"}}]
        return {"given": {"scores": {"ann": number % 40, "bob": number % 37}, "turn_total": number % 9}, "when": steps}

    return [case(number) for number in range(CASES)]


def truthsayer(program: pathlib.Path, folder: pathlib.Path, engine: str) -> Callable[[], Cost]:
    """A project with a file for each case."""
    shutil.copytree(PIG / "rules", folder / "rules", dirs_exist_ok=True)
    # The interpreter of the peers: `python3` may be a script that looks for one.
    command = [sys.executable, "engine.py"] if engine == "python" else ["node", "engine.mjs"]
    engines = {engine: {"game": "pig", "command": command, "timeout": "10s"}}
    (folder / "truthsayer.yaml").write_text(json.dumps({"games": {"pig": {"engine": engine}}, "engines": engines}))
    scenarios = folder / "scenarios/pig/many"
    scenarios.mkdir(parents=True, exist_ok=True)
    for number, case in enumerate(cases()):
        claim = {"cite": "pig/pig.md#TURN", "quote": "The player whose turn it is decides", "then": {"no_events": [{"won": {"by": "bob"}}]}}
        scenario = {"scenario": f"Case {number}", "game": "pig", **case, "claims": [claim]}
        (scenarios / f"case-{number}.yaml").write_text(json.dumps(scenario))
    run([program, "bless"], folder, codes=(0,), CI="")
    return lambda: run([program, "verify", "--quiet"], folder)


def with_sources(folder: pathlib.Path) -> pathlib.Path:
    """Copies both engines as modules: without the line that starts the server."""
    folder.mkdir(parents=True, exist_ok=True)
    python, node = (PIG / "engine.py").read_text(), (PIG / "engine.mjs").read_text()
    (folder / "cases.json").write_text(json.dumps(cases()))
    for name, text in {"engine.py": python, "engine.mjs": node}.items():
        (folder / name).write_text(text.replace("../../adapters/node/", "./"))
    shutil.copy(ROOT / "adapters/python/truthsayer_engine.py", folder)
    shutil.copy(ROOT / "adapters/node/truthsayer-engine.mjs", folder)
    return folder


def as_modules(folder: pathlib.Path) -> None:
    python, node = (folder / "engine.py").read_text(), (folder / "engine.mjs").read_text()
    (folder / "engine.py").write_text(python.replace("\nserve(Pig)\n", "\n"))
    (folder / "engine.mjs").write_text(node.replace("\nserve(Pig);\n", "\n").replace("class Pig", "export class Pig"))


def pytest(folder: pathlib.Path) -> Callable[[], Cost]:
    as_modules(with_sources(folder))
    (folder / "test_pig.py").write_text(PYTEST)
    python = folder / "venv/bin/python"
    run([sys.executable, "-m", "venv", folder / "venv"], folder)
    run([python, "-m", "pip", "install", "-q", "pytest", "syrupy"], folder)
    run([python, "-m", "pytest", "-q", "--snapshot-update"], folder)
    return lambda: run([python, "-m", "pytest", "-q"], folder)


def vitest(folder: pathlib.Path) -> Callable[[], Cost]:
    as_modules(with_sources(folder))
    (folder / "pig.test.mjs").write_text(VITEST)
    (folder / "package.json").write_text(json.dumps({"name": "peers", "private": True, "type": "module"}))
    run(["npm", "install", "--silent", "--no-audit", "vitest"], folder)
    run(["npx", "vitest", "run", "--update"], folder, CI="")
    return lambda: run(["npx", "vitest", "run"], folder)


def insta(folder: pathlib.Path) -> Callable[[], Cost]:
    with_sources(folder)
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src/lib.rs").write_text("")
    (folder / "tests/pig.rs").write_text(INSTA.replace("PIG", str(PIG)))
    protocol = ROOT / "crates/protocol"
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "peers"\nversion = "0.1.0"\nedition = "2024"\n[workspace]\n[dependencies]\n'
        'insta = { version = "1", features = ["json"] }\nserde_json = { version = "1", features = ["arbitrary_precision", "raw_value"] }\n'
        f'truthsayer-protocol = {{ path = "{protocol}" }}\n[profile.dev.package."*"]\nopt-level = 3\n'
    )
    run(["cargo", "test", "--quiet"], folder, INSTA_UPDATE="always", CI="")
    return lambda: run(["cargo", "test", "--quiet"], folder, INSTA_UPDATE="no")


def measured(runs: Dict[str, Callable[[], Cost]]) -> Dict[str, Cost]:
    costs: Dict[str, List[Cost]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, once in runs.items():
            costs[name].append(once())
    return {name: least(found) for name, found in costs.items()}


def prepared(runs: Dict[str, Callable[[], Cost]], name: str, prepare: Callable[[], Callable[[], Cost]]) -> None:
    try:
        runs[name] = prepare()
    except (SystemExit, OSError, subprocess.SubprocessError) as error:
        print(f"not measured: {name}: {str(error).splitlines()[0]}", file=sys.stderr)


def main(program: pathlib.Path, folder: pathlib.Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    runs: Dict[str, Callable[[], Cost]] = {}
    for engine in ("python", "node"):
        own = with_sources(folder / f"truthsayer-{engine}")
        prepared(runs, f"truthsayer {engine}", lambda: truthsayer(program, own, engine))
    for name, prepare in {"pytest + syrupy": pytest, "vitest": vitest, "insta": insta}.items():
        prepared(runs, name, lambda: prepare(folder / name.split()[0]))
    costs = measured(runs)
    print("| what | ratio | aim | seen |\n|---|---|---|---|")
    for own, peer, aim in [("python", "pytest + syrupy", "0.15"), ("node", "vitest", "0.2"), ("python", "insta", "")]:
        one, other = costs.get(f"truthsayer {own}"), costs.get(peer)
        if one and other:
            print(f"| {CASES} cases, {own} engine ÷ {peer}, CPU | {one.cpu / other.cpu:.2f} | {aim} | {one.cpu:.2f} s, {other.cpu:.2f} s |")


if __name__ == "__main__":
    arguments: Sequence[str] = sys.argv[1:]
    if len(arguments) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1]).resolve())
