#!/usr/bin/env bash
# Two chess libraries under the oracle: `show.sh path/to/truthsayer [REPLAY]`. They are installed below this folder. Where that
# fails, what they said once is played back, unless REPLAY is `never`; `show.sh path/to/truthsayer record` writes that anew.
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

said() { printf '\n$ truthsayer %s\n' "$*"; truthsayer "$@"; }

prefix=
if ! installed && ! install; then
  [ "$wanted" != never ] || exit 1
  echo "the libraries cannot be installed; what they said once is played back"
  prefix=recorded-
fi

if [ "$wanted" = record ]; then
  for engine in $engines; do
    truthsayer verify --quiet --jobs 1 --engine "$engine" --record "recorded/$engine.txt" >/dev/null
    # The first process is this engine; others are the game's own, asked for causes.
    sed -i -n '1p;/^1 /p' "recorded/$engine.txt"
  done
  exit
fi

[ -n "$prefix" ] || said lint --quiet
said verify --quiet --engine "${prefix}python-chess"
said verify --quiet --engine "${prefix}chess.js"
if [ -z "$prefix" ]; then said prove; else echo "prove needs the library itself, and is left out"; fi
# They differ, in one scenario.
said compare "${prefix}chess.js-1.2.0" "${prefix}chess.js" && exit 1 || [ $? -eq 1 ]
