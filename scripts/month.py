"""What a game by mail costs its players.

    python scripts/month.py --mails            mails a turn by game, with and without plans and standing answers
    python scripts/month.py --mails --write    the same into docs/mail.md
    python scripts/month.py --mails --games 10 --steps 200

The same arguments print the same table, on every machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import mails  # noqa: E402

PAGE = ROOT / "docs" / "mail.md"
BEGIN, END = "<!-- scripts/month.py --mails -->\n", "<!-- end -->\n"


def written(page: str, table: str) -> str:
    """The page with the table between its two marks exchanged."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> None:
    """Count, then print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mails", action="store_true", required=True, help="count the mails a turn")
    parser.add_argument("--games", type=int, default=mails.GAMES, help="games for each row and column")
    parser.add_argument("--steps", type=int, default=mails.STEPS, help="steps of each game at most")
    parser.add_argument("--write", action="store_true", help="put the table into docs/mail.md")
    chosen = parser.parse_args()
    table = mails.table(chosen.games, chosen.steps)
    if chosen.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), table), "utf-8")
    print(table, end="")


if __name__ == "__main__":
    main()
