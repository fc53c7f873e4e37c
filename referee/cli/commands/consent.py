"""`referee consent`: somebody agrees to a draw, to ending the game, to leaving it, or to a new key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.asking.prompt import is_terminal
from referee.cli.completion.choices import agreements
from referee.cli.context import Context, command
from referee.cli.new_keys import agree_to_key
from referee.cli.paths import shown
from referee.cli.printing.errors import Stopped
from referee.cli.printing.lines import proposal_lines
from referee.cli.printing.output import Signed, data, note
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.kernel.vocabulary import healed
from referee.record.notes import Consent
from referee.table.desk.consents import keep_consent
from referee.table.desk.desk import Desk
from referee.table.desk.send import Outgoing, send
from referee.table.step.decisions import consent_note
from referee.words.catalogue import HOUSE, entry, languages

AGREEMENTS = {"draw": "end draw", "end": "end agreed", "leave": "left"}
"""What can be typed, and what the consent says."""


_SAID = {"draw": "consent-draw", "end": "consent-end", "leave": "consent-leave"}
"""What is said before it is signed."""


def meant(typed: str, lang: str) -> str:
    """Which of `AGREEMENTS` was typed, in any language. Raises Unreadable with what there is."""
    words = {
        word: {word, *(entry(HOUSE, "agreement", word, one) or word for one in languages())} for word in AGREEMENTS
    }
    found = next((word for word, known in words.items() if healed(typed) in map(healed, known)), None)
    if found is None:
        known = ", ".join(entry(HOUSE, "agreement", word, lang) or word for word in AGREEMENTS)
        raise Unreadable("no-such-agreement", found=typed, known=known)
    return found


@command(prints=Signed)
def consent(
    context: Context,
    what: Annotated[str, typer.Argument(metavar="WHAT", autocompletion=agreements)],
    words: Annotated[str | None, typer.Option("--words")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Agree to a draw, to the end of the game, to leaving it, or to a new key."""
    if Path(what).is_file():
        agree_to_key(context, Path(what), words, yes)
        return
    word = meant(what, context.lang)
    desk = context.desk()
    to = AGREEMENTS[word]
    _check(desk)
    key = desk.signer()
    if not context.json:
        note(context.sentence(_SAID[word]))
        for line in proposal_lines(context, desk):
            note(line)
    if not yes:
        if not is_terminal() or context.json:
            raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
        if not context.confirm(context.sentence("sign-consent")):
            raise Stopped("nothing-signed")
    name = f"consent-{desk.position.step + 1:04d}-{desk.role}-{to.replace(' ', '-')}.note"
    sent = send(desk, Outgoing(None, "", lambda _: (consent_note(desk.position, key, to),), name))
    keep_consent(desk, sent.note, sent.note.read(Consent))
    path = shown(sent.path)
    written = Signed("consent", sent.note.id, path, "all", game=desk.table.game_id)
    data(context, written, context.sentence("send-all-host-players", path=path))


def _check(desk: Desk) -> None:
    """Only who still plays agrees to anything, and only while there is a game."""
    position, seat = desk.position, desk.eyes.seat
    if position.over:
        raise OutOfOrder("game-over")
    if seat is None:
        raise NotAuthentic("players-agree")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=desk.table.names[seat])
