"""What can be done to files and letters: withheld, doubled, forked and foreign ones; and notes of other tables."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.support.dishonest.host_lies import field_changed
from tests.support.dishonest.look import eyes_open
from tests.support.dishonest.project import (
    CHARTER,
    DEAL,
    HOST,
    OFFER,
    PACK,
    STEP,
    Person,
    RefereeError,
    SignedNote,
    game_with_pack,
    read_history,
    render_bundle,
    step_name,
)
from tests.support.dishonest.story import Found, Story

STEPS = 10

FOREIGN = (
    *(".DS_Store", "desktop.ini", "0002.step~", "0002 (conflicted copy).step", "0001.STEP", "0000.step", "10000.step"),
    *("0003.turn", "x.note", "ack-Anna.note", "ack-.note", "charter (1).note"),
)


def files_withheld_or_doubled(story: Story) -> None:
    """Files of the record that are missing, stand under another name, or hold the notes of another."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(2, STEPS))
    files, chance = dict(story.match.files), story.chance
    for _ in range(chance.randrange(1, 3)):
        name, twin = chance.choice(sorted(files)), chance.choice(sorted(files))
        way = chance.randrange(5)
        if way == 0 and len(files) > 2:
            del files[name]
        elif way == 1:
            files[step_name(chance.randrange(1, STEPS + 2))] = files[name]
        elif way == 2:
            files[name], files[twin] = files[twin], files[name]
        elif way == 3:
            files[name] = files[name] + files[twin]
        else:
            files[f"ack-{chance.choice(('anna', 'bert', 'zoe'))}.note"] = files[name]
    story.shown = files


def foreign_files(story: Story) -> None:
    """Files that are none of the record's lie beside them: the game goes on."""
    story.open()
    story.play(story.chance.randrange(1, STEPS))
    for name in story.chance.sample(FOREIGN, 2):
        story.foreign[name] = story.chance.choice((b"", b"\0" * 20, story.match.files[DEAL], story.match.files[OFFER]))
    story.lied_at = story.last


def fork(story: Story) -> None:
    """The host signs two notes for one step, and players sign upon one of them only; both are shown."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(1, STEPS))
    name = story.last
    signed_notes = story.match.signed_notes[name]
    twins = [twin for twin in (field_changed(story, signed_notes[-1]) for _ in range(3)) if twin is not None]
    story.loose = [*twins, *signed_notes]
    story.lied_at = name
    story.play(story.chance.randrange(3))
    for twin in twins:
        story.mails.append((step_name(int(name[:4]) + 1), render_bundle((*signed_notes[:-1], twin))))
        story.mails.append((name, render_bundle((*signed_notes, twin))))


def letters_of_another_table(story: Story) -> None:
    """Notes of other games and of other charters of one offer, alone and mixed with those of this game."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(1, STEPS))
    own = [signed for signed_notes in story.match.signed_notes.values() for signed in signed_notes]
    strange = _another_game(story, 0, 3)
    others = [signed for signed_notes in strange.match.signed_notes.values() for signed in signed_notes]
    story.loose = story.chance.sample(others, 4)
    for _ in range(4):
        mixed = [*story.chance.sample(own, 2), *story.chance.sample(others, 2)]
        story.chance.shuffle(mixed)
        story.mails.append((story.last, render_bundle(mixed)))


def _another_game(story: Story, *steps: int) -> Story:
    """Another game of the same rules, by so many steps."""
    table, strange = story.match.table, Story(story.seed, story.lie, story.chance)
    strange.open(table.game.info.name)
    while strange.match.table.game_id == table.game_id:  # played on twice, it would be two moves of one key
        strange.open(table.game.info.name)
    strange.play(story.chance.randrange(*steps))
    return strange


def letter_of_steps_bent(story: Story) -> None:
    """Whoever carries a letter of several steps mixes them: in another order, one twice or left out, or with steps of
    another game. The reader records nothing but what was signed for that step; the letter as it was brings the rest.
    """
    story.open()
    story.play(story.chance.randrange(4, STEPS))
    match, chance = story.match, story.chance
    steps = sorted(name for name in match.files if name[0].isdigit())
    missing = steps[chance.randrange(1, max(2, len(steps) - 2)) :]
    letter = [match.signed_notes[name] for name in missing]
    bent, at = list(letter), chance.randrange(len(letter))
    way = chance.randrange(6)
    if way == 0:
        bent.reverse()
    elif way == 1:
        bent.insert(chance.randrange(len(bent)), bent[at])
    elif way == 2:
        bent.pop(at)
    elif way == 3:
        strange = _another_game(story, 2, 4).match.signed_notes
        bent[at:at] = [notes for name, notes in strange.items() if name[0].isdigit() and name != DEAL]
    elif way == 4:
        bent[at] = bent[at][:-1]
    else:
        notes = _flat(bent)
        bent = [tuple(chance.sample(notes, len(notes)))]
    mail = render_bundle(_flat(bent))
    story.mails.append((missing[0], mail))
    _read_letter(story, missing[0], mail, render_bundle(_flat(letter)))


