"""An invitation as its reader sees it: the game, the host, and what everyone would agree to."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from referee.games import find
from referee.kernel.errors import FileTrouble, OutOfOrder, RefereeError, Unreadable
from referee.kernel.game import PACK_OPTION
from referee.kernel.sentence import Sentence, in_language
from referee.mail.inbox import NamedMail, mails_in, newest_mails, watched_folders
from referee.mail.prefilter import filter_note_mails
from referee.protocol.opening.charter import host_seat, offer_hides_goods, title_of, title_with_game
from referee.protocol.seating import author_role
from referee.record import files
from referee.record.file_names import shared_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Charter, Join, Offer
from referee.record.store import DataFolder, read_mail_file
from referee.service.incoming.parcels import notes_of_mail
from referee.service.incoming.places import Whereabouts
from referee.session.opening.invitation import (
    changed_options,
    data_pack_sentence,
    offering_host_sentence,
    options_summary,
    says_of_host,
    table_terms_summary,
)
from referee.session.opening.joins import latest_join_per_key


class FoundInvitation(msgspec.Struct, frozen=True):
    """An offer, the folder that its mail is in, and the joins that are next to it, of each key the latest; and whether
    the folder is `shared` with the host, who has put the offer there.
    """

    offer: SignedNote
    folder: Path
    joins: tuple[SignedNote, ...] = ()
    shared: bool = False

    def taken(self, own: Iterable[bytes]) -> set[str]:
        """The seats that other keys than the `own` ones have joined for."""
        return {author_role(signed) for signed in self.joins if signed.key not in own}


class AgreedRow(msgspec.Struct, frozen=True):
    """One thing that all would agree to."""

    label: str
    """What it is about, in a word or two."""
    text: str
    """What would be agreed to."""


class Invitation(msgspec.Struct, frozen=True):
    """An offer as it reads."""

    game: str
    """The name of the game's rules, as `tigris`."""
    title: str
    """What people call the table; what its rules are called where nobody gave it a title."""
    seats: int
    """For how many players it is."""
    attempt: int
    """1 for a first offer; more where the host has given up charters before it."""
    why: str | None
    """Why the last of them was given up, as the host says; null where nothing is said."""
    host: str
    """The seat at which the host plays; empty where the host does not play."""
    sentence: str
    """What is offered, in a sentence."""
    sentences: tuple[str, ...]
    """The game and its options, the host, and what everyone agrees to, a sentence each."""
    rows: tuple[AgreedRow, ...]
    """The same in rows."""


def invitation_of(terms: Offer, lang: str) -> Invitation:
    """How an offer that was checked reads. Raises Unreadable: the game is not installed here."""
    whoever = "offered-is" if offer_hides_goods(terms) or says_of_host(terms) else "offered-is-whoever"
    said = Sentence(
        "offered-is-together" if host_seat(terms) else whoever, game=title_with_game(terms), seats=terms.seats
    )
    own_pack = PACK_OPTION in dict(changed_options(terms))
    hosted, packed = offering_host_sentence(terms, lang), data_pack_sentence(terms, lang)
    return Invitation(
        terms.rules.game,
        in_language(title_of(terms), lang),
        terms.seats,
        terms.attempt,
        terms.why,
        host_seat(terms),
        said.told(lang),
        (
            *((hosted,) if hosted else ()),
            *agreed_sentences(terms, lang),
            *((packed,) if packed and not own_pack else ()),
            *((Sentence("pack-in-words").told(lang),) if own_pack else ()),
        ),
        tuple(_agreed_rows(terms, lang)),
    )


def agreed_sentences(terms: Offer, lang: str) -> tuple[str, ...]:
    """By which options an offered game is played, and what is agreed beside it, a sentence each."""
    options = options_summary(terms, lang)
    played = (Sentence("options", options=options).told(lang),) if options else ()
    return (*played, *(f"{told}." for told in table_terms_summary(terms, lang).values()))


