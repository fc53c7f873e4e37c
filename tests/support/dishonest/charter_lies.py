"""A host who gives every player a charter of his own, with keys of the host on all other seats; and other false names.

The players are honest and compare the four words in the way the commands ask; nobody of them may come to a first move.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path
from unittest.mock import patch

from referee.cli.prompts import terminal, watch_prompts
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.support.dishonest.agreements import AWAY
from tests.support.dishonest.deciding import pass_over, rotate
from tests.support.dishonest.look import eyes_open
from tests.support.dishonest.project import (
    CHARTER,
    DEAL,
    HOST,
    OFFER,
    REFEREE,
    GameFolder,
    Match,
    Person,
    SignedNote,
    SigningGuard,
    SigningKey,
    close_deal,
    command_line,
    dealing,
    eyes_at_table,
    eyes_of_key,
    four_words,
    joint_randomness,
    make_accept,
    make_charter,
    make_join,
    make_offer,
    play_out,
    read_bundle,
    read_charter,
    read_deal,
    read_history,
    render_bundle,
    rules_of,
    seed_shares_by_seat,
    step_name,
    test_key,
    test_nonce,
)
from tests.support.dishonest.signing import heard, moved
from tests.support.dishonest.story import Found, Story
from tests.support.rehearse import copy_of

NAMES = ("anna", "bert", "carl", "dora")
USAGE, OUR_FAULT = 2, 70


def two_charters(story: Story) -> None:
    """Every player is read the words of the charter that the host gave to that player; the first to move may not."""
    sessions = _sessions(story)
    for name, played_game in sessions.items():
        if played_game.table.names[played_game.host.request.seat] == name:  # type: ignore[union-attr]
            _compare_and_move(story, name, sessions)


def charter_exchanged_at_a_watch(story: Story) -> None:
    """While somebody at a running watch is asked to accept a charter, the host lays another one into the shared folder,
    and the answer is yes: the charter that was read is accepted, or nothing, and the other one never.
    """
    chance, match = story.chance, story.open("ur", "tigris")
    story.liars, story.lied_at = {HOST}, CHARTER
    reader = chance.choice(match.table.names)
    offer, *joins, charter = match.signed_notes[CHARTER]
    turned = chance.randrange(1, len(joins))
    order = (*match.table.names[turned:], *match.table.names[:turned])
    other = make_charter(test_key(HOST), offer, joins, order)
    story.loose = [other]
    with tempfile.TemporaryDirectory() as root:
        home, game = home_of(Path(root), reader), lay(Path(root) / "game", {OFFER: match.files[OFFER]})
        (game / "record" / CHARTER).write_bytes(match.files[CHARTER])
        (shared := Path(root) / "shared").mkdir()
        inside(["status"], home, game)

        def says_yes_too_late(*question: object, **more: object) -> str:
            (shared / "charter.txt").write_bytes(render_bundle((offer, *joins, other)))
            return "y"

        lines = iter(["\n", *["\n"] * chance.randrange(2), ""])
        with (
            patch.object(terminal, "is_terminal", lambda: True),
            patch.object(terminal, "ask_line", says_yes_too_late),
            patch.object(watch_prompts, "typed_line", lambda seconds: next(lines)),
        ):
            code, _, errors = inside(["watch", str(shared), "--every", "1"], home, game)
        accepts = [note for path in sorted(game.glob("*/accept*")) for note in read_bundle(path.read_bytes())]
        if code == OUR_FAULT or "Traceback" in errors:
            story.found.append(Found("falls over", errors))
        if any(one.note().game != charter.id for one in accepts):  # type: ignore[attr-defined]
            story.found.append(Found("another charter is accepted than was read", f"{reader}: {len(accepts)}"))


def two_charters_played_on(story: Story) -> None:
    """The same, but the host lets his own seats move first, so that the honest player's first move is a later step."""
    sessions = _sessions(story)
    name = story.chance.choice(sorted(sessions))
    played_game = sessions[name]
    label = f"{story.seed}"
    for step in range(len(played_game.table.names) * 4):
        request = played_game.host.request
        assert request is not None
        if played_game.table.names[request.seat] == name:
            break
        play_out(played_game, f"{label} {step}", steps=1)
    else:
        return
    _compare_and_move(story, name, sessions, listens=story.chance.random() < 0.5)


