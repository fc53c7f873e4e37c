"""`referee words`: the comparison that no middleman survives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.settings import Setting, example, is_terminal, shared
from referee.cli.terminal import ask, data, note
from referee.kernel.errors import NotAuthentic

if TYPE_CHECKING:
    from referee.table.desk import Desk


@example("referee words", "referee words --words 'supos selel menuk zidos'", "referee words --from bert")
@shared
def words(
    at: Setting,
    heard: Annotated[str | None, typer.Option("--words", help="The four words that you heard.")] = None,
    who: Annotated[
        str | None, typer.Option("--from", help="Who read them out; else the host (or, for the host, anybody).")
    ] = None,
) -> None:
    """Compare the four words, once, by telephone or chat, before the first move.

    Every party sees the same four words if nobody in between has changed a key or a seat. Hear them from the host and
    type what you hear; the words on your own screen prove nothing.
    """
    from referee.cli.shapes import Words

    desk = at.desk()
    ours = four_words(desk)
    who = None if who in ("referee", "host") else who
    if who is not None:
        desk.table.seat(who)
    if heard is None and (at.json or not is_terminal()):
        compared = desk.guard().compared if desk.key is not None else ""
        found = Words(ours, compared, needed=compared != "equal" and not desk.keys_known())
        data(at, found, [*_shown(at, desk, ours), at.sentence("compare them: referee words --words 'A B C D'")])
        return
    desk.signer()
    if heard is None:
        for line in _shown(at, desk, ours):
            note(line)
        speaker = who or at.sentence("a player" if desk.is_host else "the host")
        heard = ask(at.sentence("the four words that {speaker} reads out", speaker=speaker))
    equal = tuple(heard.lower().replace(",", " ").split()) == ours
    alone = _remember(desk, equal, who)
    if not equal:
        raise NotAuthentic(
            "the words differ: somebody in between has changed keys or seats; do not play on",
            hint="compare again; if they still differ, exchange fingerprints by telephone: referee audit",
        )
    told = [at.sentence("the words are equal")]
    if alone:
        told.append(at.sentence("the host's words must be compared too"))
    data(at, Words(ours, "equal", needed=alone), told)


def four_words(desk: Desk) -> tuple[str, ...]:
    """The four words of a game, once it is dealt. Raises OutOfOrder before."""
    from referee.crypto import joint

    _ = desk.position
    shares = desk.history.shares
    return tuple(joint.four_words(desk.table.charter, [shares[name] for name in desk.table.names]))


def _shown(at: Setting, desk: Desk, ours: tuple[str, ...]) -> list[str]:
    lines = [at.sentence("your words: {words}", words=" ".join(ours))]
    if desk.keys_known():
        lines.append(
            at.sentence(
                "every key at this table is known from a game whose words you compared: nothing must be compared"
            )
        )
    return lines


def _remember(desk: Desk, equal: bool, who: str | None) -> bool:
    """Keep the verdict. Another player's words say nothing about the host: then it is not kept, and True."""
    import msgspec

    if who is not None and not desk.is_host:
        return True
    verdict = "equal" if equal else "different"
    desk.change_guard(lambda guard: msgspec.structs.replace(guard, compared=verdict))
    if equal:
        desk.home.remember_keys(desk.fingerprints())
    return False
