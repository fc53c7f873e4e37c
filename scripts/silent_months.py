"""Months in which honest people are away and silence is agreed; nobody may be accused.

    python scripts/silent_months.py 1..500             a line each; exit 1 if one did not come through
    python scripts/silent_months.py 1..20 --drops      the host holds the moves of one player back for weeks

tests/support/silent_months.py plays them.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.silent_months import main

if __name__ == "__main__":
    main()
