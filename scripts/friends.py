"""A long game of Tigris among five friends at terminals: `python3 scripts/friends.py [--update]`.

The pages tests/friends/*.md are held against what is seen, or written with `--update`. It takes less than a minute of a
processor. tests/support/friends.py plays, and says who they are.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.friends import main

if __name__ == "__main__":
    main(sys.argv[1:])
