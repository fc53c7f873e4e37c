"""Who somebody is: the name that people say, and the key to begin with, made on the spot where there is none."""

from __future__ import annotations

from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_notice
from referee.cli.prompts import terminal
from referee.crypto.keys import SigningKey
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.opening.seat_names import check_seat_name
from referee.record.file_names import slug
from referee.record.notes.escaping import single_line_text
from referee.record.notes.fields import SEAT_LONGEST
from referee.session.key_making import write_new_key


class NamedKey(NamedTuple):
    """A key of this home and its name."""

    name: str
    key: SigningKey


def ask_own_name(context: Context, name: str | None) -> str:
    """What somebody is called, for people: as typed, else as asked for at the terminal, a lone key's name offered.

    Raises:
        Unreadable: it is more than one line, or nobody can be asked.
    """
    if name is None:
        keys = context.first_keys()
        known = context.as_name or (keys[0] if len(keys) == 1 else "")
        if not context.can_ask:
            if known:
                return known.title()
            raise Unreadable("say-who-you-are", hint=Sentence("name-yourself"))
        offered = f" [{known.title()}]" if known else ""
        name = terminal.ask_line(f"{context.sentence('your-name')}{offered}") or known.title()
    return single_line_text(name, "name")


def seat_name_for(name: str) -> str:
    """The seat for a name: `Anna Böhm` sits at `anna`. Raises Unreadable if the name has no letter of a-z."""
    seat = slug(name.split(maxsplit=1)[0], SEAT_LONGEST) or slug(name, SEAT_LONGEST)
    if not seat:
        raise Unreadable("name-has-no-seat", name=name, hint=Sentence("name-your-seat"))
    return check_seat_name(seat)


def first_or_new_key(context: Context, name: str) -> NamedKey:
    """The key to begin with; where there is none, one is made, once the person at the terminal has seen the name again
    and agrees, or at once for who presses a button of the page.

    Raises:
        NotAuthentic: there is none and nobody can be asked or the answer is no; and as `Context.first_key`.
    """
    home = context.home()
    pressed = terminal.page_input() is not None
    if home.keys() or context.as_name is not None or context.json or not (pressed or terminal.is_terminal()):
        key = context.first_key()
        return NamedKey(context.as_name or context.first_keys()[0], key)
    called = slug(name) or "me"
    print_notice(context.sentence("no-key-here"))
    asked = f"{context.sentence('make-one-for', name=safe_text(name))} {context.sentence('yes-unless-no')}"
    if not pressed and terminal.ask_line(asked).lower() in ("n", "no"):
        raise NotAuthentic("no-key-yet", hint=Sentence("name-again"))
    key = write_new_key(home, called)
    print_notice(context.sentence("key-made-copy-it", path=path_text(home.path / "keys" / called)))
    return NamedKey(called, key)
