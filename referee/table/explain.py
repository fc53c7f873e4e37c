"""Words for people: events and questions as sentences, rules by their id, refusals in the reader's language.

The words stand in data: a game's `prose.toml` and `rules.toml`, the table's own `rules.toml`, and the Italian of every
refusal in `words_it.toml`. Each file is read when its first word is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from referee.games import find, names
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.events import Event, event_words, fields_of
from referee.kernel.game import AnyGame
from referee.kernel.requests import Request

LANGUAGES = ("en", "it")
PREFIXES = {"TE": "tigris", "UR": "ur", "CK": "cards"}
"""The game whose rules begin with these letters; the table's own rules begin with `PM`."""

Tables = Mapping[str, Any]
