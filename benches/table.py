#!/usr/bin/env python3
"""Prints speed and memory of the program as ratios that are measured in one run.

usage: benches/table.py PROGRAM [--scenarios 10000] [--rounds 5] [--builds]

Every row runs its commands in turn, so that other programs on the machine affect all of them alike, and keeps the least
CPU time of each. `--builds` also builds the program twice and the tests once from nothing, which takes several minutes.
`benches/peers.py` has the rows of the adapters.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Dict, List, NamedTuple, Optional, Sequence

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARDS = 7
# Positions with stacks and a commander in danger: most of the time goes into checking whether a deployment can still be finished.
STACKS = [
    "11/9f1/6I4/1(NFT)9/5C5/11/11/5E5/11/11/2c1(+ft)6/11 b - - 63 2",
    "8TH+G/1(+nfm)(tm)2c5/11/2e8/7(es)1m1/11/11/4+f6/9H1/2I1F3(FTC)2/7H3/2g2I5 b - - 53 35",
    "4h3C2/2s1M5(t+i)/11/11/2(nf)2(fm)5/2+n8/8a2/4(ftc)3m2/8s2/11/2(NF+I)8/11 b - - 45 26",
]


class Cost(NamedTuple):
    """Resources used by one process and its children."""

    cpu: float
    wall: float
    peak: float


def run(command: Sequence[str], folder: pathlib.Path, codes: Sequence[int] = (0,), **environment: str) -> Cost:
    """Runs a command. CPU time in seconds, peak memory in MiB."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "CI": "true", **environment},
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            output.seek(0)
            text = output.read().decode(errors="replace")
            sys.exit(f"exit code {process.returncode} of {' '.join(map(str, command))}\n{text[-2000:]}")
    return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)


def least(costs: List[Cost]) -> Cost:
    return Cost(*(min(values) for values in zip(*costs)))


class Bench:
    def __init__(self, program: pathlib.Path, rounds: int) -> None:
        self.program, self.rounds = program, rounds

    def compare(self, folder: pathlib.Path, commands: Dict[str, Sequence[str]], rounds: Optional[int] = None) -> Dict[str, Cost]:
        """Runs the commands in turn, several times, and returns the least cost of each."""
        costs: Dict[str, List[Cost]] = {name: [] for name in commands}
        for _ in range(rounds or self.rounds):
            for name, command in commands.items():
                costs[name].append(run([self.program, *command], folder, codes=(0, 1, 3)))
        return {name: least(found) for name, found in costs.items()}


def row(what: str, ratio: str, bar: str, seen: str) -> None:
    print(f"| {what} | {ratio} | {bar} | {seen} |", flush=True)


def commands_on(bench: Bench, folder: pathlib.Path, name: str, scenario: str, rounds: Optional[int] = None) -> None:
    costs = bench.compare(
        folder,
        {
            "id": ["verify", scenario],
            "explain": ["explain", scenario],
            "verify": ["verify", "--quiet"],
            "lint": ["lint", "--quiet"],
            "list": ["list"],
            "prove": ["prove", "--quiet"],
            "gate": ["gate", "--quiet"],
        },
        rounds,
    )
    verify, prove, gate = costs["verify"], costs["prove"], costs["gate"]
    for short, long in [("id", "verify ID"), ("explain", "explain ID")]:
        cost = costs[short]
        row(f"`{long}` ÷ `verify`, wall, {name}", f"{cost.wall / verify.wall:.2f}", "", f"{cost.wall * 1000:.0f} ms, {cost.peak:.0f} MiB (aim 25 ms for shipped)")
    # `list` reads the suite and runs nothing.
    row(f"`verify` ÷ `list`, CPU, {name}", f"{verify.cpu / costs['list'].cpu:.2f}", "2.0", f"{verify.cpu:.2f} s, {verify.peak:.0f} MiB")
    row(f"`lint` ÷ `verify`, wall, {name}", f"{costs['lint'].wall / verify.wall:.2f}", "1.0", f"{costs['lint'].wall:.2f} s")
    row(f"`prove` ÷ `verify`, CPU, {name}", f"{prove.cpu / verify.cpu:.2f}", "3.0", f"{prove.cpu:.2f} s")
    row(f"`gate` ÷ `prove`, CPU, {name}", f"{gate.cpu / prove.cpu:.2f}", "1.1", f"{gate.cpu:.2f} s")
    row(f"`gate` ÷ `verify`, peak memory, {name}", f"{gate.peak / verify.peak:.2f}", "", f"{gate.peak:.0f} MiB")
    row(f"`prove` ÷ `verify`, peak memory, {name}", f"{prove.peak / verify.peak:.2f}", "", f"{prove.peak:.0f} MiB")


def multiplied(folder: pathlib.Path, number: int, bench: Bench) -> str:
    """Copies the shipped project with more scenarios, one per file, and accepts their outcomes. Returns the id of one."""
    shutil.copy(ROOT / "truthsayer.yaml", folder)
    shutil.copytree(ROOT / "rules", folder / "rules")
    files = sorted((ROOT / "scenarios").rglob("*.yaml"))
    for file in (file for file in files if "fixtures" in file.parts):
        copy(file, folder / file.relative_to(ROOT))
    plain = [file for file in files if "fixtures" not in file.parts and "\nexamples:" not in file.read_text()]
    for index in range(number):
        file = plain[index % len(plain)]
        copy(file, (folder / file.relative_to(ROOT)).with_name(f"{file.stem}-{index}.yaml"))
    run([bench.program, "bless"], folder, codes=(0, 1, 3), CI="")
    first = plain[0].relative_to(ROOT / "scenarios").with_suffix("")
    return f"{first}-0"


