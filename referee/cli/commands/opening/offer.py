"""`referee offer`: the host offers a game, with the options and presets that it has."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.find_game import named_folder
from referee.cli.folders.new_folders import new_game_folder
from referee.cli.folders.paths import path_text
from referee.cli.options import choices_of
from referee.cli.printing.output import print_notice, print_result
from referee.cli.prompts.confirm import ask_escrow, confirm
from referee.cli.prompts.game_options import PackFile, read_pack_file
from referee.cli.prompts.identity import ask_own_name, first_or_new_key, seat_name_for
from referee.cli.sending.host_seat import hosting_key, keep_only, offer_to_mend, sit, take_away
from referee.crypto.keys import SigningKey
from referee.drawing.safe_text import safe_text
from referee.drawing.text_picture import wrapped
from referee.games import all_games, broken, find
from referee.i18n.option_names import option_help, option_name, option_value_text, options_row, preset_name
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import Option
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.history.read_record import History, read_history
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.charter import make_offer, offer_hides_goods, title_with_game
from referee.protocol.opening.data_packs import game_with_pack, pack_must_be_sent
from referee.protocol.opening.offer_terms import host_seat_of, offered
from referee.record.file_names import OFFER, PACK, RECORD, slug
from referee.record.note import SignedNote
from referee.record.notes import Offer
from referee.record.notes.escaping import single_line_text
from referee.record.store import GameFolder
from referee.service.signed_notes import Signed
from referee.service.typed_options import options_with_deadline, options_with_preset
from referee.session.game_folders import location_in_folder
from referee.session.opening.discarded_hand import shown_secret, shows_deck
from referee.session.opening.invitation import invitation_letter, options_summary, table_terms_summary
from referee.session.send import OutgoingNote, send
from referee.session.session import Session

_COLUMNS = 76


def game_sections(lang: str) -> Iterator[tuple[str, list[str]]]:
    """A section for each game: its name and seats, its presets, its options with the default first.

    A game that cannot be loaded has the reason instead.
    """
    for game in all_games():
        info = game.info
        lines = [Sentence("offered-seats", seats=", ".join(map(str, info.seats))).told(lang)]
        for name, chosen in info.presets:
            values = options_row(info.name, chosen, lang)
            lines.append(Sentence("offered-preset", name=preset_name(info.name, name, lang), values=values).told(lang))
        for option in info.options:
            lines += _option(info.name, option, lang)
        yield (
            safe_text(f"{info.name}, {in_language(info.title, lang)}"),
            [part for line in lines for part in _fit_line(line)],
        )
    for why in broken():
        yield safe_text(str(why.values["name"])), list(_fit_line(why.said.told(lang)))


def _option(game: str, option: Option, lang: str) -> list[str]:
    values = [option.default, *(value for value in option.choices if value != option.default)]
    named = option_name(game, option.name, lang)
    told = "|".join(option_value_text(game, option.name, value, lang) for value in values)
    return [f"{named}={told}", f"  {option_help(game, option, lang)}"]


def _fit_line(line: str) -> tuple[str, ...]:
    line = safe_text(line)  # a package may bring any title, option and reason
    margin = line[: len(line) - len(line.lstrip())]
    return wrapped(line.strip(), _COLUMNS, margin, f"{margin}  ")


@command(prints=Signed, more=game_sections)
def offer(
    context: Context,
    game_name: Annotated[str, typer.Argument(metavar="GAME", autocompletion=choices_of("game_names"))],
    seats: Annotated[int, typer.Option("--seats", "-n", autocompletion=choices_of("seat_counts"))],
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", autocompletion=choices_of("game_options"))
    ] = None,
    preset: Annotated[str | None, typer.Option("--preset", autocompletion=choices_of("presets"))] = None,
    title: Annotated[str | None, typer.Option("--title")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    place: Annotated[Path | None, typer.Option("--folder")] = None,
    void: Annotated[str | None, typer.Option("--void", autocompletion=choices_of("game_titles"))] = None,
    why: Annotated[str | None, typer.Option("--why")] = None,
    play: Annotated[bool, typer.Option("--play")] = False,
    pack_file: PackFile = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Host: offer a game, in a folder of its own."""
    game, pack = game_with_pack(find(game_name), read_pack_file(pack_file))
    chosen = options_with_deadline(options_with_preset(game, seats, option or [], preset, context.lang))
    called = single_line_text(title, "title") if title is not None else None
    home = context.home()
    wanted = place or (Path(context.game) if context.game else None)
    name_of_folder = slug(called or "") or slug(game.info.name)
    earlier = offer_to_mend(home, wanted, name_of_folder, pack)
    if earlier is not None:
        print_notice(context.sentence("offer-lies-here", title=earlier.title, path=path_text(earlier.folder)))
        confirm(context, "replace-the-offer", yes=yes)
    folder = GameFolder(earlier.folder) if earlier is not None else new_game_folder(home, name_of_folder, wanted)
    host = ask_own_name(context, name)
    own = first_or_new_key(context, host)
    chosen = ask_escrow(context, game, seats, chosen, yes=yes)
    chosen = offered(game, chosen, seat_name_for(host) if play else "")
    seat = host_seat_of(game, chosen)
    key = hosting_key(context, own.name) if seat else own.key
    voided, attempt, olddeck = (None, 1, None) if void is None else _old_game(context, named_folder(void), key)
    reason = single_line_text(why, "why") if why else None

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        _check_empty(folder)
        if pack is not None:
            folder.commit(PACK, pack)
        nonce = secrets.token_bytes(16)
        offer = make_offer(
            key,
            game,
            seats,
            chosen,
            nonce,
            attempt=attempt,
            voided=voided,
            why=reason,
            pack=pack,
            title=called,
            olddeck=olddeck,
        )
        return (offer,)

    if earlier is not None:
        take_away(earlier)
    folder.begin()
    sent = send(Session(folder, home, History({}), key), OutgoingNote(None, "", make, OFFER, RECORD))
    if seat:
        own_session = Session(folder, home, History({OFFER: (sent.note,)}), own.key)
        sit(own_session, sent.note, seat, host, secrets.token_bytes(16), pack)
    keep_only(home, location_in_folder(folder, sent.note))
    letter = folder.write_letter("invitation.txt", invitation_letter(sent.note, host, context.lang))
    along = (
        path_text(folder.path / "record" / PACK)
        if pack_must_be_sent(game.info.name, sent.note.read(Offer).option)
        else ""
    )
    written = Signed("offer", sent.note.id, path_text(letter), "all", attempt=attempt, pack=along)
    print_result(context, written, _offer_lines(context, sent.note, host, seat, folder, written))


