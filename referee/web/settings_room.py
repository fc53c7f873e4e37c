"""The page of settings: who one is, how mail goes, whom one knows, what is shared, and how the page looks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.crypto.openssh import is_protected
from referee.drawing.safe_text import safe_text
from referee.i18n.catalogue import languages
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, mail_account
from referee.mail.address_book import ME
from referee.mail.inbox import watch_shared_folder, watched_folders
from referee.service.home.contacts import forget_person, list_people, set_person
from referee.service.home.key_files import import_key, list_keys, make_key
from referee.service.home.settings import change_settings, forget_account
from referee.service.home.shared_folders import check_shared_folder
from referee.service.incoming.places import folder_name
from referee.service.reader import Reader
from referee.web.code_files import PageHost
from referee.web.folder_picker import FolderPicker
from referee.web.json_answers import answer, json_response

_LIGHTS = {"system": "page-light-system", "light": "page-light-light", "dark": "page-light-dark"}
_LANGUAGES = {"en": "page-language-en", "it": "page-language-it"}
_WORDS = (
    *(
        "room-games",
        "room-find",
        "room-stopped",
        "room-settings",
        "page-light",
        "page-skip",
        "room-passphrase",
        "page-language",
    ),
    *("set-keys", "set-keys-how", "set-new-key", "set-import-key", "set-make", "set-test-key", "set-protected"),
    *("set-own-address", "set-account", "set-account-how", "set-user", "set-smtp", "set-imap", "set-keep"),
    *("set-forget", "set-people", "set-name", "set-address", "set-folders", "set-folders-how", "set-add-folder"),
    *("folder-above", "folder-none", "set-kept", "room-share-here"),
)
"""The codes of the sentences that are always on the page; a script knows each without its first part."""

_Text = Annotated[str, msgspec.Meta(max_length=16384)]


class SettingAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is set."""

    does: Literal["look", "person", "forget", "account", "forget_account", "new_key", "import_key", "folder"]
    """What is set: `look` is language and light, `person` and `forget` are about the address book."""
    name: _Text = ""
    """The name of a person or key."""
    address: _Text = ""
    """The address of a person; of the reader where there is no name."""
    user: _Text = ""
    """The name with which the account is opened."""
    smtp: _Text = ""
    """The server that sends, as host and port; empty for none."""
    imap: _Text = ""
    """The server on which mails arrive, as host and port; empty for none."""
    data: _Text = ""
    """The text of a key file."""
    secret: _Text = ""
    """The passphrase of a key file that is protected."""
    folder: _Text = ""
    """The token of a folder that was shown."""
    lang: _Text = ""
    """The language of the page."""
    light: _Text = ""
    """Whether it is light or dark: `system`, `light` or `dark`."""


class KeyRow(msgspec.Struct, frozen=True):
    """A key of the reader."""

    name: str
    """Its name."""
    fingerprint: str
    """Its fingerprint."""
    told: tuple[str, ...]
    """What is to be known of it."""


class PersonRow(msgspec.Struct, frozen=True):
    """Somebody in the address book."""

    name: str
    """What they are called there."""
    address: str
    """Their address."""


class SettingsView(msgspec.Struct, frozen=True):
    """What is set."""

    keys: tuple[KeyRow, ...]
    """The keys of the reader."""
    own: str
    """The address of the reader; empty while it is not known."""
    people: tuple[PersonRow, ...]
    """The others in the address book."""
    user: str
    """The name with which the mail account is opened."""
    smtp: str
    """The server that sends."""
    imap: str
    """The server on which mails arrive."""
    folders: tuple[str, ...]
    """The names of the shared folders that are looked into."""
    lang: str
    """The language of the page."""
    light: str
    """Whether it is light or dark."""


class SettingsStart(msgspec.Struct, frozen=True):
    """What the page begins with."""

    settings: SettingsView
    """What is set."""
    languages: dict[str, str]
    """The languages, by code."""
    lights: dict[str, str]
    """Light and dark, by value."""
    words: dict[str, str]
    """The words that are always on the page."""


class SettingsRoom(NamedTuple):
    """The page of settings."""

    host: PageHost
    folders: FolderPicker

    def routes(self) -> list[Route]:
        """Where the page is, and what it asks for."""
        return [Route("/settings", self.page, methods=["GET"]), Route("/data/settings", self.change, methods=["POST"])]

    def page(self, request: Request) -> Response:
        """The page, with all that is set."""
        reader = self.host.reader()

        def sentences(codes: dict[str, str]) -> dict[str, str]:
            return {value: Sentence(code).told(reader.lang) for value, code in codes.items()}

        words = {code.partition("-")[2]: Sentence(code).told(reader.lang) for code in _WORDS}
        start = SettingsStart(
            settings_view(reader, self.host.light()), sentences(_LANGUAGES), sentences(_LIGHTS), words
        )
        return self.host.page("settings.mjs", words["settings"], start)

    def change(self, request: Request) -> Response:
        """All that is set, once one thing was."""

        def change(reader: Reader, act: SettingAct) -> Response:
            self._apply(reader, act)
            return json_response(settings_view(self.host.reader(), self.host.light()))

        return answer(self.host, request, SettingAct, change)

    def _apply(self, reader: Reader, act: SettingAct) -> None:
        if act.does == "look":
            lang = act.lang if act.lang in languages() else reader.lang
            self.host.choose({"lang": lang, "light": act.light if act.light in _LIGHTS else self.host.light()})
        elif act.does == "person":
            set_person(reader, act.name or ME, act.address)
        elif act.does == "forget":
            forget_person(reader, act.name)
        elif act.does == "account":
            change_settings(reader, user=act.user, smtp=act.smtp or None, imap=act.imap or None)
        elif act.does == "forget_account":
            forget_account(reader)
        elif act.does == "new_key":
            make_key(reader, act.name)
        elif act.does == "import_key":
            import_key(reader, act.data.encode(), act.name, act.secret)
        else:
            path = self.folders.path_of(act.folder)
            check_shared_folder(reader.home, path)
            watch_shared_folder(reader.home, path)


def settings_view(reader: Reader, light: str) -> SettingsView:
    """All that is set. Raises FileTrouble."""
    people, account = list_people(reader).people, mail_account(reader.home)
    smtp, imap = (str(server) if server is not None else "" for server in (account.smtp, account.imap))
    return SettingsView(
        tuple(_key_row(reader, key.name, key.fingerprint, test=key.test) for key in list_keys(reader).keys),
        next((one.address for one in people if one.name == ME), ""),
        tuple(PersonRow(safe_text(one.name), one.address) for one in people if one.name != ME),
        account.user if account != Account() else "",
        smtp,
        imap,
        tuple(safe_text(folder_name(Path(path))) for path in watched_folders(reader.home).shared),
        reader.lang,
        light,
    )


def _key_row(reader: Reader, name: str, fingerprint: str, *, test: bool) -> KeyRow:
    codes = [("set-test-key", test), ("set-protected", is_protected(reader.home.read_key(name)))]
    return KeyRow(name, fingerprint, tuple(Sentence(code).told(reader.lang) for code, holds in codes if holds))
