"""A slip: the orders of a turn as they were clicked together on a page, sent home in a mail. It is not a note, for
nobody has signed it: it becomes a draft, which its author reads and signs.

    -----BEGIN REFEREE ORDERS-----
    game <a mark of the game>
    step 43
    seat anna
    page <a mark that the page of this very turn has>
    order place temple F7
    order place farm F8
    -----END REFEREE ORDERS-----
"""

from __future__ import annotations

import re

import msgspec

from referee.kernel.canonical_json import encode_b64, tagged_hash
from referee.kernel.errors import RefereeError, Unreadable
from referee.record.mails import mime_text
from referee.record.mails.mbox import split_mbox
from referee.record.note import FILE_LIMIT

BEGIN, END = "-----BEGIN REFEREE ORDERS-----", "-----END REFEREE ORDERS-----"
NO_NOTE = "orders-are-no-note"
"""The code by which `unwrap` says that it has met one."""
MOST, LONGEST = 40, 200
"""So many orders of so many signs are more than any turn has."""

_FORM = (
    r"game ([a-zA-Z0-9_-]{43})\nstep ([1-9][0-9]{0,8})\nseat ([a-z][a-z0-9-]{0,31})\npage ([a-zA-Z0-9_-]{43})\n"
    rf"((?:order [^\n]{{1,{LONGEST}}}\n){{1,{MOST}}})"
)
_BLANKS = " \t\u00a0>|"


class OrderSlip(msgspec.Struct, frozen=True):
    """The orders of one turn, and the turn that they are for; `page` shows that they come from its page."""

    game: str
    step: int
    seat: str
    page: str
    orders: tuple[str, ...]


def slip_game_mark(game: str) -> str:
    """By what a slip names a game: no page that can be sent on holds the id of one."""
    return encode_b64(tagged_hash("slip", game.encode()))


def slip_heading_text(game: str, step: int, seat: str, page: str) -> str:
    """The text above the orders of a slip."""
    return f"{BEGIN}\ngame {slip_game_mark(game)}\nstep {step}\nseat {seat}\npage {page}\n"


def order_slip_in(mail: bytes) -> OrderSlip | None:
    """The slip in a mail or a paste, None if there is none.

    Raises:
        Unreadable: there are several, or one of another form than a page gives it.
    """
    found = dict[OrderSlip, None]()
    try:
        texts = [text for message in split_mbox(mail[:FILE_LIMIT]) for text in mime_text.mail_texts(message)]
    except RefereeError:
        return None
    for text in texts:
        if isinstance(text, str) and BEGIN in text:
            found |= dict.fromkeys(map(_read_slip, _inside(text)))
    if len(found) > 1:
        raise Unreadable("orders-otherwise-written")
    return next(iter(found), None)


def _inside(text: str) -> list[str]:
    """The text between each pair of the two lines, without the blanks and quotes that mail puts around lines."""
    lines = [line.strip(_BLANKS) for line in re.split("\r\n|\r|\n", text)]
    pieces = "\n".join(line for line in lines if line).split(f"{BEGIN}\n")[1:]
    return [piece.partition(END)[0] for piece in pieces]


def _read_slip(inside: str) -> OrderSlip:
    form = re.fullmatch(_FORM, inside)
    if form is None or not inside.replace("\n", "").isprintable():
        raise Unreadable("orders-otherwise-written")
    game, step, seat, page, orders = form.groups()
    return OrderSlip(game, int(step), seat, page, tuple(line.removeprefix("order ") for line in orders.splitlines()))
