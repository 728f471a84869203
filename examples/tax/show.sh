#!/usr/bin/env bash
# Tests the country template of OpenFisca: `show.sh path/to/truthsayer [REPLAY]`. It is installed below this folder. If that fails, a
# recorded conversation is replayed, unless REPLAY is `never`. `show.sh path/to/truthsayer record` records it again.
set -euo pipefail
PATH=$(dirname "$(realpath "$1")"):$PATH
cd "$(dirname "$0")"
engine=openfisca
version=$(.venv/bin/python -c 'from importlib.metadata import version as of; print(of("openfisca-country-template"))' 2>/dev/null || true)
if [ "$version" != 8.2.0 ] && ! { python3 -m venv .venv && .venv/bin/pip install --quiet --requirement requirements.txt; }; then
  [ "${2:-}" != never ] || exit 1
  echo "the library cannot be installed; a recorded conversation is replayed"
  engine=recorded-openfisca
fi
if [ "${2:-}" = record ]; then
  mkdir -p recorded
  exec truthsayer verify --quiet --jobs 1 --record recorded/openfisca.txt
fi
truthsayer verify --quiet --engine $engine
# Mutants need the library itself.
[ $engine != openfisca ] || truthsayer prove
