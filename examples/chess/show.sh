#!/usr/bin/env bash
# Tests two chess libraries: `show.sh path/to/truthsayer [REPLAY]`. They are installed below this folder. If that fails, recorded
# conversations are replayed, unless REPLAY is `never`. `show.sh path/to/truthsayer record` records them again.
set -euo pipefail
program=$(realpath "$1")
wanted=${2:-}
PATH=$(dirname "$program"):$PATH
cd "$(dirname "$0")"
engines="python-chess chess.js chess.js-1.2.0"

installed() {
  .venv/bin/python -c 'import chess; assert chess.__version__ == "1.11.2"' 2>/dev/null && npm ls --silent >/dev/null 2>&1
}

install() {
  python3 -m venv .venv && .venv/bin/pip install --quiet --require-hashes --requirement requirements.txt &&
    npm ci --silent --no-audit --no-fund
}

run() { printf '\n$ truthsayer %s\n' "$*"; truthsayer "$@"; }

prefix=
if ! installed && ! install; then
  [ "$wanted" != never ] || exit 1
  echo "the libraries cannot be installed; recorded conversations are replayed"
  prefix=recorded-
fi

if [ "$wanted" = record ]; then
  for engine in $engines; do
    truthsayer verify --quiet --jobs 1 --engine "$engine" --record "recorded/$engine.txt" >/dev/null
    # The first process is this engine; others are the reference engine, which is asked for causes.
    sed -i -n '1p;/^1 /p' "recorded/$engine.txt"
  done
  exit
fi

[ -n "$prefix" ] || run lint --quiet
run verify --quiet --engine "${prefix}python-chess"
run verify --quiet --engine "${prefix}chess.js"
if [ -z "$prefix" ]; then run prove; else echo "skipped: prove, because mutants need the library itself"; fi
# The two versions differ in one scenario.
run compare "${prefix}chess.js-1.2.0" "${prefix}chess.js" && exit 1 || [ $? -eq 1 ]
