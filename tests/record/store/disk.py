"""What is written in these tests, and what lies on the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.note import render_bundle
from referee.record.store import effects
from tests.record.examples import FULL, key_of, name, signed_example

STEP = render_bundle([signed_example(FULL["move"]), signed_example(FULL["step"])])
OTHER = render_bundle([signed_example(FULL["step"])])
GAME = name("game")


class PowerCut(BaseException):
    """The machine stops here."""


def everything(path: Path) -> dict[str, bytes]:
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def count_effects(work: Callable[[], object]) -> int:
    seen: list[str] = []
    effects[:] = [seen.append]
    work()
    effects.clear()
    return len(seen)


ANNA = format_private(key_of("anna"), "anna"), format_public(key_of("anna").public, "anna")
