"""Who somebody is: the name that people say, and the key to begin with, made on the spot where there is none."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.open_games import reader_of
from referee.cli.printing.output import print_notice
from referee.cli.prompts import terminal
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.file_names import slug
from referee.record.notes.escaping import single_line_text
from referee.service.home.key_files import first_key_name, first_key_names, write_new_key


def ask_own_name(context: Context, name: str | None) -> str:
    """What somebody is called, for people: as typed, otherwise as asked for at the terminal, a lone key's name offered.

    Raises:
        Unreadable: it is more than one line, or nobody can be asked.
    """
    if name is None:
        keys = first_key_names(reader_of(context))
        known = context.as_name or (keys[0] if len(keys) == 1 else "")
        if not context.can_ask:
            if known:
                return known.title()
            raise Unreadable("say-who-you-are", hint=Sentence("name-yourself"))
        offered = f" [{known.title()}]" if known else ""
        name = terminal.ask_line(f"{context.sentence('your-name')}{offered}") or known.title()
    return single_line_text(name, "name")


def first_or_new_key(context: Context, name: str) -> str:
    """The name of the key to begin with; where there is none, one is made, once the person at the terminal has seen the
    name again and agrees.

    Raises:
        NotAuthentic: there is none and nobody can be asked or the answer is no; and as `first_key_name`.
    """
    home = context.home()
    if home.keys() or context.as_name is not None or not context.can_ask:
        return first_key_name(reader_of(context))
    called = slug(name) or "me"
    print_notice(context.sentence("no-key-here"))
    if not context.agrees(context.sentence("make-one-for", name=safe_text(name))):
        raise NotAuthentic("no-key-yet", hint=Sentence("name-again"))
    write_new_key(home, called)
    print_notice(context.sentence("key-made-copy-it", path=path_text(home.path / "keys" / called)))
    return called
