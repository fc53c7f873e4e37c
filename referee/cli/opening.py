"""The commands that open a game: offer, join, charter, accept, words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.settings import Setting, is_terminal, shared
from referee.cli.terminal import ask, data, note
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable

if TYPE_CHECKING:
    from referee.crypto.keys import SigningKey
    from referee.table.desk import Desk


def _key(at: Setting) -> tuple[str, SigningKey]:
    """The key to begin with, when no record says yet which one has a part."""
    from referee.crypto.keys import read_private

    home = at.home()
    names = home.keys()
    name = at.as_name or (names[0] if len(names) == 1 else None)
    if name is None:
        raise NotAuthentic(
            "several keys could sign: {names}" if names else "you have no key yet",
            names=", ".join(names),
            hint="name one with --as" if names else "referee key new NAME",
        )
    if name not in names:
        raise NotAuthentic(
            "there is no key called {name}; there are: {known}", name=name, known=", ".join(names) or "none"
        )
    return name, read_private(home.read_key(name), lambda: typer.prompt("passphrase", hide_input=True, err=True))


def _one_line(text: str, field: str) -> str:
    """Text of a player's own that stands in one line of a note."""
    from referee.record.note import text_lines

    lines = text_lines(text, 71 - len(field))
    if len(lines) != 1:
        raise Unreadable("{field} is one line of at most {most} columns", field=field, most=71 - len(field))
    return lines[0]


def _chosen(options: list[str], preset: str | None, game_name: str) -> list[tuple[str, str]]:
    from referee.games import find

    info = find(game_name).info
    presets = dict(info.presets)
    if preset is not None and preset not in presets:
        raise Unreadable(
            "{game} has no preset {name}; it has {known}",
            game=info.title,
            name=preset,
            known=", ".join(presets) or "none",
        )
    pairs = dict(presets[preset]) if preset is not None else {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Unreadable("an option is NAME=VALUE, such as board=advanced; got {found}", found=option)
        pairs[name.strip()] = value.strip()
    return sorted(pairs.items())


@shared
def offer(
    at: Setting,
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="tigris, cards, ur ...")],
    seats: Annotated[int, typer.Option("--seats", "-n", help="How many players.")],
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE, as often as needed.")] = None,
    preset: Annotated[str | None, typer.Option("--preset", help="A named set of options, such as advanced.")] = None,
    void: Annotated[Path | None, typer.Option("--void", help="The folder of an attempt to give up.")] = None,
    why: Annotated[str | None, typer.Option("--why", help="Why it is given up, for all to read.")] = None,
) -> None:
    """Host: offer a game. Mail the offer to all players."""
    import secrets

    from referee.games import find
    from referee.record.note import render_bundle
    from referee.table.opening import make_offer

    folder = at.folder()
    game = find(game_name)
    _, key = _key(at)
    voided, attempt = (None, 1) if void is None else _voided(at, void, key)
    try:
        frame = make_offer(
            key,
            game,
            seats,
            _chosen(option or [], preset, game_name),
            secrets.token_bytes(16),
            attempt=attempt,
            voided=voided,
            why=_one_line(why, "why") if why else None,
        )
    except ValueError as error:
        raise Unreadable("the offer does not fit the game: {why}", why=str(error)) from None
    folder.commit("offer.note", render_bundle((frame,)))
    path = folder.path / "record" / "offer.note"
    data(
        at,
        {"offer": frame.id, "file": str(path), "attempt": attempt},
        [f"offer of {game.info.title} for {seats}, attempt {attempt}: mail {path} to all players"],
    )


def _voided(at: Setting, old: Path, key: SigningKey) -> tuple[tuple[str, SigningKey, bytes], int]:
    from referee.record.store import Folder
    from referee.table.desk import record_files
    from referee.table.history import read_history

    table = read_history(record_files(Folder(old)), key).table
    if table is None or table.host.key != key.public:
        raise OutOfOrder("{path} holds no charter of yours that could be given up", path=str(old))
    return (table.game_id, key, table.offer_nonce), table.attempt + 1


@shared
def join(
    at: Setting,
    offer_file: Annotated[Path, typer.Argument(metavar="OFFER", help="The offer as it came by mail.")],
    seat: Annotated[str, typer.Option("--seat", help="The name of your seat: a-z, 0-9, -, at most 12.")],
    name: Annotated[str | None, typer.Option("--name", help="What you are called, for people.")] = None,
) -> None:
    """Player: join an offered game. Send the join to the host."""
    import secrets

    from referee.record.note import check_seat, render_bundle, unwrap
    from referee.record.store import read_input
    from referee.table.opening import check_offer, make_join

    folder = at.folder()
    check_seat(seat)
    offers = [frame for frame in unwrap(read_input(offer_file)).frames if frame.type == "offer"]
    if len(offers) != 1:
        raise Unreadable("expected one offer in {path}, found {count}", path=str(offer_file), count=len(offers))
    terms = check_offer(offers[0])
    _, key = _key(at)
    known = {name for name in folder.list_outbox() if name.startswith("join-")}
    if known:
        raise OutOfOrder(
            "you have joined from this folder already",
            hint=f"send {folder.path / 'outbox' / sorted(known)[0]} again as it is",
        )
    display = _one_line(name or seat.title(), "name")
    frame = make_join(key, offers[0], seat, display, secrets.token_bytes(16))
    folder.commit("offer.note", render_bundle(offers))
    folder.write_outbox(f"join-{seat}.note", render_bundle((frame,)))
    path = folder.path / "outbox" / f"join-{seat}.note"
    if terms.attempt > 1:
        reason = terms.why or "no reason given"
        note(f"ATTENTION: this is attempt {terms.attempt}; a deal was thrown away before: {reason}")
    data(
        at,
        {"join": frame.id, "file": str(path), "attempt": terms.attempt},
        [f"seat {seat} of {terms.rules.game} for {terms.seats}: send {path} to the host"],
    )


