#!/bin/sh
# Makes the pictures of the README from real output: docs/pictures/make.sh [TRUTHSAYER]
# Needs python3, chromium and pngquant (apt-get install chromium pngquant fonts-dejavu). The terminal is drawn as SVG; the
# page is photographed by the browser and reduced to few colours, so that each picture stays below 150 KB.
set -eu
cd "$(dirname "$0")/../.."
truthsayer=${1:-target/release/truthsayer}
made=target/pictures
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT

python3 docs/pictures/terminal.py 96 "A failing run of truthsayer verify" \
    "$truthsayer" verify cotulenh/flying-general --without flying_general >docs/pictures/failing.svg

env -u CI "$truthsayer" report --without flying_general --out "$made" --format html --quiet

photograph() { # NAME FRAGMENT HEIGHT
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --disable-background-networking \
        --user-data-dir="$profile" --window-size="1200,$3" --timeout=20000 --screenshot="$profile/$1.png" \
        "file://$PWD/$made/index.html$2" 2>/dev/null
    pngquant --force --strip --speed 1 --output "docs/pictures/$1.png" 64 "$profile/$1.png"
}
# A search leaves so little that nothing has to be scrolled: the browser photographs the top of the page only.
photograph page "#cotulenh/captures.md:34.1?search=flying" 1760
ls -l docs/pictures
