"""The folders that are looked through if no mail is named, and the latest invitation in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.cli.context import Context
from referee.cli.folders.paths import download_folder, path_text
from referee.cli.printing.output import print_notice
from referee.cli.prompts.terminal import ask_line
from referee.kernel.errors import FileTrouble, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.inbox import watched_folders
from referee.record.store import DataFolder
from referee.service.home.shared_folders import keep_mail_folder
from referee.service.incoming.intake import mails_of_folders
from referee.service.opening.agreed_terms import FoundInvitation, newest_of_mails
from referee.session.game_folders import game_locations


def is_shared_with_host(home: DataFolder, invitation: FoundInvitation) -> bool:
    """Whether a join can be laid beside its invitation: the host has put it there, and it is not a folder in which
    mails are saved, where anybody's file may be called so.
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
    keep_mail_folder(home, (folder,))
    print_notice(context.sentence("folder-is-kept", path=path_text(folder)))


def newest_invitation(context: Context) -> FoundInvitation:
    """The latest invitation in the folders that are looked through, of games that are not joined yet if there is one.

    Raises: as `folders_looked_through`; Unreadable: there is none.
    """
    folders = folders_looked_through(context)
    joined = {place.offer for place in game_locations(context.home())}
    return newest_of_mails(mails_of_folders(folders).mails, path_text(folders[0]), joined)
