"""How a game begins in a browser: one that is offered, with all that can be chosen; an invitation; a game alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.drawing.safe_text import safe_text
from referee.games import all_games, find
from referee.kernel.bot import GREEDY
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.packs import pack_hash
from referee.kernel.sentence import Sentence, in_language
from referee.mail.inbox import NamedMail
from referee.protocol.opening.charter import check_offer, title_of
from referee.protocol.opening.data_packs import game_with_pack, shipped_packs
from referee.record.notes import Offer
from referee.service.ask import Ask
from referee.service.errors import Refused, refusal_of
from referee.service.home.key_files import first_key_names
from referee.service.incoming.parcels import notes_of_mail
from referee.service.incoming.places import Whereabouts, folder_name, new_game_folder
from referee.service.opening.agreed_terms import FoundInvitation, Invitation, invitation_of_mail, shared_invitations
from referee.service.opening.new_players import NewPlayer, ask_join, join_table, read_invitation
from referee.service.opening.offers import NewTable, ask_offer, offer_table
from referee.service.opening.practice_games import YOUR_NAME, practise, usual_seats
from referee.service.opening.table_terms import TableTerms, TermsForm, describe_terms, options_with_preset
from referee.service.reader import Reader
from referee.service.table import table_path
from referee.web.code_files import PageHost
from referee.web.folder_picker import FolderPicker
from referee.web.json_answers import answer, json_response, refusal_response
from referee.web.uploads import FormData, parse_form

JOIN = "/data/join"
"""Where an invitation is read and answered; files alone come there."""

READ_PACK = "/data/pack"
"""Where a data pack is read; a file alone comes there."""

_USUAL = "tigris"
"""The game that somebody who has named none sees first."""

_WORDS = (
    *("room-games", "room-find", "room-stopped", "room-settings", "page-light", "page-skip", "room-passphrase"),
    *("new-title", "new-with-friends", "new-alone", "new-which-game", "new-how-many", "new-host-plays"),
    *("new-reads", "new-table-name", "new-your-name", "new-preset", "new-by-the-book", "page-table", "page-rules"),
    *("new-level", "new-begin", "new-alone-how", "new-then", "new-days", "page-offer"),
    *("new-pack", "new-pack-own", "new-voids", "new-voids-none", "new-why"),
    *("new-travel", "new-travel-mail", "new-travel-mail-how", "new-travel-folder", "new-travel-folder-how"),
    *("folder-above", "folder-none"),
)
"""The codes of the sentences that are always on the page; a script knows each without its first part."""


class ChosenGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody has chosen for a new game."""

    terms: TableTerms
    """The game, its players and its options; no players for as many as usual."""
    pack: str = ""
    """The hash of the data pack; empty for the usual one."""


