"""Keep what a version means, as digests: tests/frozen/playouts.json has 50 random games of each game and rules version,
tests/frozen/bots.json what programs of `referee.kernel.bot.VERSION` answer in them.

    scripts/freeze.py           add the versions that are missing; what stands there is never changed
    scripts/freeze.py --check   only say which are missing, or come out differently now

Exit 0 when all is kept, 1 when a version is missing or means something else.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from scripts.environment import enter

    enter("requirements-dev.txt")

from tests.games.contract import bot_digests, playout_digests  # noqa: E402


def keep(digested: ModuleType, otherwise: str, check: bool) -> bool:
    """Add what is missing, or with `check` only say so. Whether all is kept then."""
    table, found = digested.kept(), digested.every_version()
    missing = [name for name in found if name not in table]
    other = [name for name in found if name in table and digested.digests(found[name]) != table[name]]
    for name in other:
        print(f"{name}: {otherwise}", file=sys.stderr)
    for name in missing:
        print(f"{name}: {'missing' if check else 'added'}")
    if missing and not check:
        table.update({name: digested.digests(found[name]) for name in missing})
        digested.TABLE.write_text(json.dumps(dict(sorted(table.items())), indent=1) + "\n", "utf-8")
    return not other and not (missing and check)


def main(arguments: list[str]) -> int:
    """Add, or with `--check` compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say what is missing or comes out differently")
    check = parser.parse_args(arguments).check
    rules = keep(playout_digests, "its games come out differently: that is a new rules version, not this one", check)
    bots = keep(bot_digests, "its programs answer otherwise: that is the next VERSION in referee/kernel/bot.py", check)
    return 0 if rules and bots else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
