"""Keep what a rules version means: digests of 50 random games of each game and version, in tests/frozen/playouts.json.

    scripts/freeze.py           add the versions that are missing; what stands there is never changed
    scripts/freeze.py --check   only say which are missing, or come out differently now

Exit 0 when all is kept, 1 when a version is missing or means something else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from scripts.environment import enter

    enter("requirements-dev.txt")

from tests.games.contract.playout_digests import TABLE, digests, every_version, kept  # noqa: E402


def main(arguments: list[str]) -> int:
    """Add, or with `--check` compare."""
    table, found = kept(), every_version()
    missing = [name for name in found if name not in table]
    other = [name for name in found if name in table and digests(found[name]) != table[name]]
    for name in other:
        print(f"{name}: its games come out differently: that is a new rules version, not this one", file=sys.stderr)
    for name in missing:
        print(f"{name}: {'missing' if '--check' in arguments else 'added'}")
    if missing and "--check" not in arguments:
        table.update({name: digests(found[name]) for name in missing})
        TABLE.write_text(json.dumps(dict(sorted(table.items())), indent=1) + "\n", "utf-8")
        missing = []
    return 1 if missing or other else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
