"""What a process of the suite has worked out once: the same games are read again and again, by one test after another.

Each of these is asked with the same bytes and answers the same; what is refused is asked anew each time. A record is
remembered in the usual run alone: the long one reads it from its first byte for whoever wants to know.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

import pytest
from msgspec.structs import replace

from referee.crypto import sealing, sshsig
from referee.crypto.keys import SigningKey
from referee.protocol.history.read_record import History, Watch, continue_history, read_history
from referee.protocol.step.position import Position
from referee.record import note
from referee.record.file_names import Files, is_ack_name, is_step_name
from referee.record.note import REKEYED
from referee.session import session

P = ParamSpec("P")
T = TypeVar("T")

MOST = 400
"""So many records; a process has read some thousands at its end."""
STEPS = 12
"""A record that has gone on by no more steps than these since it was read is read on."""

Seen = dict[int, Position]
_known: OrderedDict[tuple[bytes, frozenset[tuple[str, bytes]]], tuple[History, Seen]] = OrderedDict()
"""By the public key of the reader, and the files."""
_asked: list[Any] = []


def remembered(function: Callable[P, T], most: int = 20_000) -> Callable[P, T]:
    """The function, which keeps so many of its answers until a test has them forgotten."""
    _asked.append(lru_cache(most)(function))
    kept: Callable[P, T] = _asked[-1]
    return kept


def remember_notes() -> None:
    """Signatures that fit, secrets that two boxes share, and notes."""
    for module, name in ((sshsig, "verify"), (sealing, "shared_secret"), (note, "_quick_note")):
        setattr(module, name, remembered(getattr(module, name)))


def remember_records() -> None:
    """What a session has read."""

    def read(files: Files, key: SigningKey | None = None, *, watch: Watch | None = None, **more: Any) -> History:
        who, seen = key.public if key is not None else b"", Seen()

        def both(position: Position) -> None:
            seen[position.step] = position
            if watch is not None:
                watch(position)

        for later in _newest(files):
            before = _known.get((who, frozenset(files.items() - later.items())))
            if before is not None:
                for position in before[1].values():
                    both(position)
                # which equations of a masked deck have held is the reader's own, as where the program reads on
                history = replace(before[0], proven=more.get("proven", frozenset()))
                history = continue_history(history, later, watch=both) if later else history
                break
        else:
            history = read_history(files, key, watch=both, **more)
        if history.position is not None:
            _known[who, frozenset(files.items())] = history, seen
        if len(_known) > MOST:
            _known.popitem(last=False)
        return history

    session.read_history = read


def forget() -> None:
    """For a test that counts what is worked out."""
    _known.clear()
    for function in _asked:
        function.cache_clear()


def _newest(files: Files) -> list[dict[str, bytes]]:
    """What may have come since a record was read: nothing, or acks and some steps at the end."""
    acks = {name: data for name, data in files.items() if is_ack_name(name)}
    steps = sorted(filter(is_step_name, files))[1:][-STEPS:]
    later: list[dict[str, bytes]] = [{}]
    for first in range(len(steps) - 1, -1, -1):
        later.append({**acks, **{name: files[name] for name in steps[first:]}})
    return [one for one in later if not any(REKEYED in data for data in one.values())]


def replaced(replacements: Mapping[tuple[Any, str], Any]) -> Iterator[None]:
    """What a fixture yields from: names of modules stand for something else as long as tests that ask for it run."""
    with pytest.MonkeyPatch.context() as patched:
        for (module, name), function in replacements.items():
            patched.setattr(module, name, function)
        yield
