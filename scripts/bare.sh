#!/usr/bin/env bash
# The two commands of README.md on a machine that has nothing: `bash scripts/bare.sh [--fast] [STATE ..]`; without a state:
# plain broken. A state ends with 0 if all of it is so:
#
#   plain    a clean clone, an empty home, and a search path of links to the programs below and to nothing else: both
#            commands end with 0, and what was skipped is told by reason and number. Needs no root.
#   broken   the same where .venv is there without pip, as a half-made one is: it is thrown away and made again
#   debian   in a new minimal Debian the next three, which are states of their own too. Needs root and debootstrap.
#   novenv   with `python3` and `git` alone: one line says what to install, exit 1, and nothing is left behind
#   root     then python3-venv is installed, and both commands end with 0
#   user     the same for somebody who is not root, with python3-venv
#   lines    prints the commands as README.md has them, and runs none
#
# With --fast the tests are those of `scripts/test.py --fast`; of `broken` they always are. Packages come from the index that
# pip is set to. A command that fails where it should not, or prints a traceback, fails the whole: exit 1. 3: no debootstrap.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
programs="basename cat chmod cp cut date dirname echo env expr false git grep head id ls mkdir mktemp mv printf pwd rm rmdir sed sh sleep sort stat tail tee test touch tr true uname wc"
fast=""
[ "${1:-}" = --fast ] && { fast=" --fast"; shift; }

# The commands as README.md has them: the block of lines that are typed in a checkout.
mapfile -t lines < <(sed -nE 's/^ {4}(python3 scripts\/[a-z_]+\.py)( +#.*)?$/\1/p' "$root/README.md")
[ "${lines[*]}" = "python3 scripts/demo.py python3 scripts/test.py" ] || { echo "README.md names other commands: ${lines[*]:-none}"; exit 1; }
[ "${1:-}" = lines ] && { printf '%s\n' "${lines[@]}"; exit 0; }

python=$(python3 -c 'import sys; print(sys.executable)')
work=$(mktemp -d) failed=0 who=0
chmod 755 "$work"
trap 'rm -rf --one-file-system "$work"' EXIT
lacks() { echo "no Debian here: $*"; exit 3; }

# What pip is set to, so that a machine behind a mirror has its packages.
kept() { env | grep -E '^(PIP|SSL|REQUESTS)_|^https?_proxy='; }
clone() {  # into a folder, with a home beside it
    mkdir -p "$1/home/.config" && git clone -q "$work/source" "$1/project"
    [ -d "$HOME/.config/pip" ] && cp -r "$HOME/.config/pip" "$1/home/.config/"
    return 0
}

machine() {  # a folder with a clone, a home and a search path
    here=$work/$1 && mkdir -p "$here/bin" && clone "$here"
    local name
    for name in $programs; do ln -s "$(type -P "$name")" "$here/bin/$name"; done
    ln -s "$python" "$here/bin/python3"
    mapfile -t variables < <(kept)
    typed() { (cd "$here/project" && env -i "${variables[@]}" HOME="$here/home" PATH="$here/bin" LANG=C.UTF-8 sh -c "$1") >"$here/log" 2>&1; }
}

debian() {  # a Debian of its own, once
    here=$work/debian
    [ -d "$here/root" ] && return
    command -v debootstrap >/dev/null && [ "$(id -u)" -eq 0 ] || lacks "debootstrap is missing, or not root"
    mkdir -p "$here"
    SECONDS=0
    debootstrap --variant=minbase --include=python3,git,ca-certificates bookworm "$here/root" >"$here/log" 2>&1 || { tail -5 "$here/log"; lacks debootstrap; }
    echo "a minimal Debian is made ($SECONDS s): $(ls "$here/root/usr/share/doc" | wc -l) packages"
    local file
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        [ -f "$file" ] && cp "$file" "$here/root$file"
    done
    mapfile -t variables < <(kept)
    typed() { inside "cd /home/$who/project && $1"; }
}
inside() {  # a line typed in it by `who`, with nothing of this machine but its devices
    unshare --mount --pid --fork sh -c 'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; mount -t tmpfs tmpfs "$1/dev/shm"; chmod 1777 "$1/dev/shm"; shift; exec "$@"' - "$here/root" \
        chroot --userspec="$who:$who" "$here/root" /usr/bin/env -i "${variables[@]}" HOME="/home/$who/home" LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$1" >"$here/log" 2>&1
}
account() {  # somebody by number, with a clone: 0 is root
    who=$1
    [ -d "$here/root/home/$who" ] && return
    clone "$here/root/home/$who"
    [ "$who" -eq 0 ] || echo "user:x:$who:$who::/home/$who/home:/bin/sh" >>"$here/root/etc/passwd"
    chown -R "$who:$who" "$here/root/home/$who"
}
with_venv() {
    who=0
    [ -e "$here/venv" ] && return
    inside "apt-get -qq update && apt-get -qq install -y --no-install-recommends python3-venv" || { tail -5 "$here/log"; lacks apt-get; }
    touch "$here/venv"
}

expect() {  # WHAT STATUS PATTERN: of the last command
    if [ "$code" -eq "$2" ] && grep -qE "$3" "$here/log" && ! grep -q "Traceback (most" "$here/log"; then
        printf 'ok      %-24s exit %d %4d s\n' "$1" "$code" "$SECONDS"
    else
        echo "FAILED  $1: exit $code, $SECONDS s"; tail -60 "$here/log"; failed=1
    fi
}
works() {  # WHAT [--fast]: both commands end with 0
    SECONDS=0; typed "${lines[0]}"; code=$?; expect "$1, demo" 0 "^audit: clean"
    SECONDS=0; typed "${lines[1]}${2-$fast}"; code=$?; expect "$1, test" 0 "^[0-9]+ passed"
    grep -E "^[0-9]+ x |^[0-9]+ passed|^attack " "$here/log" | sed 's/^/        /'
}
refuses() {
    local line
    for line in "${lines[@]}"; do
        SECONDS=0; typed "$line"; code=$?; expect "$1, ${line##*/}" 1 "apt install python3-venv"
    done
    [ ! -e "$here/root/home/$who/project/.venv" ] || { echo "FAILED  $1: .venv is left"; failed=1; }
}

main() {
    local state
    [ $# -gt 0 ] || set -- plain broken
    [ "$*" != debian ] || set -- novenv root user
    git clone -q "$root" "$work/source" || exit 1
    for state in "$@"; do
        case $state in
            plain) machine plain; works plain ;;
            broken) machine broken; "$python" -m venv --without-pip "$here/project/.venv"; works broken " --fast" ;;
            novenv) debian; account 0; refuses "debian, no venv" ;;
            root) debian; with_venv; account 0; works "debian, root" ;;
            user) debian; with_venv; account 1000; works "debian, user" ;;
            *) echo "no such state: $state"; exit 2 ;;
        esac
    done
    exit "$failed"
}
main "$@"