def copy(file: pathlib.Path, target: pathlib.Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target)


def merging(bench: Bench, folder: pathlib.Path) -> None:
    """Splits `prove` into shards and merges them."""
    parts = [folder / f"part-{number}.json" for number in range(1, SHARDS + 1)]
    for number, part in enumerate(parts, 1):
        run([bench.program, "prove", "--quiet", "--shard", f"{number}/{SHARDS}", "--json", part], ROOT)
    costs = bench.compare(ROOT, {"merge": ["merge", "--quiet", *parts], "prove": ["prove", "--quiet"]})
    size = sum(part.stat().st_size for part in parts) / 1e6
    merge, prove = costs["merge"], costs["prove"]
    row(f"`merge` of {SHARDS} shards ÷ `prove`, CPU", f"{merge.cpu / prove.cpu:.2f}", "", f"{merge.cpu:.2f} s, {merge.wall:.2f} s wall, {size:.0f} MB of JSON (aim 0.3 s, 10 MB)")


def wire(bench: Bench) -> None:
    """The cost of another process: the same engine, with one job, in this process and over pipes."""
    inside = ["verify", "--quiet", "--jobs", "1", "--game", "dune"]
    outside = [*inside, "--engine-command", f"{bench.program} engine dune"]
    costs = bench.compare(ROOT, {"inside": inside, "outside": outside})
    judged = subprocess.run([bench.program, *inside, "--format", "json"], cwd=ROOT, capture_output=True, check=True)
    scenarios = len(json.loads(judged.stdout)["scenarios"])
    beyond = (costs["outside"].cpu - costs["inside"].cpu) / scenarios
    row("engine over pipes ÷ in this process, CPU, 1 job", f"{costs['outside'].cpu / costs['inside'].cpu:.2f}", "", f"{beyond * 1e6:.0f} µs per scenario (aim 80)")


def perft(bench: Bench) -> None:
    """The speed of step sequences with stacks and a commander in danger, compared with the start of a game."""
    perft = ["engine", "perft", "--depth", "3"]
    commands = {"start": perft, **{position: [*perft, "--fen", position] for position in STACKS}}
    costs = bench.compare(ROOT, commands)
    speed = {name: counted(bench, command) / costs[name].cpu for name, command in commands.items()}
    for position in STACKS:
        what = f"perft: nodes a second of the start ÷ of `{position}`"
        row(what, f"{speed['start'] / speed[position]:.1f}", "", f"{speed[position]:,.0f} a second")


def counted(bench: Bench, command: Sequence[str]) -> int:
    """The number of nodes that perft prints."""
    output = subprocess.run([bench.program, *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return int(re.findall(r"([\d,]+) nodes", output)[-1].replace(",", ""))


def builds() -> None:
    """Builds the program from nothing with both profiles, and the tests."""
    with tempfile.TemporaryDirectory() as folder:
        cost = {}
        for profile in ["light", "release"]:
            command = ["cargo", "build", "--quiet", "--profile", profile, "--target-dir", f"{folder}/{profile}"]
            cost[profile] = run(command, ROOT)
        light, release = cost["light"], cost["release"]
        row("cold build of `make verify` ÷ of `make dist`, CPU", f"{light.cpu / release.cpu:.2f}", "", f"{light.cpu:.0f} s, {light.wall:.0f} s wall (aim 180 s, 120 s)")
        tests = run(["cargo", "test", "--quiet", "--workspace", "--no-run", "--target-dir", f"{folder}/tests"], ROOT)
        size = sum(file.stat().st_size for file in pathlib.Path(folder, "tests").rglob("*") if file.is_file()) / 1e9
        row("cold build of the tests ÷ of `make verify`, CPU", f"{tests.cpu / light.cpu:.2f}", "", f"{tests.cpu:.0f} s, {size:.1f} GB (aim 350 s, 2.1 GB)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--scenarios", type=int, default=10_000, help="size of the large suite")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--builds", action="store_true", help="also measure cold builds")
    options = parser.parse_args()
    bench = Bench(options.program.resolve(), options.rounds)
    print("| what | ratio | aim | seen |\n|---|---|---|---|")
    first = next(file for file in sorted((ROOT / "scenarios").rglob("*.yaml")) if "fixtures" not in file.parts)
    commands_on(bench, ROOT, "shipped", str(first.relative_to(ROOT / "scenarios").with_suffix("")))
    with tempfile.TemporaryDirectory() as folder:
        merging(bench, pathlib.Path(folder))
    wire(bench)
    perft(bench)
    with tempfile.TemporaryDirectory() as folder:
        scenario = multiplied(pathlib.Path(folder), options.scenarios, bench)
        commands_on(bench, pathlib.Path(folder), f"{options.scenarios} scenarios", scenario, min(options.rounds, 3))
    if options.builds:
        builds()


if __name__ == "__main__":
    main()
