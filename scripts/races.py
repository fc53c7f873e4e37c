"""Two real processes of one person at once, again and again: what was signed must agree with what can be sent.

    scripts/races.py --rounds 200            every pair of commands in turn

Exit 0 when every round kept the promises, 1 when one broke them; its folder is named and kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.races import main

if __name__ == "__main__":
    raise SystemExit(main())
