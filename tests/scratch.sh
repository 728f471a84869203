#!/bin/sh
# Where the tests put their folders, as a setting for `env`. They make and remove tens of thousands of small files, and on a
# disk the system spends more time on finding room for them than the tests take: ext4 looks at every inode that was freed
# lately before it takes one. So they go into memory where it has a folder that is large enough and may hold programs;
# else, or where somebody has chosen already, they go where they always go.
memory=/dev/shm
needed=4000000 # KiB

[ -z "${TMPDIR:-}" ] && [ -w "$memory" ] || exit 0
free=$(df -Pk "$memory" 2>/dev/null | awk 'NR == 2 { print $4 }')
[ "${free:-0}" -ge "$needed" ] || exit 0
program=$(mktemp "$memory/truthsayer.XXXXXX") || exit 0
printf '#!/bin/sh\n' >"$program"
chmod +x "$program"
if "$program" 2>/dev/null; then echo "TMPDIR=$memory"; fi
rm -f "$program"
