"""The structures of ordinary mails, with notes in place of their text: all are taken."""

from __future__ import annotations

from itertools import islice

from tests.long_runs import of
from tests.post.ordinary_mails import CODINGS, CONTAINERS, FOOTERS, HTML, QUOTING, SETS, has_all, ordinary_mails


def test_of_every_ordinary_structure_the_notes_are_taken() -> None:
    """Attacks 51, 57: containers, codings, quoting, footers, character sets, forms of HTML and line ends."""
    made = list(islice(ordinary_mails(), 0, None, of(3, 1)))

    assert [name for name, mail in made if not has_all(mail)] == []
    assert len({mail for _, mail in made}) >= 900


def test_what_is_made_has_every_part_of_a_structure() -> None:
    names = [name for name, _ in islice(ordinary_mails(), 0, None, 3)]
    parts = (*CONTAINERS, *(f" {coding}," for coding in CODINGS), *QUOTING, *FOOTERS)

    assert [part for part in parts if not any(part in name for name in names)] == []
    assert [charset for charset in SETS if not any(f" {charset}," in name for name in names)] == []
    assert [at for at in range(len(HTML)) if not any(name.endswith(f"page {at}") for name in names)] == []