def key_under_another_name(story: Story) -> None:
    """Someone whose words were heard in a game before sits on another seat of the next one: it is told, and asked."""
    chance, label = story.chance, f"names {story.seed}"
    story.liars = {HOST}
    reader, before, after = chance.sample(NAMES, 3)
    again = chance.random() < 0.3  # under the own name, which is nothing to tell
    seat = before if again else after
    first, second = (_table(label, number, reader, name, before) for number, name in enumerate((before, seat)))
    with tempfile.TemporaryDirectory() as root, eyes_open():
        _hear(story, _sat(first, reader, Path(root), "first"), (before, HOST))
        person = _sat(second, reader, Path(root), "second")
        story.match, story.lied_at = second, CHARTER
        told = _said(story, person, ["words"])[1]
        if not again and f"{seat.title()} plays with the key you know as {before}" not in told:
            story.found.append(Found("a key under another name", f"nothing is told of {seat}: {told}"))
        _hear(story, person, (HOST,))
        moved_now = _said(story, person, moved("pass"))[0] == 0
        if moved_now is not again:
            why = f"{before} as {seat} {'need not' if moved_now else 'must'} be heard again"
            story.found.append(Found("a key under another name", why))


def words_of_a_taken_seat(story: Story) -> None:
    """The host and a friend put another key on a seat while the third is away. The third hears the true owner say the
    words of the game, which are what they were, before the new key came or behind it, and may not move on them.
    """
    chance = story.chance
    match = story.open_agreed("tigris")
    reader, victim, friend = chance.sample(match.table.names, 3)
    story.liars = {HOST, friend, "thief"}
    while match.host.missed_by(match.table.seat(reader)) < AWAY:
        if story.asked == reader:
            pass_over(match)
        else:
            story.one()
    before = copy_of(match)
    rotate(match, victim, "thief", (REFEREE, friend))
    while not match.host.over and story.asked != reader:
        story.one()
    if match.host.over:
        return
    story.lied_at = step_name(before.host.step + 1)
    with tempfile.TemporaryDirectory() as root, eyes_open():
        early = chance.random() < 0.5
        person = _sat(before if early else match, reader, Path(root))
        _hear(story, person, (HOST, victim, friend))
        if early:
            _bring(person, match)
        _moves(story, person, "the key that came since was heard of nobody")


def relay_grinds(story: Story) -> None:
    """A relay holds every seat of the true host's game; he must not know the words before the host has dealt."""
    chance, label = story.chance, f"relay {story.seed}"
    names = list(NAMES[: chance.choice((2, 3, 4))])
    story.liars, story.lied_at = set(names), CHARTER
    offer = make_offer(test_key(HOST), rules_of("tigris"), len(names), (), test_nonce(label))
    story.match = match = _session(offer, "nobody", names, label)
    shares = seed_shares_by_seat(match.table, match.signed_notes[DEAL][:-1])
    spoken = four_words(read_history(match.files))
    rs = [shares[name] for name in names]
    if any(
        joint_randomness.four_words(match.table.charter, t, rs) == spoken for t in (bytes(32), chance.randbytes(32))
    ):
        story.found.append(Found("a relay can grind the words", "they hang on nothing that the host keeps back"))


def _table(label: str, number: int, reader: str, seat: str, holder: str) -> Match:
    """A game of two, in which the key of `holder` sits on `seat`; `reader` begins."""
    offer = make_offer(test_key(HOST), rules_of("tigris"), 2, (), test_nonce(f"{label} {number}"))
    keys = {reader: test_key(reader), seat: test_key(holder)}
    for attempt in count():
        match = _dealt(offer, keys, (reader, seat), f"{label} {number} {attempt}")
        if match.table.names[match.host.request.seat] == reader:  # type: ignore[union-attr]
            return match
    raise AssertionError


class Guest(Person):
    """Somebody with one home and a folder for each game: `at` is the one at hand."""

    at = "game"

    @property
    def folder(self) -> GameFolder:
        return GameFolder(self.root / self.name / self.at)


def _sat(match: Match, name: str, root: Path, folder: str = "game") -> Guest:
    """Somebody with the record of a game as it has come by mail."""
    person = Guest(name, root)
    person.at = folder
    for file, data in match.files.items():
        person.folder.commit(file, data)
    session = person.session()
    session.write_guard(SigningGuard().seen(session.position.step, session.position.head))
    return person


def _bring(person: Person, match: Match) -> None:
    """The person gets what has been entered since."""
    for name, data in match.files.items():
        if name not in person.folder.record():
            person.folder.commit(name, data)
    session = person.session()
    session.write_guard(session.guard().seen(session.position.step, session.position.head))


def _hear(story: Story, person: Person, names: Sequence[str]) -> None:
    """The person hears the right words from these."""
    spoken = four_words(person.session().history)
    for name in names:
        _asked(story, person, heard(spoken, name))


def _sessions(story: Story) -> dict[str, Match]:
    """One deal for each player: only that player's seat is under the key of its owner."""
    chance = story.chance
    seats, label = chance.choice((2, 3)), f"charters {story.seed}"
    game, order = rules_of("tigris"), list(NAMES[:seats])
    chance.shuffle(order)
    offer = make_offer(test_key(HOST), game, seats, (), test_nonce(label))
    story.liars, story.lied_at = {HOST}, CHARTER
    sessions = {name: _session(offer, name, order, label) for name in order}
    story.match = sessions[order[0]]
    return sessions