@shared
def charter(
    at: Setting,
    order: Annotated[str | None, typer.Option("--order", help="Seats clockwise: anna,bert,carl.")] = None,
) -> None:
    """Host: make the charter once all have joined. Mail it to all players."""
    from referee.record.note import render_bundle
    from referee.table.desk import pending
    from referee.table.opening import make_charter
    from referee.table.turn import author

    desk = at.desk()
    key = desk.host_key()
    offer_frame = desk.history.offer
    assert offer_frame is not None
    path = desk.folder.path / "record" / "charter.note"
    if desk.history.table is None:
        joins = {author(frame): frame for frame in pending(desk.folder, "join-")}
        names = [name.strip() for name in order.split(",")] if order else sorted(joins)
        frame = make_charter(key, offer_frame, list(joins.values()), names)
        bundle = (offer_frame, *(joins[name] for name in names), frame)
        guard = desk.guard(offer_frame.id).signing("charter", frame.id)
        desk.write_guard(guard, offer_frame.id)
        desk.folder.commit("charter.note", render_bundle(bundle))
        desk = desk.reloaded()
    data(
        at,
        {"game": desk.table.game_id, "seats": desk.table.names, "file": str(path)},
        [f"charter for {', '.join(desk.table.names)}: mail {path} to all players"],
    )


@shared
def accept(at: Setting) -> None:
    """Player: accept the charter. Send the accept to all, host and players."""
    from referee.record.note import render_bundle
    from referee.table.opening import make_accept

    desk = at.desk()
    key = desk.signer()
    frame = make_accept(key, desk.table)
    seat = desk.role
    _check_own_join(desk)
    guard = desk.guard(desk.table.offer_id).signing("accept", frame.id)
    desk.write_guard(guard, desk.table.offer_id)
    desk.folder.write_outbox(f"accept-{seat}.note", render_bundle((frame,)))
    path = desk.folder.path / "outbox" / f"accept-{seat}.note"
    if desk.table.attempt > 1:
        note(f"ATTENTION: this is attempt {desk.table.attempt}; a deal was thrown away before")
    data(at, {"accept": frame.id, "file": str(path)}, [f"send {path} to all, host and players"])


def _check_own_join(desk: Desk) -> None:
    """The charter must quote the join that was signed here, if the outbox still has it."""
    from referee.record.note import read_bundle

    name = f"join-{desk.role}.note"
    if name not in desk.folder.list_outbox():
        return
    mine = read_bundle(desk.folder.read_outbox(name))[0]
    if all(frame.id != mine.id for frame in desk.history.frames["charter.note"]):
        raise NotAuthentic("the charter quotes another join of {seat} than the one in your outbox", seat=desk.role)


@shared
def words(
    at: Setting,
    heard: Annotated[str | None, typer.Option("--words", help="The four words that you heard.")] = None,
    who: Annotated[
        str | None, typer.Option("--from", help="Who read them out; else the host (or, for the host, anybody).")
    ] = None,
) -> None:
    """Compare the four words, once, by telephone or chat, before the first move."""
    from referee.crypto import joint

    desk = at.desk()
    shares = desk.history.shares
    _ = desk.position
    ours = joint.four_words(desk.table.charter, [shares[name] for name in desk.table.names])
    speaker = who or ("a player" if desk.is_host else "the host")
    shown = [f"your words: {' '.join(ours)}"]
    if desk.keys_known():
        shown.append("every key at this table is known from a game whose words you compared: nothing must be compared")
    if heard is None and not is_terminal():
        data(
            at,
            {"words": ours, "compared": desk.guard().compared},
            [*shown, "compare them: referee words --words 'A B C D'"],
        )
        return
    if heard is None:
        data(at, {"words": ours}, shown)
        heard = ask(f"the four words that {speaker} reads out")
    equal = tuple(heard.lower().replace(",", " ").split()) == ours
    verdict = "equal" if equal else "different"
    side = who if who in desk.table.names and not desk.is_host else ""
    if not side:
        import msgspec

        desk.write_guard(msgspec.structs.replace(desk.guard(), compared=verdict))
        if equal:
            desk.home.remember_keys(desk.fingerprints())
    if not equal:
        raise NotAuthentic(
            "the words differ: somebody in between has changed keys or seats; do not play on",
            hint="compare again; if they still differ, exchange fingerprints by telephone: referee audit",
        )
    more = "" if not side else "; the host's words must be compared too"
    data(at, {"words": ours, "compared": verdict, "from": speaker}, [f"the words are equal{more}"])
