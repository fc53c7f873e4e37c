"""`referee status`, and plain `referee`: where a game stands, and what the reader should do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cli.context import Setting, example, shared
from referee.cli.output import data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.cli.shapes import Question, Result, Status, Todo
    from referee.table.desk.desk import Desk
    from referee.table.desk.named import Named
    from referee.table.step.position import Position


@example("referee", "referee status", "referee status --json --game GAME")
@shared
def status(at: Setting) -> None:
    """Who is asked what, what you should do now, and how many mails this turn still needs."""
    desk = at.desk()
    found = status_of(at, desk)
    data(at, found, status_lines(at, desk, found))


def status_of(at: Setting, desk: Desk) -> Status:
    """Where the game stands, as data."""
    from msgspec.structs import replace

    found = _status(at, desk)
    return replace(found, next=tuple(_todo(at, desk, found)))


def _status(at: Setting, desk: Desk) -> Status:
    from msgspec.structs import replace

    from referee.cli.shapes import Status

    history = desk.history
    if history.offer is None:
        return Status(stage="nothing", you=None)
    if history.table is None:
        return Status(stage="offer", you=desk.role or _joined_as(desk), joined=_waiting(desk, "join-"))
    from referee.table.reading.words import other_names

    table = history.table
    found = Status(
        stage="charter",
        you=desk.role,
        game=table.game_id,
        title=table.game.info.title,
        seats=table.names,
        attempt=table.attempt,
        other_names=other_names(table, desk.role, desk.home.known_keys()),
        test_keys=table.test_keys,
    )
    position = history.position
    if position is None:
        return replace(found, accepted=_waiting(desk, "accept-"))
    return replace(
        found,
        stage="over" if position.over else "playing",
        step=position.step,
        head=position.head,
        heard=desk.heard(),
        countersigned=dict(zip(table.names, position.signed, strict=True)),
        standing={seat: held.step for seat, held in zip(table.names, position.standing, strict=True) if held},
        named=_named(desk).note,
        asked=question_at(position, at.lang),
        mails=mails_needed(position),
        result=_result(position),
        acknowledged=tuple(sorted(history.acks)),
    )


def _named(desk: Desk) -> Named:
    """What the reader's next move names; a reader who is no player names nothing."""
    from referee.table.desk.named import Named, named_by

    return named_by(desk) if desk.role in desk.table.names and not desk.position.over else Named()


def _joined_as(desk: Desk) -> str | None:
    """The seat that was joined from this folder; the record says so once there is a charter."""
    names = [name for name in desk.folder.list_outbox() if name.startswith("join-")]
    return names[0].removeprefix("join-").removesuffix(".note") if names else None


def _waiting(desk: Desk, prefix: str) -> tuple[str, ...]:
    from referee.table.desk.desk import pending
    from referee.table.seating import author

    return tuple(sorted({author(signed) for signed in pending(desk.folder, prefix)}))


def question_at(position: Position, lang: str) -> Question | None:
    """Who is asked what now, with an order that the board allows as an answer."""
    from referee.cli.shapes import Question
    from referee.table.explain import possible_answer, question_prose

    request, table = position.request, position.table
    if request is None:
        return None
    return Question(
        seat=table.names[request.seat],
        question=request.question,
        rule=request.rule,
        about=request.about,
        sentence=question_prose(table.game, request, table.names, lang),
        example=possible_answer(table.game, position.state, request),
    )


def mails_needed(position: Position) -> tuple[str, ...]:
    """Who must write before this turn of the board game can go on, in order, as far as public facts tell."""
    request = position.request
    if request is None:
        return ()
    names = position.table.names
    first = names[request.seat]
    if position.active is None or request.seat == position.active:
        return (first,)
    return (first, names[position.active])


def _result(position: Position) -> Result | None:
    from referee.cli.shapes import Result

    outcome = position.table.game.outcome(position.state)
    if outcome is None:
        return None
    return Result(outcome.reason, dict(zip(position.table.names, outcome.ranks, strict=True)))


def status_lines(at: Setting, desk: Desk, found: Status) -> list[str]:
    """The status for people: where the game stands, who is asked, and what the reader should do."""
    from referee.cli.commands.key import test_keys_told
    from referee.cli.commands.words import heard_lines

    lines = [_headline(at, found)] if found.stage != "nothing" else []
    if found.test_keys:
        lines.append(f"{at.sentence('warning')}: {test_keys_told(at, found.test_keys)}")
    if found.stage in ("charter", "playing"):
        told = {role: verdict for role, verdict in found.heard.items() if verdict != "not yet"}  # `next` tells those
        lines += heard_lines(at, told, found.other_names)
    if found.asked is not None:
        lines.append(found.asked.sentence)
        first, *then = found.mails
        if then:
            lines.append(
                at.sentence("this turn needs: {first}, then {then} unless a plan answers", first=first, then=then[0])
            )
    lines += _standing_lines(at, desk, found)
    if found.result is not None:
        places = sorted(found.result.ranks.items(), key=lambda pair: pair[1])
        lines.append(", ".join(f"{place}. {seat}" for seat, place in places))
    for todo in found.next:
        lines.append(todo.sentence + (f": {todo.command}" if todo.command else ""))
    return lines


def _standing_lines(at: Setting, desk: Desk, found: Status) -> list[str]:
    """Whose standing answers hold, and what the own next move changes in that."""
    if found.stage != "playing":
        return []
    lines = []
    if found.standing:
        seats = (at.sentence("{seat} (step {step})", seat=seat, step=step) for seat, step in found.standing.items())
        lines.append(at.sentence("standing answers hold for: {told}", told=", ".join(seats)))
    named = _named(desk)
    if named.ends:
        lines.append(at.sentence("your next move ends your standing answers"))
    elif named.note is not None and (named.along or named.step is None):
        lines.append(at.sentence("your next move puts the standing answers you gave last in force"))
    return lines


def _headline(at: Setting, found: Status) -> str:
    you = {None: at.sentence("you are looking on"), "referee": at.sentence("you are the host")}.get(
        found.you, at.sentence("you are {seat}", seat=found.you)
    )
    if found.stage == "offer":
        joined = ", ".join(found.joined) or at.sentence("nobody")
        return at.sentence("offered; {you}; joined so far: {names}", you=you, names=joined)
    if found.stage == "charter":
        accepted = ", ".join(found.accepted) or at.sentence("nobody")
        seats = ", ".join(found.seats)
        return at.sentence(
            "{title} for {seats}; {you}; accepted so far: {names}",
            title=found.title,
            seats=seats,
            you=you,
            names=accepted,
        )
    if found.stage == "over":
        return at.sentence("{title}, step {step}, {you}; the game is over", title=found.title, step=found.step, you=you)
    return at.sentence("{title}, step {step}, {you}", title=found.title, step=found.step, you=you)


def _todo(at: Setting, desk: Desk, found: Status) -> Iterator[Todo]:
    """What the reader should do now, in order; everything may be done more than once."""
    from referee.cli.todo import todo

    return todo(at, desk, found)
