#!/usr/bin/env bash
# Holds the pipelines of docs/how-to/run-in-ci.md, the action and the hooks against the schemas that are published for them. The
# schemas come with `check-jsonschema` and `pre-commit` from PyPI, which are installed into a folder of their own.
#
# usage: integrations/check-pipelines.sh <a folder to install into>
set -euo pipefail
mkdir -p "$1"
tools=$(realpath "$1")
cd "$(dirname "$0")/.."
# What was installed before the folder was moved does not run.
"$tools/bin/check-jsonschema" --version >/dev/null 2>&1 || {
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check check-jsonschema pre-commit
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every file of the page, by the name in its first line.
python3 - docs/how-to/run-in-ci.md "$work" <<'PYTHON'
import pathlib, re, sys
page, out = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
files = re.findall(r"^```yaml\n# (\S+)\n(.*?)^```", page, re.S | re.M)
names = [name for name, _ in files]
assert sorted(names) == [".github/workflows/gate.yml", ".github/workflows/rules.yml", ".github/workflows/small.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml"], names
for name, text in files:
    (out / name).parent.mkdir(parents=True, exist_ok=True)
    (out / name).write_text(text)
PYTHON

check() { "$tools/bin/check-jsonschema" --quiet "$@"; }
check --builtin-schema vendor.github-workflows "$work"/.github/workflows/*.yml
check --builtin-schema custom.github-workflows-require-timeout "$work"/.github/workflows/*.yml
check --builtin-schema vendor.github-actions action.yml
check --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$work/.gitlab-ci.yml"
"$tools/bin/pre-commit" validate-manifest .pre-commit-hooks.yaml
"$tools/bin/pre-commit" validate-config "$work/.pre-commit-config.yaml"

# A check that cannot fail is none: what is wrong has to be refused.
refused() { # what to change, in which file, by which schema
  sed "$1" "$2" >"$work/wrong.yml"
  if check --builtin-schema "${@:3}" "$work/wrong.yml" >/dev/null; then
    echo "$2 is accepted although it was spoilt by $1" >&2
    exit 1
  fi
}
refused 's/runs-on/runs-onn/' "$work/.github/workflows/rules.yml" vendor.github-workflows
refused 's/using: composite/using: nothing/' action.yml vendor.github-actions
refused 's/parallel: 4/parallel: four/' "$work/.gitlab-ci.yml" vendor.gitlab-ci --data-transform gitlab-ci
echo "pipelines: all as the schemas say"
