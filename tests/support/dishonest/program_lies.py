"""Lies about programs: somebody answers in the name of one, a join that is bent, practice among real notes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

from tests.support.dishonest.deciding import decided, enter
from tests.support.dishonest.project import (
    CHARTER,
    DEAL,
    GOOD,
    GREEDY,
    HOST,
    LEVELS,
    OFFER,
    VERSION,
    Bot,
    DataFolder,
    GameFolder,
    Join,
    Opponents,
    PracticeSettings,
    RefereeError,
    Session,
    audit,
    better_turns,
    check_join,
    game_with_pack,
    let_opponents_play,
    make_join,
    move_note,
    open_match,
    outgoing_bot_move,
    practice_charter,
    program_orders,
    read_charter,
    read_history,
    rules_of,
    send,
    sensible_order,
    set_up_practice,
    sign_note,
    step_name,
    test_key,
    test_nonce,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import DEALS, SEATS, Found, Story

STEPS = (6, 20)
PRACTISED = {"tigris": 2, "ur": 3, "cards": 2}
SEEDS = 4


def answers_in_its_name(story: Story) -> None:
    """Who has the key of a seat that has joined as a program answers now and then instead of it. The audit names these
    steps and no other, and accuses nobody of anything.
    """
    chance = story.chance
    game, level = chance.choice(sorted(SEATS)), chance.choice(LEVELS)
    label = f"dishonest {chance.randrange(DEALS)}"
    story.policy = sensible_order
    story.match = match = open_match(game, SEATS[game][-1], label, bots={"bert": level})
    share, same, others = read_history(match.files).shares["bert"], 0, list[int]()
    for _ in range(chance.randrange(*STEPS)):
        if match.host.over:
            break
        if story.asked != "bert":
            story.play(1)
            continue
        before = story.sit("bert")
        _, made = program_orders(before, match.eyes["bert"], share, level)
        said = story.draft("bert") if chance.random() < 0.4 else made
        story.enter(story.close(move_note(before, match.keys["bert"], said)))
        if (said.do, said.lines, said.covered) == (made.do, made.lines, made.covered):
            same += 1
        else:
            others.append(match.host.step)
    _compare(story, "program", {"seat": "bert", "level": level}, same, others)


def stand_in_otherwise(story: Story) -> None:
    """Whose seat a bot plays answers now and then otherwise, ends it, and answers after its steps. The audit names the
    answers in these steps that were not the bot's, and no other.
    """
    chance = story.chance
    game, level = chance.choice(sorted(SEATS)), chance.choice((GREEDY, GOOD))
    label = f"dishonest {chance.randrange(DEALS)}"
    story.policy = sensible_order
    story.match = match = open_match(game, SEATS[game][-1], label, (("standin", "9"),))
    share, same, others = read_history(match.files).shares["bert"], 0, list[int]()
    first = until = 0
    for _ in range(chance.randrange(*STEPS)):
        if match.host.over:
            break
        now, seat, words = match.host.step + 1, story.asked, ""
        if len(match.host.asked) == 1 and not first:
            words, first, until = f"{level} {VERSION} {now + 5}", now, now + 5
        elif len(match.host.asked) == 1 and now <= until and chance.random() < 0.1:
            words, until = "back", now - 1
        if seat != "bert" and not words:
            story.play(1)
            continue
        before, in_span = story.sit("bert"), now <= until
        made = program_orders(before, match.eyes["bert"], share, level)[1] if seat == "bert" else None
        said = made if made is not None and in_span and chance.random() < 0.7 else story.draft(seat)
        move = move_note(match.players[seat], match.keys[seat], said)
        if words:
            declared = match.consent("bert", f"standin {words}")
            story.loose.append(declared)
            enter(match, decided(match, f"standin bert {words}", consents=[declared], moves=[move]))
        else:
            story.enter(story.close(move))
        if made is not None and in_span and (said.do, said.lines, said.covered) == (made.do, made.lines, made.covered):
            same += 1
        elif made is not None and in_span:
            others.append(now)
    values = {"seat": "bert", "level": level, "first": first, "until": min(until, match.host.step)}
    _compare(story, "standin", values, same, others)


def _compare(story: Story, sort: str, values: dict[str, Any], same: int, others: list[int]) -> None:
    """End the game, and compare what the audit says of a bot with the steps in which it was not the bot; of a bot that
    never had to answer nothing is said.
    """
    match = story.match
    if not match.host.over:
        for seat in match.table.names:
            story.sit(seat)
        match.decide("end draw", consents=[match.consent(seat, "end draw") for seat in match.table.names])
    story.lied_at = step_name(others[0]) if others else ""
    report = audit(match.files)
    told = [(remark.code, remark.values) for remark in report.remarks if remark.code.startswith(f"{sort}-")]
    honest = [(f"{sort}-made-again", {**values, "count": same})] if same else []
    named = [(f"{sort}-was-not-it", {**values, "same": same, "steps": ", ".join(map(str, others))})]
    if told != (named if others else honest) or report.findings:
        story.found.append(Found(f"a {sort} is told wrongly", f"{told}, {report.verdict}; in truth {others} of {same}"))


def program_bent(story: Story) -> None:
    """The host makes a program of a person, a person of a program, or lets one play better than it said; a player signs
    a level or a version that there is not.
    """
    chance, label = story.chance, f"bent {story.chance.randrange(DEALS)}"
    story.match = match = open_match("ur", 3, label, bots={"bert": "good"})
    offer, *joins, charter = match.signed_notes[CHARTER]
    key, nonce = test_key("bert"), test_nonce(f"{label} bert")
    level = chance.choice(["", "greedy", "good", "strong", "best"])
    true = joins[1].read(Join)
    bot = Bot(level, chance.choice([0, 1, 2, 10**6])) if level else None
    other = sign_note(changed(true, bot=bot), key) if level else make_join(key, offer, "bert", "Bert", nonce)
    story.loose.append(other)
    if other.id == joins[1].id:
        return
    try:
        read_charter((offer, joins[0], other, joins[2], charter))
    except RefereeError:
        pass
    else:
        story.found.append(Found("a join is exchanged", f"{CHARTER}: {bot} for {true.bot}"))
    try:
        check_join(offer, other)
    except RefereeError:
        return
    if level == "best":
        story.found.append(Found("a level that there is not", f"{bot}"))


def practice_among_mails(story: Story) -> None:
    """The notes of a practice game, whose keys everybody has, come to the people of a real one, and before a judge."""
    story.match = story.open("ur", "tigris")
    with tempfile.TemporaryDirectory() as place:
        session = _practised(story, Path(place))
        files = session.folder.record()
    story.mails = [(DEAL, files[name]) for name in (OFFER, CHARTER, DEAL)]
    story.loose = [signed for name in (CHARTER, DEAL) for signed in session.history.signed_notes[name]]


def practice_bent(story: Story) -> None:
    """A file of the host or of a program in `.others` is cut, changed, taken away or another game's. Whoever practises
    is told, or plays on; what is taken into the own folder is a record without a fault.
    """
    chance = story.chance
    story.match = story.open("ur")
    with tempfile.TemporaryDirectory() as place:
        session = _practised(story, Path(place) / "one")
        others = Opponents(session.folder)
        files = sorted(path for path in (others.folder.path / ".others").rglob("*") if path.is_file())
        bent = chance.choice(files)
        how = chance.choice(["cut", "changed", "gone", "another's"])
        if how == "another's":
            apart = _practised(story, Path(place) / "two", other=True).folder.path
            strange = apart / bent.relative_to(session.folder.path)
            bent.write_bytes(strange.read_bytes() if strange.is_file() else b"")
        else:
            _bend(bent, how, chance)
        said = f"{how}: {bent.relative_to(session.folder.path)}"
        try:
            send(session, outgoing_bot_move(session, "greedy"))
            let_opponents_play(others, session, "en")
        except RefereeError:
            pass
        except Exception as crash:  # whatever it is: a person would see a bug
            story.found.append(Found("falls over", f"{said}: {crash!r}"))
        report = audit(session.folder.record(), test_key(HOST))
        if report.findings:
            story.found.append(Found("a folder is spoiled", f"{said}: {report.findings[0].sentence}"))
        story.loose = [*session.history.signed_notes[DEAL]]


def _bend(path: Path, how: str, chance: Random) -> None:
    """Cut a file in half, change a bit of it, or take it away."""
    data = bytearray(path.read_bytes())
    if how == "gone":
        path.unlink()
    elif how == "cut":
        path.write_bytes(bytes(data[: len(data) // 2]))
    elif data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(data))


def better_turns_bent(story: Story) -> None:
    """A file of the others is cut, changed or taken away before the turns are named for which a bot has found more.
    Whoever practised is told, or reads of turns that were played.
    """
    chance = story.chance
    story.match = story.open("ur")
    with tempfile.TemporaryDirectory() as place:
        session = _practised(story, Path(place))
        others = Opponents(session.folder)
        for _ in range(chance.randrange(1, 4)):
            if session.position.over:
                break
            send(session, outgoing_bot_move(session, "greedy"))
            session = let_opponents_play(others, session, "en")
        played = {step: tuple(order for _, order in one.orders) for step, one in session.seen.items()}
        bent = chance.choice(sorted(path for path in (others.folder.path / ".others").rglob("*") if path.is_file()))
        how = chance.choice(["cut", "changed", "gone"])
        _bend(bent, how, chance)
        said = f"{how}: {bent.relative_to(session.folder.path)}"
        try:
            found = better_turns(others, 0, None)
        except RefereeError:
            found = ()
        except Exception as crash:  # whatever it is: a person would see a bug
            story.found.append(Found("falls over", f"{said}: {crash!r}"))
            found = ()
        if false := [one for one in found if played.get(one.step) != one.played]:
            story.found.append(Found("a turn is named that nobody played", f"{said}: {false}"))
        story.loose = [*session.history.signed_notes[DEAL]]


def _practised(story: Story, place: Path, *, other: bool = False) -> Session:
    """A practice game that waits for its first answer; `other`: another one of the same seats."""
    chance = story.chance
    game = chance.choice(sorted(PRACTISED)) if not other else "ur"
    seed = chance.randrange(SEEDS) + SEEDS * other
    played, pack = game_with_pack(rules_of(game), None)
    people = [("anna", "Anna"), ("nina", "Nina"), ("otto", "Otto")][: PRACTISED[game]]
    charter = practice_charter(played, people, seed, [], pack)
    session = set_up_practice(
        GameFolder(place / "game"), DataFolder(place / "home"), charter, pack, PracticeSettings(seed, "greedy")
    )
    return let_opponents_play(Opponents(session.folder), session, "en")
