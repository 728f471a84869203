#!/bin/sh
# Runs a command, such as `cargo test`, with settings that make the tests cheaper. The tests also pass without it.
#
# - Temporary files go to memory, unless TMPDIR is set: the tests create tens of thousands of small files, and ext4 is slow at
#   reusing inodes.
# - The folder of the Python interpreter comes first in PATH: the tests start hundreds of engines, and the wrapper script of
#   pyenv triples the cost of each start.
memory=/dev/shm
needed=4000000 # KiB

may_hold_programs() {
    program=$(mktemp "$1/truthsayer.XXXXXX") || return 1
    printf '#!/bin/sh\n' >"$program" && chmod +x "$program" && "$program" 2>/dev/null
    status=$?
    rm -f "$program"
    return "$status"
}

if [ -z "${TMPDIR:-}" ] && [ -w "$memory" ]; then
    free=$(df -Pk "$memory" 2>/dev/null | awk 'NR == 2 { print $4 }')
    if [ "${free:-0}" -ge "$needed" ] && may_hold_programs "$memory"; then
        export TMPDIR="$memory"
    fi
fi

interpreter=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))' 2>/dev/null)
if [ -n "$interpreter" ]; then
    export PATH="$interpreter:$PATH"
fi

exec "$@"
