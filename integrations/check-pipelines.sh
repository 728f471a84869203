#!/usr/bin/env bash
# Checks the pipelines of docs/how-to/run-in-ci.md, the action and the hooks against their published schemas. The schemas come
# with `check-jsonschema` and `pre-commit` from PyPI, which are installed into a folder of their own.
#
# usage: integrations/check-pipelines.sh <a folder to install into>
set -euo pipefail
mkdir -p "$1"
tools=$(realpath "$1")
cd "$(dirname "$0")/.."
# Tools that do not run, for example because the folder was moved, are installed again.
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
# An empty list would check nothing.
for start in (".github/workflows/", ".gitlab-ci.yml", ".pre-commit-config.yaml"):
    assert any(name.startswith(start) for name in names), f"no block of the page starts with `# {start}`"
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

# The checks can fail: each of these mistakes must be rejected.
rejected() { # sed expression, file, schema
  sed "$1" "$2" >"$work/wrong.yml"
  if check --builtin-schema "${@:3}" "$work/wrong.yml" >/dev/null; then
    echo "the schema accepts $2 after the change $1" >&2
    exit 1
  fi
}
rejected 's/runs-on/runs-onn/' "$work/.github/workflows/rules.yml" vendor.github-workflows
rejected 's/using: composite/using: nothing/' action.yml vendor.github-actions
rejected 's/parallel: 4/parallel: four/' "$work/.gitlab-ci.yml" vendor.gitlab-ci --data-transform gitlab-ci
echo "pipelines, action and hooks match their schemas"
