"""The seats of this home that have joined as programs: each answers as soon as it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.cli.context import Context
from referee.cli.watching.unattended import Event, Source, games, refused, standing_of
from referee.kernel.errors import RefereeError
from referee.record.store import Home
from referee.table.desk.program import check_release, is_due, program_move
from referee.table.desk.send import send


class Programs:
    """The games of this home in which a seat of its own is a program. What was signed goes out at once through the
    `doors`, and so does what the host of this very home, taking it in there, asks next.
    """

    def __init__(self, context: Context, home: Home, doors: Sequence[Source]) -> None:
        self.context, self.home, self.doors = context, home, doors
        self.known: dict[Path, tuple[str, ...]] = {}
        self.told: dict[Path, str] = {}

    def look(self) -> Iterator[Event]:
        """One look: every program that is asked answers. Raises what the doors raise."""
        answered = False
        for place, folder in games(self.home):
            now = standing_of(folder)
            if self.known.get(folder) == now:
                continue
            try:
                for event in self._answers(folder, place.title):
                    answered = True
                    yield event
                self.known[folder] = now
            except RefereeError as refusal:  # tried again at each look, as when words were compared, and told once
                event = refused(self.context, place.title, refusal)
                if self.told.get(folder) != event.sentence:
                    self.told[folder] = event.sentence
                    yield event
        for door in self.doors if answered else ():
            yield from door.look()

    def _answers(self, folder: Path, title: str) -> Iterator[Event]:
        desk = self.context.desk(folder=folder, side="plays")
        if not is_due(desk):
            return
        desk.mover()
        level, step = check_release(desk).level, desk.position.step + 1
        send(desk, program_move(desk, level))
        yield Event(
            title, "program-has-answered", self.context.sentence("program-has-answered", seat=desk.role, step=step)
        )
