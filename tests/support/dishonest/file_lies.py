"""What can be done to files and letters: withheld, doubled, forked and foreign ones; and notes of other tables."""

from __future__ import annotations

from typing import Any

from tests.support.dishonest.host_lies import field_changed
from tests.support.dishonest.project import CHARTER, DEAL, HOST, OFFER, STEP, SignedNote, render_bundle, step_name
from tests.support.dishonest.story import Story

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
    match = story.match
    strange = Story(story.seed, story.lie, story.chance)
    strange.open(match.table.game.info.name)
    while strange.match.table.game_id == match.table.game_id:  # played on twice, it would be two moves of one key
        strange.open(match.table.game.info.name)
    strange.play(story.chance.randrange(3))
    others = [signed for signed_notes in strange.match.signed_notes.values() for signed in signed_notes]
    story.loose = story.chance.sample(others, 4)
    for _ in range(4):
        mixed = [*story.chance.sample(own, 2), *story.chance.sample(others, 2)]
        story.chance.shuffle(mixed)
        story.mails.append((story.last, render_bundle(mixed)))


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
