"""The host's commands that open a game: offer and charter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, shared, shown
from referee.cli.output import data, note, passphrase
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.record.names import CHARTER, OFFER

if TYPE_CHECKING:
    from referee.crypto.keys import SigningKey
    from referee.record.note import SignedNote
    from referee.record.store import Folder
    from referee.table.desk.desk import Desk
    from referee.table.seating import Party, Table


def first_key(at: Setting) -> SigningKey:
    """The key to begin with, when no record says yet which one has a part.

    Raises:
        NotAuthentic: there is none, or none of the name given, or several and none is named.
    """
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
    return read_private(home.read_key(name), passphrase(at))


def one_line(text: str, field: str) -> str:
    """Text of a person's own that stands in one line of a note. Raises Unreadable."""
    from referee.record.note import text_lines

    lines = text_lines(text, 71 - len(field))
    if len(lines) != 1:
        raise Unreadable("{field} is one line of at most {most} columns", field=field, most=71 - len(field))
    return lines[0]


def _games(incomplete: str) -> list[str]:
    from referee.cli.completion import game_names

    return game_names(incomplete)


def _options(incomplete: str) -> list[str]:
    from referee.cli.completion import game_options

    return game_options(incomplete)


def _presets(incomplete: str) -> list[str]:
    from referee.cli.completion import presets

    return presets(incomplete)


@example(
    "referee offer tigris --seats 4",
    "referee offer tigris --seats 3 --option board=advanced",
    "referee offer tigris --seats 4 --void ../old-folder --why 'dora cannot play'",
)
@shared
def offer(
    at: Setting,
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="One of the games below.", autocompletion=_games)],
    seats: Annotated[int, typer.Option("--seats", "-n", help="How many players.")],
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="NAME=VALUE, as often as needed.", autocompletion=_options),
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", help="A named set of options.", autocompletion=_presets)
    ] = None,
    void: Annotated[Path | None, typer.Option("--void", help="The folder of an attempt to give up.")] = None,
    why: Annotated[str | None, typer.Option("--why", help="Why it is given up, for all to read.")] = None,
) -> None:
    """Host: offer a game, in a folder of its own. Mail the offer to all players."""
    import secrets

    from referee.cli.offers import check_seats, chosen_options
    from referee.cli.shapes import Signed
    from referee.games import find
    from referee.table.desk.desk import Desk
    from referee.table.desk.send import RECORD, Outgoing, send
    from referee.table.opening.charter import make_offer
    from referee.table.reading.history import History

    game = find(game_name)
    check_seats(game, seats)
    chosen = chosen_options(game, option or [], preset)
    folder = at.new_folder()
    _check_empty(folder)
    key = first_key(at)
    voided, attempt = (None, 1) if void is None else _voided(void, key)
    reason = one_line(why, "why") if why else None

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        _check_empty(folder)
        nonce = secrets.token_bytes(16)
        return (make_offer(key, game, seats, chosen, nonce, attempt=attempt, voided=voided, why=reason),)

    folder.begin()
    sent = send(Desk(folder, at.home(), History({}), key), Outgoing(None, "", make, OFFER, RECORD))
    path = shown(sent.path)
    told = [
        at.sentence(
            "offer of {title} for {seats}, attempt {attempt}", title=game.info.title, seats=seats, attempt=attempt
        ),
        at.sentence("mail {path} to all players", path=path),
        at.sentence("they answer with joins; take those in with: referee receive FILE"),
    ]
    data(at, Signed("offer", sent.note.id, path, "all", attempt=attempt), told)


def _check_empty(folder: Folder) -> None:
    if folder.record_names():
        raise OutOfOrder("this folder holds a game already", hint="use a new folder: referee --game DIR offer GAME")


def _voided(old: Path, key: SigningKey) -> tuple[tuple[str, SigningKey, bytes], int]:
    from referee.record.store import Folder
    from referee.table.desk.desk import record_files
    from referee.table.reading.history import read_history

    table = read_history(record_files(Folder(old)), key).table
    if table is None or table.host.key != key.public:
        raise OutOfOrder("{path} holds no charter of yours that could be given up", path=str(old))
    return (table.game_id, key, table.offer_nonce), table.attempt + 1


@example(
    "referee charter",
    "referee charter --order anna,carl,bert",
    "referee charter --without SHA256:aC199cp9A4ustl2KcE8F3gfQ/00JkniMD9igB9Cocvc",
)
@shared
def charter(
    at: Setting,
    order: Annotated[
        str | None, typer.Option("--order", help="Seats clockwise, such as anna,carl,bert; else by name.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="Drop the join under this key (SHA256:...) first, as often as needed."),
    ] = None,
) -> None:
    """Host: make the charter once all have joined. Mail it to all players.

    Where several joins want one seat, ask its player for the fingerprint, and leave the others out.
    """
    from referee.cli.commands.key import test_keys_told
    from referee.cli.shapes import Signed
    from referee.table.desk.send import finish_sending

    desk = at.desk()
    if desk.history.table is None:
        desk = _chartered(at, desk, order, without or ())
    elif without or (order is not None and tuple(_split(order)) != desk.table.names):
        raise OutOfOrder("the charter is made already, for {seats}", seats=", ".join(desk.table.names))
    desk.host_key()
    finish_sending(desk, desk.table.offer_id)
    path = shown(desk.folder.path / "record" / CHARTER)
    names = desk.table.names
    signed = desk.history.signed_notes[CHARTER][-1]
    told = [
        at.sentence("charter for {seats}", seats=", ".join(names)),
        *(f"{party.role}: {name}, {key}" for party, name, key in _seated(desk.table)),
        at.sentence("mail {path} to all players", path=path),
        at.sentence("they answer with accepts; take those in with: referee receive FILE"),
    ]
    shared_keys = desk.table.test_keys
    if shared_keys:
        note(test_keys_told(at, shared_keys))
    written = Signed("charter", signed.id, path, "all", game=desk.table.game_id, seats=names, test_keys=shared_keys)
    data(at, written, told)


def _seated(table: Table) -> Iterator[tuple[Party, str, str]]:
    """Each seat with the name and the fingerprint of its player."""
    from referee.crypto.keys import fingerprint

    for party, name in zip(table.seats, table.display, strict=True):
        yield party, name, fingerprint(party.key)


def _chartered(at: Setting, desk: Desk, order: str | None, without: Sequence[str]) -> Desk:
    from referee.table.desk.joins import chosen, leave_out, told, waiting_joins
    from referee.table.desk.send import RECORD, Outgoing, send
    from referee.table.opening.charter import make_charter

    signed_offer = desk.history.offer
    if signed_offer is None:
        raise OutOfOrder("there is no game in this folder", hint="name the folder of the game: --game DIR")
    key = desk.host_key()
    for dropped in leave_out(desk.folder, without):
        note(at.sentence("left out: {what}", what=told([dropped])))
    joins = chosen(waiting_joins(desk.folder).values(), _split(order) if order else None)
    names = _split(order) if order else sorted(joins)
    unknown = [name for name in names if name not in joins]
    if unknown or len(set(names)) != len(names):
        raise Unreadable(
            "--order names each seat that has joined once, clockwise; joined: {known}",
            known=", ".join(sorted(joins)) or "nobody",
        )

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_charter(key, signed_offer, list(joins.values()), names)
        return (signed_offer, *(joins[name] for name in names), signed)

    send(desk, Outgoing(signed_offer.id, "charter", make, CHARTER, RECORD))
    return desk.reloaded()


def _split(order: str) -> list[str]:
    return [name.strip() for name in order.replace(",", " ").split()]
