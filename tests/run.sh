#!/bin/sh
# Runs a command, such as `cargo test`, with what makes the tests cheap on this machine. They pass without it, too.
#
# The tests make and remove tens of thousands of small files, and on a disk the system spends more time on finding room for
# them than the tests take: ext4 looks at every inode that was freed lately before it takes one. So the files go into memory
# where it has a folder that is large enough and may hold programs, unless somebody has chosen a place already.
#
# They start hundreds of engines in Python. Where `python3` is a script that looks for the interpreter (pyenv's is one), each
# start costs three; so the folder of the interpreter itself comes first.
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
