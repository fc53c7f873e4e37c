"""An invitation, as a mail or among others in a folder; and the folders that are looked through if none is named."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import Path

import msgspec

from referee.cli.context import Context
from referee.cli.folders.paths import download_folder, path_text
from referee.cli.printing.output import print_notice
from referee.cli.prompts.terminal import ask_line
from referee.kernel.errors import FileTrouble, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.inbox import NamedMail, mails_in, newest_mails, watch_mail_folder, watched_folders
from referee.mail.prefilter import filter_note_mails
from referee.protocol.seating import author_role
from referee.record import files
from referee.record.file_names import shared_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Charter, Join
from referee.record.store import DataFolder, read_mail_file
from referee.service.incoming.parcels import notes_of_mail
from referee.session.game_folders import game_locations
from referee.session.opening.joins import latest_join_per_key


class FoundInvitation(msgspec.Struct, frozen=True):
    """An offer, the folder that its mail lies in, and the joins that lie beside it, of each key the latest; and whether
    the folder is `shared` with the host, who has put the offer there.
    """

    offer: SignedNote
    folder: Path
    joins: tuple[SignedNote, ...] = ()
    shared: bool = False

    def taken(self, own: Iterable[bytes]) -> set[str]:
        """The seats that other keys than the `own` ones have joined for."""
        return {author_role(signed) for signed in self.joins if signed.key not in own}


def is_shared_with_host(home: DataFolder, invitation: FoundInvitation) -> bool:
    """Whether a join can be laid beside its invitation: the host has put it there, and it is no folder in which mails
    are saved, where anybody's file may be called so.
    """
    mails = {download_folder().resolve(), Path(watched_folders(home).mails or download_folder()).resolve()}
    return invitation.shared and invitation.folder.resolve() not in mails


def folders_looked_through(context: Context) -> list[Path]:
    """Where mails are looked for if none is named: where they are saved, which a person is asked once, and what is
    shared. One that is gone is told, and the others go on.

    Raises:
        Unreadable: none is kept, and nobody can be asked. FileTrouble: none is there.
    """
    home = context.home()
    if not watched_folders(home).places:
        _ask_where(context, home)
    return existing_folders(context, watched_folders(home).places)


def existing_folders(context: Context, known: Sequence[Path]) -> list[Path]:
    """Those of the folders that are known which are there; those that are gone are told.

    Raises:
        FileTrouble: none is there.
    """
    there = [place for place in known if place.is_dir()]
    gone = [
        FileTrouble("kept-folder-gone", path=path_text(place), hint=Sentence("keep-another-folder")) for place in known
    ]
    if gone and not there:
        raise gone[0]
    for place, trouble in zip(known, gone, strict=True):
        if place not in there:
            print_notice(trouble.said.told(context.lang))
    return there


def _ask_where(context: Context, home: DataFolder) -> None:
    if not context.can_ask:
        raise Unreadable("no-folder-kept", hint=Sentence("keep-a-folder"))
    usual = download_folder()
    typed = ask_line(f"{context.sentence('where-mails-land')} [{path_text(usual)}]")
    folder = Path(typed).expanduser() if typed else usual
    if not folder.is_dir():
        raise FileTrouble("no-such-folder", path=str(folder))
    watch_mail_folder(home, folder)
    print_notice(context.sentence("folder-is-kept", path=path_text(folder)))


def newest_invitation(context: Context) -> FoundInvitation:
    """The newest invitation in the folders that are looked through, of games that are not joined yet if there is one.

    Raises: as `folders_looked_through`; Unreadable: there is none.
    """
    folders = folders_looked_through(context)
    joined = {place.offer for place in game_locations(context.home())}
    return _newest_invitation(
        [mail for folder in folders for mail in filter_note_mails(newest_mails(folder)).mails], folders[0], joined
    )


def invitation_in(path: Path) -> FoundInvitation:
    """The one invitation of a mail, or the newest in a folder of mails.

    Raises:
        OutOfOrder: it is the charter of a game that has its players. Unreadable: there is none, or several in a mail.
    """
    if path.is_dir():
        return _newest_invitation(mails_in([path]), path)
    notes = unwrap(read_mail_file(path)).signed_notes
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


def _newest_invitation(mails: Iterable[NamedMail], looked: Path, joined: Container[str] = ()) -> FoundInvitation:
    """The newest of some mails that were looked for in a folder, of games that are not joined yet if there is one. A
    mail that brings a charter as well invites nobody any more.
    """
    read = [(_mail_file(mail.name), notes_of_mail(mail)) for mail in mails]
    found = [
        (signed.id not in joined, _modification_time(path), path, signed)
        for path, notes in read
        if not any(signed.type == "charter" for signed in notes)
        for signed in notes
        if signed.type == "offer"
    ]
    if not found:
        raise Unreadable("no-invitation-there", path=path_text(looked), hint=Sentence("save-invitation-there"))
    _, _, path, offer = max(found, key=lambda one: one[:2])
    return _with_joins(offer, path, [signed for _, notes in read for signed in notes])


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
