#!/usr/bin/env bash
# Tests four version libraries: `show.sh path/to/truthsayer [REPLAY]`. They are installed below this folder. If that fails, recorded
# conversations are replayed, unless REPLAY is `never`. `show.sh path/to/truthsayer record` records them again.
set -euo pipefail
PATH=$(dirname "$(realpath "$1")"):$PATH
wanted=${2:-}
cd "$(dirname "$0")"
engines="python-semver npm-semver compare-versions packaging"
prefix=

run() { printf '\n$ truthsayer %s\n' "$*"; truthsayer "$@"; }

there=$(.venv/bin/python -c 'import packaging, semver; print(semver.__version__, packaging.__version__)' 2>/dev/null || true)
if [ "$there" != "3.0.4 26.3" ] || ! npm ls --silent >/dev/null 2>&1; then
  if ! { python3 -m venv .venv && .venv/bin/pip install -q --require-hashes -r requirements.txt && npm ci --silent --no-audit --no-fund; }; then
    [ "$wanted" != never ] || exit 1
    echo "the libraries cannot be installed; recorded conversations are replayed"
    prefix=recorded-
  fi
fi

for engine in $engines; do
  if [ "$wanted" = record ]; then
    mkdir -p recorded
    truthsayer verify --quiet --jobs 1 --engine "$engine" --record "recorded/$engine.txt" >/dev/null
    # The first process is this engine; others are the reference engine, which is asked for causes.
    sed -i -n '1p;/^1 /p' "recorded/$engine.txt"
  else
    run verify --quiet --engine "$prefix$engine"
  fi
done
[ "$wanted" != record ] || exit 0

# Mutants need the library itself.
[ -n "$prefix" ] || run prove
# The two libraries from npm differ.
run compare "${prefix}npm-semver" "${prefix}compare-versions" && exit 1 || [ $? -eq 1 ]
