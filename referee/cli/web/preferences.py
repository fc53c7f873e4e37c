"""What a person chooses about the page itself: its language and its light. The program
keeps it as long as the page is open, and the light in the home, for the next time; the browser keeps nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.record.store import DataFolder


class Choices(msgspec.Struct, frozen=True):
    """The language of the page, and whether it is light or dark."""

    lang: str
    light: str = "system"

    def changed(self, form: Mapping[str, str]) -> Choices:
        """With what a form says; what is not a choice changes nothing."""
        chosen = {name: form[name] for name, known in _KNOWN.items() if form.get(name) in known}
        return msgspec.structs.replace(self, **chosen)


def kept_light(home: DataFolder) -> str:
    """The light that was chosen last in this home; that of the system if none was, or if what is kept is not one."""
    found = home.own(_FILE) or b""
    known = [light for light in _KNOWN["light"] if f"{light}\n".encode() == found]
    return known[0] if known else "system"


def keep_light(home: DataFolder, light: str) -> None:
    """Keep it for the next time. Raises FileTrouble."""
    home.write_own(_FILE, f"{light}\n".encode())


_FILE = "light"
_KNOWN = {"lang": ("en", "it"), "light": ("system", "light", "dark")}
"""What can be chosen."""
