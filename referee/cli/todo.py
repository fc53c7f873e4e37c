"""What a party should do now: the next command, or the mail that is waited for."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cli.context import Setting, shown
from referee.cli.shapes import Status, Todo
from referee.record.names import CHARTER
from referee.table.desk.desk import Desk
from referee.table.reading.words import spoken, to_hear


def todo(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    """What the reader should do now, in order. Everything may be done again: the same note is the same bytes."""
    stages = {"nothing": _nothing, "offer": _offer, "charter": _charter, "playing": _playing, "over": _over}
    return stages[found.stage](at, desk, found)


def _nothing(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    yield Todo(at.sentence("no game here yet; a host begins with"), "referee offer GAME --seats N")
    yield Todo(at.sentence("a player begins with"), "referee join OFFER --seat NAME")


def _offer(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    from referee.table.opening.charter import check_offer

    offer = desk.history.offer
    assert offer is not None
    missing = check_offer(offer).seats - len(found.joined)
    if desk.is_host and missing > 0:
        yield Todo(
            at.sentence("waiting for {count} more joins; take them in with", count=missing), "referee receive FILE"
        )
    elif desk.is_host:
        yield Todo(at.sentence("all seats are taken; make the charter"), "referee charter")
    elif _outbox(desk, "join-"):
        yield _send(at, desk, _outbox(desk, "join-")[-1], "host")
        yield Todo(at.sentence("then wait for the charter"))
    else:
        yield Todo(at.sentence("join with"), "referee join OFFER --seat NAME")


def _charter(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    missing = [name for name in found.seats if name not in found.accepted]
    if desk.is_host:
        path = shown(desk.folder.path / "record" / CHARTER)
        yield Todo(at.sentence("mail {path} to all players", path=path))
        yield Todo(
            at.sentence("waiting for the accepts of {names}; take them in with", names=", ".join(missing)),
            "referee receive FILE",
        )
    elif found.you is None:
        return
    elif _outbox(desk, "accept-"):
        yield _send(at, desk, _outbox(desk, "accept-")[-1], "all")
        yield Todo(at.sentence("then wait for the deal"))
    else:
        yield Todo(at.sentence("look at seats and options, then accept"), "referee accept")


def _playing(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    asked = found.asked
    assert asked is not None and found.step is not None
    yield from _hearing(at, found)
    if to_hear(found.heard):
        first = found.countersigned.get(found.you or "") == 0
        if not desk.is_host and (first or "different" in found.heard.values()):
            return  # nothing is signed before
    if desk.is_host:
        letter = f"{found.step:04d}.txt"
        if desk.folder.has_letter(letter):
            path = shown(desk.folder.path / "letters" / letter)
            yield Todo(at.sentence("the newest letter to all is {path}", path=path))
        else:
            yield Todo(at.sentence("write the newest letter to all again"), "referee letter")
        yield Todo(
            at.sentence("waiting for the move of {seat}; take it in with", seat=asked.seat), "referee receive FILE"
        )
        return
    if asked.seat != found.you:
        yield Todo(at.sentence("waiting for {seat}", seat=asked.seat))
        return
    signed = _outbox(desk, f"{found.step + 1:04d}-{found.you}")
    if signed:
        yield _send(at, desk, signed[-1], "host")
        yield Todo(at.sentence("then wait for the next step; the move counts once the host has entered it"))
        return
    yield Todo(at.sentence("you answer, for example"), f"referee move {asked.example}")


def _hearing(at: Setting, found: Status) -> Iterator[Todo]:
    """Whose four words are still to be heard; said to the host too, who is not held up by it."""
    different = [spoken(role) for role, verdict in found.heard.items() if verdict == "different"]
    missing = [spoken(role) for role in to_hear(found.heard) if spoken(role) not in different]
    if different:
        said = at.sentence("do not play on before you have heard equal words from {names}", names=", ".join(different))
        yield Todo(said, "referee words")
    if missing:
        said = at.sentence("hear the four words from {names}, not through the host", names=", ".join(missing))
        yield Todo(said, "referee words")


def _over(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    missing = [name for name in found.seats if name not in found.acknowledged]
    if found.you in found.acknowledged and missing:
        path = shown(desk.folder.path / "record" / f"ack-{found.you}.note")
        yield Todo(at.sentence("send {path} to all, host and players, if you have not", path=path))
    elif found.you in missing:
        yield Todo(at.sentence("acknowledge the end, and send the ack to all"), "referee ack")
    if missing:
        yield Todo(at.sentence("not acknowledged yet by {names}", names=", ".join(missing)))
    yield Todo(at.sentence("everything is open now; check it all"), "referee audit")


def _outbox(desk: Desk, prefix: str) -> list[str]:
    """The notes signed for one thing, oldest first: `0043-bert.move`, then its corrections `0043-bert-2.move`."""
    return sorted((name for name in desk.folder.list_outbox() if name.startswith(prefix)), key=lambda n: (len(n), n))


def _send(at: Setting, desk: Desk, name: str, to: str) -> Todo:
    path = shown(desk.folder.path / "outbox" / name)
    if to == "host":
        return Todo(at.sentence("send {path} to the host, if you have not", path=path))
    return Todo(at.sentence("send {path} to all, host and players, if you have not", path=path))