def _agreed_rows(terms: Offer, lang: str) -> list[AgreedRow]:
    game = in_language(find(terms.rules.game, terms.rules.version).info.title, lang)
    rows = {
        "label-game": options_summary(terms, lang) or game,
        "page-host": offering_host_sentence(terms, lang),
        "label-pack": data_pack_sentence(terms, lang),
        **table_terms_summary(terms, lang),
    }
    return [AgreedRow(Sentence(label).told(lang), text) for label, text in rows.items() if text]


def invitation_in(path: Path, here: Whereabouts) -> FoundInvitation:
    """The one invitation of a mail, or the latest in a folder of mails. Raises as `invitation_of_mail`."""
    if path.is_dir():
        return newest_of_mails(mails_in([path]), here.shown(path))
    return invitation_of_mail(read_mail_file(path), path)


def invitation_of_mail(data: bytes, path: Path) -> FoundInvitation:
    """The one invitation of a mail, which lies or might lie at `path`.

    Raises:
        OutOfOrder: it is the charter of a game that has its players. Unreadable: there is none, or several in a mail.
    """
    notes = unwrap(data).signed_notes
    offers = [signed for signed in notes if signed.type == "offer"]
    for signed in notes:
        charter = signed.note() if signed.type == "charter" else None
        if isinstance(charter, Charter):
            raise OutOfOrder(
                "this-is-the-charter", seats=", ".join(charter.seat), hint=Sentence("take-it-in", path=path)
            )
    if len(offers) != 1:
        raise Unreadable("offers-found", path=str(path), count=len(offers))
    return _with_joins(offers[0], path, notes)


def newest_of_mails(mails: Iterable[NamedMail], looked: str, joined: Container[str] = ()) -> FoundInvitation:
    """The latest of some mails that were looked for in a folder, of games that are not joined yet if there is one. An
    offer that a mail brings with its charter invites nobody any more.
    """
    read = [(_mail_file(mail.name), notes_of_mail(mail)) for mail in mails]
    found = [(offer.id not in joined, _modification_time(path), path, offer) for path, offer in _open_offers(read)]
    if not found:
        raise Unreadable("no-invitation-there", path=looked, hint=Sentence("save-invitation-there"))
    _, _, path, offer = max(found, key=lambda one: one[:2])
    return _with_joins(offer, path, [signed for _, notes in read for signed in notes])


def shared_invitations(home: DataFolder) -> Iterator[FoundInvitation]:
    """The invitations in the shared folders of a home, to games that it does not know and that have no charter there. A
    folder that cannot be read has none.
    """
    known = set(home.games())
    for place in map(Path, watched_folders(home).shared):
        with suppress(RefereeError):
            mails = filter_note_mails(newest_mails(place)).mails
            read = [(_mail_file(mail.name), notes_of_mail(mail)) for mail in mails]
            for path, offer in _open_offers(read):
                if offer.id not in known:
                    known.add(offer.id)
                    yield _with_joins(offer, path, [signed for _, notes in read for signed in notes])


def _open_offers(read: Sequence[tuple[Path, Sequence[SignedNote]]]) -> Iterator[tuple[Path, SignedNote]]:
    """The offers in some mails that none of them brings with a charter."""
    with_charter = (notes for _, notes in read if any(signed.type == "charter" for signed in notes))
    begun = {signed.id for notes in with_charter for signed in notes}
    for path, notes in read:
        yield from ((path, signed) for signed in notes if signed.type == "offer" and signed.id not in begun)


def _mail_file(name: str) -> Path:
    """The file of a mail; one in a mailbox file has a number after its name."""
    return path if (path := Path(name)).exists() else Path(name.rpartition(" (")[0])


def _modification_time(path: Path) -> float:
    try:
        return files.modified_at(path)
    except FileTrouble:
        return 0.0


def _with_joins(offer: SignedNote, path: Path, notes: Iterable[SignedNote]) -> FoundInvitation:
    joins = (signed for signed in notes if signed.type == "join" and signed.is_readable)
    latest = latest_join_per_key(signed for signed in joins if signed.read(Join).offer == offer.id)
    return FoundInvitation(offer, path.parent, latest, path.name == shared_name("offer", offer.id))
