#!/usr/bin/env bash
# Packs the built program with completions, man pages, README and the licences of all its crates, and writes a checksum. The
# same binary and commit give the same archive, byte for byte. At the end, the archive is unpacked and tried.
#
# usage: packaging/dist.sh <the binary> <the folder to write to>
set -euo pipefail
binary=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/.."

version=$("$binary" --version | cut -d' ' -f2)
host=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
name=truthsayer-$version-$host
# The time of the commit, so that two archives of one commit are equal.
when=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name"/{completions,man/man1,licences}
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$work/$name/"
install -m 755 "$binary" "$work/$name/truthsayer"

"$binary" completions bash >"$work/$name/completions/truthsayer.bash"
"$binary" completions zsh >"$work/$name/completions/_truthsayer"
"$binary" completions fish >"$work/$name/completions/truthsayer.fish"
"$binary" completions powershell >"$work/$name/completions/truthsayer.ps1"
"$binary" man --quiet --out "$work/$name/man/man1"

# The licence files of all crates in the program.
"${CARGO:-cargo}" tree --offline --locked --package truthsayer --edges normal --prefix none --format '{p} {l}' |
  sed 's, (\*)$,,' | sort -u | while read -r crate number rest; do
    case $rest in *"($PWD"*) continue ;; esac # crates of this repository
    number=${number#v}
    licence=${rest##*) }
    from=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -mindepth 2 -maxdepth 2 -name "$crate-$number" | head -n 1)
    echo "$crate $number: $licence" >>"$work/$name/licences/LIST"
    test -n "$from" || { echo "the source of $crate $number is missing" >&2; exit 1; }
    find "$from" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' -o -iname 'unlicense*' \) |
      sort | while read -r file; do
        install -D -m 644 "$file" "$work/$name/licences/$crate-$number/$(basename "$file")"
      done
  done

tar --sort=name --mtime="@$when" --owner=0 --group=0 --numeric-owner --directory "$work" --create "$name" |
  gzip --no-name --best >"$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")

# Unpack the archive and try it.
mkdir "$work/tried"
(cd "$out" && sha256sum --check --quiet "$name.tar.gz.sha256")
tar --extract --gzip --file "$out/$name.tar.gz" --directory "$work/tried"
cd "$work/tried/$name"
test "$(./truthsayer --version)" = "$("$binary" --version)"
for file in LICENSE-MIT README.md completions/_truthsayer man/man1/truthsayer.1 man/man1/truthsayer-verify.1 licences/LIST; do
  test -s "$file" || { echo "the archive lacks $file" >&2; exit 1; }
done
! file ./truthsayer 2>/dev/null | grep -q 'not stripped' || { echo "the binary is not stripped" >&2; exit 1; }
mkdir "$work/new" && cd "$work/new"
CI=true "$work/tried/$name/truthsayer" schema result >/dev/null
echo "$out/$name.tar.gz"
cat "$out/$name.tar.gz.sha256"
