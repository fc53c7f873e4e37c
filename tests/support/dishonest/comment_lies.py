"""What may be said after the end, and by whom: honest comments among those of liars, in a folder and by mail."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from tests.support.dishonest.look import eyes_open
from tests.support.dishonest.project import (
    HOST,
    REFEREE,
    Comment,
    RefereeError,
    SignedNote,
    audit,
    materialize,
    render_bundle,
    sign_note,
    step_name,
    stored_comments,
    test_key,
)
from tests.support.dishonest.story import Found, Story

WORDS = ("well played", "</script>", "\u202egnp.exe", "x" * 68, "I resign; sorry")
LAST_NUMBER = 9999


def comments_bent(story: Story) -> None:
    """Everybody comments; liars under their own keys comment for others, on other ends, games and steps, too much, and
    with no words. What holds is read, nothing else, and the record stays what it is.
    """
    chance, match = story.chance, story.open_whole("cards", "ur")
    story.to_some_end()
    ended = match.host.over
    liar = chance.choice((*match.table.names, HOST))
    story.liars, story.lied_at = {liar}, step_name(match.host.step)
    good = [_comment(story, party) for party in (*match.table.names, HOST) if party != liar for _ in range(2)]
    bad = [bent for bent in (_bent(story, liar) for _ in range(chance.randrange(1, 5))) if bent is not None]
    story.loose = [*good, *bad]
    files = {f"comment-0000-anna-{at:08x}.note": render_bundle((one,)) for at, one in enumerate(story.loose)}
    report, bare = audit(match.files, comments=files), audit(match.files)
    if (report.verdict, report.findings) != (bare.verdict, bare.findings):
        story.found.append(Found("a comment is a fault", report.verdict))
    wanted = {one.id for one in good} if ended else set()
    held = [remark.values["count"] for remark in report.remarks if remark.code == "comments-hold"]
    if held != ([len(wanted)] if wanted else []):
        story.found.append(Found("a false comment is read", f"{held} of {len(wanted)} that hold"))
    _by_mail(story, wanted)


def _by_mail(story: Story, wanted: set[str]) -> None:
    """The comments come one by one, in any order, to somebody honest: the folder has those that hold."""
    reader = story.chance.choice([name for name in story.match.table.names if name not in story.liars])
    with tempfile.TemporaryDirectory() as root, eyes_open():
        person = materialize(story.match, Path(root), [reader])[reader]
        for signed in story.chance.sample(story.loose, len(story.loose)):
            with suppress(RefereeError):
                person.take(render_bundle((signed,)))
        found = {signed.id for signed in stored_comments(person.session())}
        if found != wanted:
            story.found.append(Found("a false comment is read", f"by {reader}: {len(found)} of {len(wanted)}"))


def _comment(story: Story, party: str, **values: object) -> SignedNote:
    match, chance = story.match, story.chance
    end = match.signed_notes[story.last][-1].id
    plain = {
        "game": match.table.game_id,
        "step": chance.randrange(match.host.step + 1),
        "seat": REFEREE if party == HOST else party,
        "head": end,
        "number": chance.randrange(1, LAST_NUMBER + 1),
        "say": tuple(chance.sample(WORDS, chance.randrange(1, 4))),
    }
    return sign_note(Comment(**{**plain, **values}), match.keys[party])  # type: ignore[arg-type]


def _bent(story: Story, liar: str) -> SignedNote | None:
    """A comment that nobody may read, under the key of the liar or of somebody from outside."""
    match, chance = story.match, story.chance
    others = [REFEREE if one == HOST else one for one in (*match.table.names, HOST) if one != liar]
    earlier = match.signed_notes[step_name(chance.randrange(1, match.host.step))][-1].id
    way = chance.randrange(7)
    if way == 6:
        return sign_note(_comment(story, liar).note(), test_key("fresh"))
    values: dict[str, object] = (
        {"seat": chance.choice(others)},
        {"head": earlier},
        {"game": earlier},
        {"step": match.host.step + chance.choice((1, 7, 9000))},
        {"number": chance.choice((0, LAST_NUMBER + 1, 2**31))},
        {"say": ()},
    )[way]
    return _comment(story, liar, **values)