def _session(offer: SignedNote, honest: str, order: Sequence[str], label: str) -> Match:
    keys = {name: test_key(name if name == honest else f"{name} held by the host") for name in order}
    return _dealt(offer, keys, order, label)


def seats_otherwise(story: Story) -> None:
    """The joint chance seats everybody, and the host deals for another order; the game goes on upon that."""
    match = story.open_agreed("tigris", "cards", "ur", options=(("seating", "drawn"),), steps=0)
    story.liars = {HOST}
    wished = story.chance.sample(range(3), 3)
    table, accepts = read_charter(match.signed_notes[CHARTER]), match.signed_notes[DEAL][:3]
    eyes = eyes_of_key(table, test_key(HOST), seed_shares_by_seat(table, accepts))
    with patch.object(dealing, "table_in_seating_order", lambda at, *_: at.seated(wished)):
        closed = close_deal(table, accepts, eyes, test_key(HOST))
    if closed.step_note.id == match.signed_notes[DEAL][-1].id:
        return
    story.lied_at = DEAL
    story.match.keep(DEAL, closed.signed_notes)
    match.table, match.host = closed.position.table, closed.position
    match.host_eyes = eyes_at_table(match.table, eyes)
    match.eyes = {name: eyes_of_key(match.table, test_key(name), {}) for name in match.table.names}
    story.play(story.chance.randrange(1, 6))


def _dealt(offer: SignedNote, keys: dict[str, SigningKey], order: Sequence[str], label: str) -> Match:
    joins = [make_join(keys[name], offer, name, name.title(), test_nonce(f"{label} {name}")) for name in order]
    charter = make_charter(test_key(HOST), offer, joins, order)
    table = read_charter((offer, *joins, charter))
    accepts = [make_accept(keys[name], table) for name in order]
    shares = seed_shares_by_seat(table, accepts)
    host_eyes = eyes_of_key(table, test_key(HOST), shares)
    closed = close_deal(table, accepts, host_eyes, test_key(HOST))
    eyes = {name: eyes_of_key(table, keys[name], shares) for name in order}
    players = {name: read_deal(table, closed.signed_notes, eyes[name]) for name in order}
    match = Match(table, {}, host_eyes, closed.position, eyes, players, {**keys, HOST: test_key(HOST)})
    for name, signed_notes in ((OFFER, (offer,)), (CHARTER, (offer, *joins, charter)), (DEAL, closed.signed_notes)):
        match.keep(name, signed_notes)
    return match


def _compare_and_move(story: Story, name: str, sessions: dict[str, Match], listens: bool = True) -> None:
    """The player hears the host, then (when asked) every other player, each of whom reads the own words."""
    story.match = sessions[name]
    with tempfile.TemporaryDirectory() as root, eyes_open():
        person = _sat(sessions[name], name, Path(root))
        spoken = four_words(person.session().history)
        if listens:
            _asked(story, person, heard(spoken, HOST))
        if _moves(story, person, f"{name} heard the host alone" if listens else f"{name} heard nobody"):
            return
        for other, played_game in sessions.items():
            if other != name:
                _asked(story, person, heard(_words_of(played_game, other, Path(root)), other))
        _moves(story, person, f"{name} heard that the words of another player differ")


def _words_of(played_game: Match, name: str, root: Path) -> tuple[str, ...]:
    return four_words(_sat(played_game, name, root).session().history)


def _moves(story: Story, person: Person, why: str) -> bool:
    """Whether the player may sign a first move; it is found when it is so."""
    if _asked(story, person, moved("pass")) != 0:
        return False
    story.found.append(Found("moved under a false charter", why))
    return True


def _asked(story: Story, person: Person, arguments: list[str]) -> int:
    """The exit code of a command in the folder of `person`."""
    return _said(story, person, arguments)[0]


def _said(story: Story, person: Person, arguments: list[str]) -> tuple[int, str]:
    """The exit code of a command in the folder of `person`, and what it says."""
    told = io.StringIO()
    home = {"REFEREE_HOME": str(person.home.path), "LC_ALL": "C.UTF-8"}
    with patch.dict(os.environ, home), redirect_stdout(told), redirect_stderr(told):
        code = command_line([*arguments, "--game", str(person.folder.path)])
    if code == USAGE:
        raise AssertionError(f"the command line has changed: {arguments}: {told.getvalue()}")
    if code == OUR_FAULT:
        story.found.append(Found("falls over", f"{arguments[0]}: {told.getvalue().strip()}"))
    return code, told.getvalue()
