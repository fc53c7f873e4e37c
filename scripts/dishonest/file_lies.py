"""What can be done to files and letters: withheld, doubled, forked and foreign ones; and notes of other tables."""

from __future__ import annotations

from typing import Any

from scripts.dishonest.host_lies import field_changed
from scripts.dishonest.project import CHARTER, DEAL, HOST, OFFER, STEP, Signed, render_bundle, step_name
from scripts.dishonest.story import Story

STEPS = 10

FOREIGN = (".DS_Store", "desktop.ini", "0002.step~", "0002.turn (conflicted copy)", "0001.STEP", "x.note", "9999.turn")


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
    frames = story.match.frames[name]
    twins = [twin for twin in (field_changed(story, frames[-1]) for _ in range(3)) if twin is not None]
    story.loose = [*twins, *frames]
    story.lied_at = name
    story.play(story.chance.randrange(3))
    for twin in twins:
        story.mails.append((step_name(int(name[:4]) + 1), render_bundle((*frames[:-1], twin))))
        story.mails.append((name, render_bundle((*frames, twin))))


def letters_of_another_table(story: Story) -> None:
    """Notes of other games and of other charters of one offer, alone and mixed with those of this game."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(1, STEPS))
    own = [frame for frames in story.match.frames.values() for frame in frames]
    match = story.match
    strange = Story(story.seed, story.lie, story.chance)
    strange.open(match.table.game.info.name)
    strange.play(story.chance.randrange(3))
    others = [frame for frames in strange.match.frames.values() for frame in frames]
    story.loose = story.chance.sample(others, 4)
    for _ in range(4):
        mixed = [*story.chance.sample(own, 2), *story.chance.sample(others, 2)]
        story.chance.shuffle(mixed)
        story.mails.append((story.last, render_bundle(mixed)))


def step_of_other_notes(story: Story) -> None:
    """A step file with notes too many or too few, in another order, or listed otherwise."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(2, STEPS))
    name = story.chance.choice([name for name in story.match.files if name not in (OFFER, CHARTER)])
    frames = list(story.match.frames[name])
    pool = [frame for frames in story.match.frames.values() for frame in frames]
    way = story.chance.randrange(4)
    if way == 0:
        frames.insert(story.chance.randrange(len(frames) + 1), story.chance.choice(pool))
    elif way == 1:
        frames.pop(story.chance.randrange(len(frames)))
    elif way == 2:
        story.chance.shuffle(frames)
    else:
        frames[story.chance.randrange(len(frames))] = story.chance.choice(pool)
    story.lied_at = name
    if frames:
        story.shown = {**story.match.files, name: render_bundle(_listed(story, frames))}


def _listed(story: Story, frames: list[Signed]) -> list[Signed]:
    """The same notes with a step note that lists those which stand before it."""
    if frames[-1].type != STEP or story.chance.random() < 0.3:
        return frames
    note: Any = frames[-1].note()
    if not note.note:
        return frames
    line = type(note.note[0])
    authors = [(getattr(frame.note(), "seat", None), frame.id) for frame in frames[:-1]]
    rows = tuple(line(seat, note_id) for seat, note_id in authors if isinstance(seat, str))
    return [*frames[:-1], story.signed(frames[-1], note=rows) or frames[-1]]
