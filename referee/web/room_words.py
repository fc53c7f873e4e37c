"""The fixed words on the page of a table; all others come with the view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.kernel.sentence import Sentence

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "sign": "room-sign",
        "undo": "room-undo",
        "nothingSigned": "room-nothing-signed",
        "otherActions": "room-other-actions",
        "log": "room-log",
        "talk": "room-talk",
        "notes": "room-notes",
        "newSince": "room-new-since",
        "earlier": "room-earlier",
        "backToNow": "room-back-to-now",
        "games": "room-games",
        "rules": "room-rules",
        "settings": "room-settings",
        "light": "page-light",
        "stopped": "room-stopped",
        "signedNow": "room-signed",
        "changed": "room-changed",
        "steps": "room-steps",
        "step": "room-step",
        "stepBack": "room-step-back",
        "stepOn": "room-step-on",
        "zoomIn": "room-zoom-in",
        "zoomOut": "room-zoom-out",
        "zoomAll": "room-zoom-all",
        "board": "room-board",
        "players": "room-players",
        "yours": "room-yours",
        "ask": "room-asked",
        "choices": "room-choices",
        "chosen": "room-chosen",
        "remove": "room-remove",
        "skip": "page-skip",
        "drop": "room-drop",
        "you": "room-you",
        "youName": "compose-you",
        "against": "room-against",
        "wins": "room-wins",
        "leads": "room-leads",
        "loses": "room-loses",
        "passphrase": "room-passphrase",
        "dots": "room-dots",
        "usedBy": "room-used-by",
        "points": "room-points",
        "inHand": "room-in-hand",
        "toMove": "room-to-move",
        "yourTurn": "page-your-turn",
        "lookingAt": "room-looking-at",
        "noTalk": "room-no-talk",
        "noNotes": "room-no-notes",
        "talkHint": "room-talk-hint",
        "replaceUntil": "room-replace-until",
        "changeOrders": "room-change-orders",
        "goes_folder": "room-goes-folder",
        "goes_account": "room-goes-account",
        "goes_files": "room-goes-files",
        "wishes": "room-wishes",
        "show": "room-show",
        "ready": "room-ready",
        "open": "room-open",
        "waitingFor": "room-waiting-for",
    }
)
"""What a script calls a sentence, and the code of the sentence."""

_VALUES = {name: f"{{{name}}}" for name in ("step", "last", "number", "folder", "names")}
"""The places for values, which the script fills in."""


def room_words(lang: str) -> dict[str, str]:
    """The words in a language, by what the scripts call them."""
    return {name: Sentence(code, **_VALUES).told(lang) for name, code in _WORDS.items()}
