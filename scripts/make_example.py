"""Write the example games anew: `python scripts/make_example.py`. The same bytes every time; a test compares.

tests/support/example_games.py plays them.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.example_games import main

if __name__ == "__main__":
    main()
