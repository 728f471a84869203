#!/usr/bin/env bash
# Runs a part of the shipped suite under Bazel in three shards and merges the results. One target passes; the other has a
# scenario that must fail. Python reads the test results of Bazel.
#
# usage: integrations/bazel/test.sh <the truthsayer binary>
set -euo pipefail
truthsayer=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)

need() { # command, Debian package
  command -v "$1" >/dev/null || { apt-get update -qq && apt-get install -y -qq "$2"; }
}
need bazel bazel-bootstrap
need zip zip
need python3 python3

work=$(mktemp -d)
cd "$work"
bazel() { command bazel --output_user_root="$work/root" --max_idle_secs=60 "$@"; }
trap 'cd "$work/workspace" && bazel shutdown >/dev/null 2>&1; cd /; chmod -R u+w "$work" && rm -rf "$work"' EXIT

# Two projects with two topics of Dune each; one has a further scenario with a wrong claim.
mkdir -p workspace/{tools,bazel,suite,broken} coverage
cp "$root/integrations/bazel/truthsayer.bzl" "$root/integrations/bazel/BUILD.bazel" workspace/bazel/
cp "$truthsayer" workspace/tools/truthsayer
echo 'exports_files(["truthsayer"])' >workspace/tools/BUILD.bazel
echo 'workspace(name = "rules_under_test")' >workspace/WORKSPACE
for project in suite broken; do
  for part in rules/dune scenarios/dune/fixtures scenarios/dune/survival scenarios/dune/explosion \
    golden/dune/survival golden/dune/explosion; do
    mkdir -p "workspace/$project/$part"
    cp -R "$root/$part/." "workspace/$project/$part/"
  done
  echo 'games: {dune: {engine: dune}}' >"workspace/$project/truthsayer.yaml"
  cat >"workspace/$project/BUILD.bazel" <<'BUILD'
load("//bazel:truthsayer.bzl", "truthsayer_test")

truthsayer_test(
    name = "rules",
    size = "small",
    project = "truthsayer.yaml",
    srcs = glob(["rules/**", "scenarios/**", "golden/**"]),
    shard_count = 3,
    truthsayer = "//tools:truthsayer",
)
BUILD
done
rm -f workspace/*/rules/dune/catalog.yaml workspace/*/rules/dune/exclusions.yaml
model=$(grep -lr 'pool, unchanged\|: [0-9]* -> [0-9]*' workspace/broken/scenarios/dune/survival | LC_ALL=C sort | head -n 1)
sed -E '0,/: ([0-9]+) -> ([0-9]+)/s//: \1 -> 9\2/' "$model" >workspace/broken/scenarios/dune/survival/wrong-claim.yaml

# Code coverage is off, because its tools would be downloaded.
echo 'workspace(name = "remote_coverage_tools")' >coverage/WORKSPACE
echo 'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])
filegroup(name = "lcov_merger", visibility = ["//visibility:public"])' >coverage/BUILD
flags=("--override_repository=remote_coverage_tools=$work/coverage" --noshow_progress --test_output=errors --curses=no)

cd workspace
echo "== three shards of a passing suite; each writes the status file of its shard"
cat >"$work/check-status.sh" <<'SCRIPT'
#!/usr/bin/env bash
test ! -e "$TEST_SHARD_STATUS_FILE" || exit 98
code=0
"$@" || code=$?
test -e "$TEST_SHARD_STATUS_FILE" || exit 99
exit "$code"
SCRIPT
chmod +x "$work/check-status.sh"
bazel test "${flags[@]}" --run_under="$work/check-status.sh" //suite:rules
echo "== three shards, of which one fails"
code=0
bazel test "${flags[@]}" //broken:rules >"$work/failing.log" 2>&1 || code=$?
test "$code" = 3 || { cat "$work/failing.log"; echo "a failing test ends Bazel with 3, not $code"; exit 1; }

echo "== the test results of Bazel"
for project in suite broken; do
  for shard in 1 2 3; do
    folder=bazel-testlogs/$project/rules/shard_${shard}_of_3
    unzip -q -o "$folder/test.outputs/outputs.zip" -d "$work/$project-$shard"
  done
done
python3 - bazel-testlogs <<'PYTHON'
import pathlib, sys, xml.etree.ElementTree as tree

def shards(project):
    found = sorted(pathlib.Path(sys.argv[1], project, "rules").glob("shard_*_of_3/test.xml"))
    assert len(found) == 3, found
    return [tree.parse(path).getroot() for path in found]

def cases(shard):
    return [(case.get("classname") + "/" + case.get("name"), case) for case in shard.iter("testcase")]

suite = [name for shard in shards("suite") for name, _ in cases(shard)]
assert len(suite) == len(set(suite)) > 20, len(suite)
assert all(len(cases(shard)) > 5 for shard in shards("suite")), "the shards are not balanced"
broken = {name: case for shard in shards("broken") for name, case in cases(shard)}
assert set(broken) - set(suite) == {"dune.survival/wrong-claim"}, set(broken) - set(suite)
failing = [name for name, case in broken.items() if case.find("failure") is not None]
assert failing == ["dune.survival/wrong-claim"], failing
assert any(item.get("name") == "cite" for item in broken[failing[0]].iter("property"))
print(len(suite), "cases in three shards, and one more that fails")
PYTHON

echo "== the merged shards equal one run"
"$truthsayer" --project suite merge "$work"/suite-*/truthsayer.json --json "$work/merged.json" --quiet
(cd suite && CI=true "$truthsayer" verify --quiet --json "$work/alone.json")
python3 - "$work/merged.json" "$work/alone.json" <<'PYTHON'
import json, sys
merged, alone = (json.load(open(path)) for path in sys.argv[1:])
for part in alone.keys() - {"digest"}:
    assert merged[part] == alone[part], part
print(len(alone["scenarios"]), "scenarios, the same verdicts and grades as in one run")
PYTHON
code=0
"$truthsayer" --project broken merge "$work"/broken-*/truthsayer.json --quiet >"$work/output" || code=$?
test "$code" = 1 && grep -q wrong-claim "$work/output"
code=0
"$truthsayer" --project suite merge "$work/suite-1/truthsayer.json" "$work/suite-3/truthsayer.json" 2>"$work/output" >&2 || code=$?
test "$code" != 0 || { cat "$work/output"; echo "merge accepted two of three shards"; exit 1; }

echo "== a filter"
bazel test "${flags[@]}" //suite:rules --test_filter='dune/explosion/*' --test_sharding_strategy=disabled
python3 - bazel-testlogs/suite/rules/test.xml <<'PYTHON'
import sys, xml.etree.ElementTree as tree
names = {case.get("classname") for case in tree.parse(sys.argv[1]).getroot().iter("testcase")}
assert names == {"dune.explosion"}, names
PYTHON
echo "Bazel: all checks passed"
