"""What a table has agreed on beside its game: how long one waits, what then, and who must consent. Options of an offer.

    absence    skip: the host may skip a seat for which all wait in vain; agreed: where the others say that nothing
               has arrived; pause: the game waits
    deadline   the days an answer may take; reminders speak of it, and no rule reads it
    grace      the days that are waited for beyond that
    holiday    the days of holiday that each seat may declare in a game; the days for its answers count from their end
    practice   yes: one person plays against bots, all under keys that are nobody's (`practice_key`)
    repeat     how often in a row a seat is skipped before it is waited for no more, until something of it arrives; only
               where the others say that nothing has arrived
    standin    the steps, at most, until which a bot may play a seat whose owner has declared it
    quorum     who must agree where consents are asked: all others, or most of them
    escrow     yes: the seats hold shares of the host's game secret, with which all together replace one who vanished
    seating    drawn: the seating order follows from the joint seed, with the deal; listed: as the charter lists them
    terms      further terms in words of the host's own
    host       the seat at which the host plays, who could then look at all hands where they are not masked: everybody
               agrees to that

An offer has them only where its host has chosen them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from referee.crypto.keys import is_practice_key
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.notes.escaping import escape_text, unescape_text
from referee.record.notes.fields import check_seat

CHOICES: dict[str, tuple[str, ...]] = {
    "absence": ("agreed", "pause", "skip"),
    "deadline": (),
    "escrow": ("no", "yes"),
    "grace": (),
    "holiday": (),
    "host": (),
    "practice": ("yes",),
    "quorum": ("all", "majority"),
    "repeat": (),
    "seating": ("drawn", "listed"),
    "standin": (),
    "terms": (),
}
"""The options, each with the values it may have; () for a number of days, for words, or for the name of a seat."""

_DAYS_OR_COUNTS = ("deadline", "grace", "holiday", "repeat", "standin")
DAYS_MOST = 365
ESCROW_LEAST = 3
"""Seats of a table with escrow, at least: of two, each would need the other's share alone to read every hand."""

WORDS_MOST = 58
"""Columns that the words of `terms` take at most, escaped as in a note."""


Absence = Literal["agreed", "pause", "skip"]


class Terms(msgspec.Struct, frozen=True):
    """The terms of a table. `deadline` is `None` where none was agreed, `host` is "" where the host does not play."""

    absence: Absence = "skip"
    deadline: int | None = None
    grace: int = 0
    quorum: Literal["all", "majority"] = "all"
    terms: str = ""
    escrow: bool = False
    host: str = ""
    practice: bool = False
    drawn: bool = False
    holiday: int = 0
    repeat: int = 0
    standin: int = 0

    @property
    def asks_words(self) -> bool:
        """Whether a player is skipped by the words of the others, not by the host alone."""
        return self.absence == "agreed"


def table_terms(options: Iterable[tuple[str, str]], known: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """The options among `options` that are terms of the table; what the game itself calls so (`known`) is the game's.

    Raises:
        Unreadable: a value that there is not, with what there is.
    """
    found = [pair for pair in options if pair[0] in CHOICES and pair[0] not in known]
    for name, value in found:
        _check_term(name, value)
    return tuple(found)


def check_seats(seats: int, options: Iterable[tuple[str, str]]) -> None:
    """Check that a table of so many seats can have the terms among `options`. Raises Unreadable."""
    if seats < ESCROW_LEAST and ("escrow", "yes") in options:
        raise Unreadable("escrow-too-few", least=ESCROW_LEAST, found=seats)
    if dict(options).get("repeat", "0") != "0" and ("absence", "agreed") not in options:
        raise Unreadable("repeat-without-words")


def terms_of(options: Iterable[tuple[str, str]], known: Iterable[str] = ()) -> Terms:
    """What the options of an offer agree on. Raises Unreadable as `agreed` does."""
    found = dict(table_terms(options, known))
    absence: Any = found.get("absence", "skip")  # one of them: it was checked
    days: dict[str, int] = {name: int(found[name]) for name in _DAYS_OR_COUNTS if name in found}
    return Terms(
        absence=absence,
        deadline=days.get("deadline"),
        grace=days.get("grace", 0),
        holiday=days.get("holiday", 0),
        repeat=days.get("repeat", 0),
        standin=days.get("standin", 0),
        escrow=found.get("escrow") == "yes",
        host=found.get("host", ""),
        practice=found.get("practice") == "yes",
        drawn=found.get("seating") == "drawn",
        quorum="majority" if found.get("quorum") == "majority" else "all",
        terms=unescape_text(found["terms"]) if "terms" in found else "",
    )


def check_practice(key: bytes, role: str, *, practice: bool) -> None:
    """Check that a key may sit at a table: one of `practice`, or a real one.

    Raises:
        NotAuthentic: it may not: a key of practice is anybody's in a real game, and any other has nothing to practise.
    """
    if is_practice_key(key) == practice:
        return
    if practice:
        raise NotAuthentic("real-key-in-practice", role=role, hint=Sentence("practise-by-command"))
    raise NotAuthentic("practice-key-in-game", role=role, hint=Sentence("use-own-key"))


def free_text_term(text: str) -> str:
    """Words of the host's own as the value of `terms`. Raises Unreadable if they are too long or cannot be written."""
    value = escape_text(text)
    if len(value) > WORDS_MOST:
        raise Unreadable("terms-too-long", most=WORDS_MOST, found=len(value))
    return value


def _check_term(name: str, value: str) -> None:
    if name == "terms":
        if free_text_term(unescape_text(value)) != value:
            raise Unreadable("bad-escape")
    elif name == "host":
        check_seat(value)
    elif CHOICES[name]:
        if value not in CHOICES[name]:
            raise Unreadable("bad-option-value", name=name, known=", ".join(CHOICES[name]), value=value)
    elif not (value.isascii() and value.isdecimal() and str(int(value)) == value and int(value) <= DAYS_MOST):
        raise Unreadable("bad-option-value", name=name, known=f"0-{DAYS_MOST}", value=value)