def _offer_lines(
    context: Context, offer: SignedNote, host: str, seat: str, folder: GameFolder, written: Signed
) -> list[str]:
    """What is offered, where it lies, and what the host does next."""
    terms = offer.read(Offer)
    if seat:
        said = "offer-says-together" if terms.attempt == 1 else "offer-says-again-together"
    else:
        said = "offer-says" if terms.attempt == 1 else "offer-says-again"
    hidden = "host-sees-hands" if offer_hides_goods(terms) else "nothing-to-see"
    sees = context.sentence("nobody-sees-hands" if options_mask_deck(terms.option) else hidden)
    called, attempt = title_with_game(terms), terms.attempt
    return [
        context.sentence(said, game=called, seats=terms.seats, host=host, attempt=attempt, sees=sees),
        *([context.sentence("options", options=told)] if (told := options_summary(terms, context.lang)) else ()),
        *(f"{told}." for told in table_terms_summary(terms, context.lang).values()),
        context.sentence("folder-is", path=path_text(folder.path)),
        context.sentence("send-invitation-to-all", count=terms.seats - bool(seat)),
        f"  {written.file}",
        *([context.sentence("send-pack-along"), f"  {written.pack}"] if written.pack else ()),
        context.sentence("joins-come-next"),
        *(() if seat else (context.sentence("nobody-hosts"),)),
    ]


def _check_empty(folder: GameFolder) -> None:
    if set(folder.record_names()) - {PACK}:
        raise OutOfOrder("folder-taken", path=path_text(folder.path), hint=Sentence("use-new-folder"))


def _old_game(context: Context, old: Path, key: SigningKey) -> tuple[tuple[str, SigningKey, bytes], int, bytes | None]:
    """What the offer gives up, the number of the next attempt, and the deck secret of the host's seat, if it shows one.

    Raises:
        OutOfOrder: there is no charter that this key could give up.
        NotAuthentic: the key of the host's seat is not here.
    """
    table = read_history(GameFolder(old).record(), key).table
    if table is None or table.host.key != key.public:
        raise OutOfOrder("no-own-charter", path=str(old))
    olddeck = None
    if shows_deck(table):
        seat = context.session(folder=old, side="plays")
        olddeck = shown_secret(table, seat.history.position, seat.key)
    return (table.game_id, key, table.offer_nonce), table.attempt + 1, olddeck
