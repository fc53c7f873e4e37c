"""What a person chooses about the page itself: its language, whether letters lead to rooms, and its light. The program
keeps it as long as the page is open, and the light in the home, for the next time; the browser keeps nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.cli.web.components import bar, tr_plain
from referee.cli.web.layout import WebPage, tr
from referee.record.store import DataFolder


class Choices(msgspec.Struct, frozen=True):
    """The language of the page, whether letters are keys, and whether it is light or dark."""

    lang: str
    letters: str = "on"
    light: str = "system"

    def changed(self, form: Mapping[str, str]) -> Choices:
        """With what a form says; what is no choice changes nothing."""
        chosen = {name: form[name] for name, (known, _) in _KNOWN.items() if form.get(name) in known}
        return msgspec.structs.replace(self, **chosen)


def kept_light(home: DataFolder) -> str:
    """The light that was chosen last in this home; that of the system if none was, or what is kept is none."""
    found = home.own(_FILE) or b""
    known = [light for light in _LIGHT if f"{light}\n".encode() == found]
    return known[0] if known else "system"


def keep_light(home: DataFolder, light: str) -> None:
    """Keep it for the next time. Raises FileTrouble."""
    home.write_own(_FILE, f"{light}\n".encode())


_FILE = "light"
_LIGHT = {"system": "page-light-system", "light": "page-light-light", "dark": "page-light-dark"}
_KNOWN = {
    "lang": ({"en": "page-language-en", "it": "page-language-it"}, "page-language"),
    "light": (_LIGHT, "page-light"),
    "letters": ({"on": "page-letters-on", "off": "page-letters-off"}, "page-letters"),
}
"""What can be chosen, each value with its name, and the name of the choice."""

_KEYS = {"g": "page-this-game", "p": "page-post", "t": "page-the-table", "?": "page-choices"}


def choose(choices: Choices, offer: str | None) -> WebPage:
    """The room of the choices, and the keys."""
    lang = choices.lang
    asked = "".join(_choice_field(lang, name, str(getattr(choices, name))) for name in _KNOWN)
    keys = "".join(f"<dt><kbd>{key}</kbd></dt><dd>{tr(lang, code)}</dd>" for key, code in _KEYS.items())
    body = (
        f'<form class="panel" method="post">{asked}'
        f'<div class="row"><button class="go">{tr(lang, "page-choose")}</button></div></form>'
        f'<section class="panel"><h2>{tr(lang, "page-keys")}</h2><dl class="facts">{keys}</dl>'
        f"<p>{tr(lang, 'page-keys-turn')}</p></section>"
    )
    return WebPage(tr_plain(lang, "page-choices"), body, lang, top=bar(lang, offer=offer, here="choices"))


def _choice_field(lang: str, name: str, chosen: str) -> str:
    known, code = _KNOWN[name]
    options = "".join(
        f'<option value="{each}"{" selected" if each == chosen else ""}>{tr(lang, called)}</option>'
        for each, called in known.items()
    )
    label = f'<label for="{name}">{tr(lang, code)}</label>'
    return f'<p>{label}<select id="{name}" name="{name}">{options}</select></p>'