def _flat(bundles: Sequence[Sequence[SignedNote]]) -> list[SignedNote]:
    return [signed for notes in bundles for signed in notes]


def _read_letter(story: Story, first: str, bent: bytes, honest: bytes) -> None:
    """A player who has what was before `first` gets the bent letter, and then the other."""
    files = story.match.files
    with tempfile.TemporaryDirectory() as root, eyes_open():
        reader = Person(story.chance.choice(story.match.table.names), Path(root))
        for name, data in files.items():
            if not name[0].isdigit() or name < first:
                reader.folder.commit(name, data)
        with suppress(RefereeError):
            reader.take(bent)
        wrong = sorted(name for name, data in reader.record().items() if files.get(name) != data)
        try:
            reader.take(honest)
            lacking = sorted(files.keys() - reader.record().keys())
        except RefereeError as refusal:
            lacking = [refusal.sentence()]
    if wrong or lacking:
        story.found.append(Found("a carrier changes what is recorded", f"other {wrong}, missing {lacking}"))


def pack_exchanged(story: Story) -> None:
    """Another data pack lies in the record than the one that the offer names, or the same in another spelling."""
    story.open_asked_at_once(())
    story.liars = {HOST}
    chance, files = story.chance, story.match.files
    pack = json.loads(files[PACK])
    renamed = {**pack, "label": {"en": f"box {chance.randrange(9)}", "it": "scatola"}}
    ways = (
        json.dumps(pack, indent=1).encode(),
        files[PACK] + b"\n",
        files[PACK][: chance.randrange(len(files[PACK]))],
        game_with_pack(story.match.table.game, json.dumps(renamed).encode())[1] or b"",
        b"{}",
    )
    story.shown = {**files, PACK: chance.choice(ways)}
    story.lied_at = PACK
    with suppress(RefereeError):
        read_history(story.shown)
        story.found.append(Found("a game is played from the pack that its offer names", PACK))


def step_of_other_notes(story: Story) -> None:
    """A step file with notes too many or too few, in another order, or listed otherwise."""
    story.open()
    story.play(story.chance.randrange(2, STEPS))
    other_notes(story)


def other_notes(story: Story) -> None:
    """The game of a story with a file of other notes."""
    story.liars = {HOST}
    name = story.chance.choice([name for name in story.match.files if name not in (OFFER, CHARTER)])
    signed_notes = list(story.match.signed_notes[name])
    pool = [signed for signed_notes in story.match.signed_notes.values() for signed in signed_notes]
    way = story.chance.randrange(4)
    if way == 0:
        signed_notes.insert(story.chance.randrange(len(signed_notes) + 1), story.chance.choice(pool))
    elif way == 1:
        signed_notes.pop(story.chance.randrange(len(signed_notes)))
    elif way == 2:
        story.chance.shuffle(signed_notes)
    else:
        signed_notes[story.chance.randrange(len(signed_notes))] = story.chance.choice(pool)
    story.lied_at = name
    if signed_notes:
        story.shown = {**story.match.files, name: render_bundle(_listed(story, signed_notes))}


def _listed(story: Story, signed_notes: list[SignedNote]) -> list[SignedNote]:
    """The same notes with a step note that lists those which stand before it."""
    if signed_notes[-1].type != STEP or story.chance.random() < 0.3:
        return signed_notes
    note: Any = signed_notes[-1].note()
    if not note.note:
        return signed_notes
    line = type(note.note[0])
    authors = [(getattr(signed.note(), "seat", None), signed.id) for signed in signed_notes[:-1]]
    rows = tuple(line(seat, note_id) for seat, note_id in authors if isinstance(seat, str))
    return [*signed_notes[:-1], story.signed(signed_notes[-1], note=rows) or signed_notes[-1]]