class OfferWish(ChosenGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game that somebody would host."""

    folder: str = ""
    """The token of the shared folder that all moves go through; empty where they go by mail."""
    voids: str = ""
    """The id of the table whose charter is given up; empty for none."""
    digest: str = ""
    """The digest of what was read; empty for what is only read."""
    secret: str = ""
    """The passphrase of the key; empty for a key without one."""


class PracticeWish(ChosenGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game that somebody would play alone."""

    level: str = GREEDY
    """How well the bots play."""


class NewGameForm(msgspec.Struct, frozen=True):
    """What can be chosen, and what would be offered."""

    form: TermsForm
    """Everything that can be chosen, beside what is chosen now."""
    ask: Ask | None
    """What would be offered; null where it cannot be offered, or nobody has said their name."""
    refused: Refused | None
    """Why it cannot be offered; null if it can, and while a name is missing."""


class NewGameStart(msgspec.Struct, frozen=True):
    """What the page begins with."""

    new: NewGameForm
    """What can be chosen for the usual game."""
    alone: bool
    """Whether the page was opened for a game alone."""
    words: dict[str, str]
    """The words that are always on the page."""


class BegunTable(msgspec.Struct, frozen=True):
    """A table that has begun."""

    table: str
    """The id of the table."""


class ReadPack(msgspec.Struct, frozen=True):
    """A data pack that came as a file."""

    pack: str
    """Its hash, by which it is chosen."""


class FolderInvitation(msgspec.Struct, frozen=True):
    """An invitation in a shared folder."""

    offer: str
    """The id of the offer."""
    sentence: str
    """Where it is and what it is called."""


class JoinQuestion(msgspec.Struct, frozen=True):
    """An invitation as it reads, and what would be signed."""

    invitation: Invitation
    """How it reads."""
    before: tuple[str, ...]
    """What is to be thought of before, a sentence each."""
    name: str
    """What the reader would be called."""
    ask: Ask | None
    """What would be joined; null while a name is missing, or where it cannot be used."""
    refused: Refused | None
    """Why the name cannot be used; null if it can, and while it is missing."""


class NewGameRoom(NamedTuple):
    """The page on which a game begins."""

    host: PageHost
    folders: FolderPicker
    packs: dict[str, bytes]
    """The data packs that came as files, by their hashes."""

    def routes(self) -> list[Route]:
        """Where the page is, and what it asks for."""
        return [
            Route("/new", self.page, methods=["GET"]),
            Route("/data/new", self.offer, methods=["POST"]),
            Route(READ_PACK, self.pack, methods=["POST"]),
            Route("/data/practice", self.practise, methods=["POST"]),
            Route("/data/invitations", self.invitations, methods=["GET"]),
            Route(JOIN, self.join, methods=["POST"]),
        ]

    def page(self, request: Request) -> Response:
        """The page, with everything that can be chosen for one game."""
        reader, named = self.host.reader(), request.query_params.get("game", "")
        known = {game.info.name for game in all_games()}
        game = next(name for name in (named, _USUAL, *sorted(known)) if name in known)
        sentences = {code: Sentence(code).told(reader.lang) for code in _WORDS}
        words = {code.partition("-")[2]: sentence for code, sentence in sentences.items()}
        start = NewGameStart(
            self._form(reader, OfferWish(terms=TableTerms(game, 0, name=own_name(reader)))),
            "alone" in request.query_params,
            words,
        )
        return self.host.page("new.mjs", words["title"], start)

    def offer(self, request: Request) -> Response:
        """What can be chosen beside what is chosen; with a digest it is offered, and the table is named."""

        def read_or_offer(reader: Reader, wish: OfferWish) -> Response:
            if not wish.digest:
                return json_response(self._form(reader, wish))
            made = offer_table(reader, self._new_table(reader, wish), wish.digest, wish.secret)
            return json_response(BegunTable(made.signed.id))

        return answer(self.host, request, OfferWish, read_or_offer)

    def pack(self, request: Request) -> Response:
        """The hash of a data pack that came as a file, which can be chosen from then on."""
        came, reader = parse_form(request.headers.get("content-type", ""), self.host.body(request)), self.host.reader()
        try:
            _, data = game_with_pack(find(came.fields.get("game", "")), came.only_file())
        except RefereeError as error:
            return refusal_response(error, reader.lang)
        assert data is not None, "a pack, or it is refused"
        self.packs[pack_hash(data)] = data
        return json_response(ReadPack(pack_hash(data)))

    def _pack(self, wish: ChosenGame) -> bytes | None:
        """The pack that is wanted; None for the usual one. Raises Unreadable: it did not come."""
        here = (*shipped_packs(find(wish.terms.game)).values(), *self.packs.values())
        known = {pack_hash(data): data for data in here}
        if wish.pack and wish.pack not in known:
            raise Unreadable("pack-not-here", wanted=wish.pack)
        return known.get(wish.pack)

    def _new_table(self, reader: Reader, wish: OfferWish) -> NewTable:
        """The table that somebody would host. Raises NotHere: its folder or the table it gives up is not here."""
        shared = self.folders.path_of(wish.folder) if wish.folder else None
        voids = table_path(reader, wish.voids) if wish.voids else None
        return NewTable(_with_players(wish.terms), games_place(), pack=self._pack(wish), voids=voids, shared=shared)

    def _form(self, reader: Reader, wish: OfferWish) -> NewGameForm:
        """What can be chosen beside what is chosen, and what would be offered. Raises as `_new_table`."""
        new, ask, refused = self._new_table(reader, wish), None, None
        form = describe_terms(reader, new.terms, self.packs.values())
        try:
            ask = ask_offer(reader, new) if new.terms.name.strip() else None
        except RefereeError as error:
            refused = refusal_of(error, reader.lang)
        return NewGameForm(form, ask, form.refused or refused)

    def practise(self, request: Request) -> Response:
        """A game alone that has begun."""

        def begin(reader: Reader, wish: PracticeWish) -> Response:
            terms, game = wish.terms, find(wish.terms.game)
            seats = terms.seats or usual_seats(game)
            typed = [f"{name}={value}" for name, value in terms.options.items()]
            options = options_with_preset(game, seats, typed, terms.preset, reader.lang)
            name = terms.name if terms.name.strip() else YOUR_NAME
            folder = new_game_folder(reader.home, games_place(), f"practice-{game.info.name}", None)
            begun = practise(
                reader, game, folder, seats=seats, level=wish.level, name=name, options=options, pack=self._pack(wish)
            )
            return json_response(BegunTable(begun.id))

        return answer(self.host, request, PracticeWish, begin)

    def invitations(self, request: Request) -> Response:
        """The invitations in the shared folders, to games that are not joined."""
        reader = self.host.reader()

        def row(found: FoundInvitation) -> FolderInvitation:
            folder, title = folder_name(found.folder), in_language(title_of(found.offer.read(Offer)), reader.lang)
            values = {"folder": safe_text(folder), "title": safe_text(title)}
            return FolderInvitation(found.offer.id, Sentence("invited-shared", **values).told(reader.lang))

        return json_response(tuple(row(found) for found in _readable_invitations(reader)))

    def join(self, request: Request) -> Response:
        """An invitation as it reads, from a file or by the id of one in a shared folder; with the digest of what was
        read it is joined.
        """
        came = parse_form(request.headers.get("content-type", ""), self.host.body(request))
        reader, fields = self.host.reader(), came.fields
        try:
            new = _new_player(reader, came)
            if fields.get("digest"):
                joined = join_table(reader, new, fields["digest"], fields.get("secret", ""))
                return json_response(BegunTable(joined.table))
            return json_response(_join_question(reader, new))
        except RefereeError as error:
            return refusal_response(error, reader.lang)


def own_name(reader: Reader) -> str:
    """What the reader is called as far as the keys say: by the only one, or the one that is named."""
    keys = first_key_names(reader)
    return (reader.as_name or (keys[0] if len(keys) == 1 else "")).title()


def games_place() -> Whereabouts:
    """Where new games of a page are: in the folder where the page was opened, each in one of its own."""
    return Whereabouts(Path.cwd(), shown=folder_name, numbered=True)


def _with_players(terms: TableTerms) -> TableTerms:
    """The terms for a number of players that the game can have: the one that is chosen, or the nearest to it."""
    if terms.seats in (seats := find(terms.game).info.seats):
        return terms
    return replace(terms, seats=min(seats, key=lambda count: abs(count - terms.seats)) if terms.seats else seats[-1])


def _readable_invitations(reader: Reader) -> Iterator[FoundInvitation]:
    """The invitations in the shared folders whose game is here."""
    for found in shared_invitations(reader.home):
        with suppress(RefereeError):
            check_offer(found.offer)
            yield found


def _new_player(reader: Reader, came: FormData) -> NewPlayer:
    """Who would join, by the invitation that came or that is in a shared folder. Raises Unreadable: there is none."""
    name, here = came.fields.get("name", ""), games_place()
    if wanted := came.fields.get("offer", ""):
        found = next((one for one in shared_invitations(reader.home) if one.offer.id == wanted), None)
        if found is None:
            raise Unreadable("no-invitation-here")
        return NewPlayer(found, here, name=name, shared=found.folder if found.shared else None)
    notes = [(upload, notes_of_mail(NamedMail(upload.name, upload.data))) for upload in came.uploads]
    invitation = next((upload for upload, found in notes if found), None)
    if invitation is None:
        raise Unreadable("no-invitation-here")
    pack = next((upload.data for upload, found in notes if not found), None)
    found = invitation_of_mail(invitation.data, Path(folder_name(Path(invitation.name))))
    return NewPlayer(found, here, name=name, pack=pack)


def _join_question(reader: Reader, new: NewPlayer) -> JoinQuestion:
    """What the invitation says, and what would be signed once there is a name."""
    told, ask, refused = read_invitation(reader, new), None, None
    name = new.name or own_name(reader)
    try:
        ask = ask_join(reader, replace(new, name=name)) if name.strip() else None
    except RefereeError as error:
        refused = refusal_of(error, reader.lang)
    before = ask.warnings if ask is not None else (*told.unfinished, *told.given_up, *told.unsaid)
    return JoinQuestion(told.invitation, before, name, ask, refused)
