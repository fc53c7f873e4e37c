"""Stories told one after the other, each by its seed; what is found is said at once and can be kept as a folder."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from math import inf
from pathlib import Path
from random import Random

from tests.support.dishonest import (
    charter_lies,
    comment_lies,
    escrow_lies,
    file_lies,
    host_lies,
    host_seat_lies,
    hosting_lies,
    key_lies,
    masked_lies,
    page_lies,
    playing_lies,
    program_lies,
    seat_lies,
    silence_lies,
    standing_lies,
    table_lies,
)
from tests.support.dishonest.light import light
from tests.support.dishonest.look import SLOW, keep, look
from tests.support.dishonest.mixed import Honest
from tests.support.dishonest.project import RefereeError
from tests.support.dishonest.story import Stopped, Story

Lie = Callable[[Story], None]

EVERY = (
    host_lies.field_of_a_note,
    host_lies.field_of_the_deal,
    host_lies.field_of_a_step,
    host_lies.field_of_the_end,
    host_lies.hands_of_the_deal,
    host_lies.hands_of_a_step,
    host_lies.another_bag,
    host_lies.other_orders,
    host_lies.plan_ignored,
    host_lies.line_opened,
    seat_lies.field_of_a_move,
    seat_lies.sealed_nonsense,
    seat_lies.seal_of_another_shape,
    seat_lies.standing_nonsense,
    seat_lies.standing_lists,
    seat_lies.standing_kept_back,
    seat_lies.corrections,
    file_lies.files_withheld_or_doubled,
    file_lies.foreign_files,
    file_lies.fork,
    file_lies.letters_of_another_table,
    file_lies.step_of_other_notes,
    file_lies.letter_of_steps_bent,
    file_lies.pack_exchanged,
    charter_lies.two_charters,
    charter_lies.two_charters_played_on,
    charter_lies.key_under_another_name,
    charter_lies.relay_grinds,
    charter_lies.seats_otherwise,
    standing_lies.standing_kept_on,
    key_lies.washed_by_a_new_key,
    key_lies.forked_by_a_new_key,
    key_lies.rotated_by_himself,
    key_lies.agreed_in_another_history,
    key_lies.seat_taken,
    charter_lies.words_of_a_taken_seat,
    table_lies.back_without_a_seat,
    table_lies.box_put_again,
    table_lies.noes_of_some,
    table_lies.taken_back_too_late,
    table_lies.entered_against_a_no,
    table_lies.holidays_bent,
    table_lies.stand_ins_bent,
    program_lies.stand_in_otherwise,
    hosting_lies.asked_too_early,
    hosting_lies.false_shares,
    hosting_lies.share_of_another,
    hosting_lies.box_not_opened,
    hosting_lies.strangers_ask,
    host_seat_lies.host_seat_left_out,
    host_seat_lies.another_hand_shown,
    host_seat_lies.second_attempt_bent,
    program_lies.answers_in_its_name,
    program_lies.program_bent,
    program_lies.practice_among_mails,
    program_lies.practice_bent,
    program_lies.better_turns_bent,
    charter_lies.charter_exchanged_at_a_watch,
    comment_lies.comments_bent,
    page_lies.end_pressed_on_a_page,
    page_lies.judged_on_a_page,
    *masked_lies.EVERY,
    *escrow_lies.EVERY,
    *playing_lies.EVERY,
    *silence_lies.EVERY,
)
LIES: dict[str, Lie] = {lie.__name__.replace("_", " "): lie for lie in EVERY}
"""Every lie by name. The name and a seed tell a story again; a new lie changes no story that has its lie's name."""


MASKED = (*masked_lies.EVERY, *escrow_lies.EVERY, *playing_lies.EVERY, *silence_lies.EVERY)
"""The lies in games whose deck nobody sees."""


def tell(seed: int, lie: str | None = None, slow: float = inf) -> Story:
    """The story of a seed: played, lied in, and looked at by everybody; `slow` is too long for a command, in seconds.

    Always the same story, and what is found in it is the same, but for what is slow.
    """
    name = lie or sorted(LIES)[seed % len(LIES)]
    story = Story(seed, name, Random(f"{name} {seed}"))
    with light() if LIES[name] in MASKED else nullcontext():
        try:
            with suppress(Stopped):
                LIES[name](story)
        except RefereeError as refusal:  # the liars' own tools would not go on
            story.untold = refusal.sentence()
        look(story, slow)
    return story


def main(arguments: Sequence[str]) -> int:
    """Tell as many stories as the command line says; 1 if anything was found."""
    given = _parser().parse_args(arguments)
    if given.list:
        print("\n".join(f"{name}\n    {(LIES[name].__doc__ or '').strip()}" for name in sorted(LIES)))
        return 0
    if given.honest:
        return _honest(given.honest, given.seed, given.keep)
    told: Counter[str] = Counter()
    lied: Counter[str] = Counter()
    found: Counter[tuple[str, str]] = Counter()
    began = time.perf_counter()
    for seed in range(given.seed, given.seed + given.games):
        story = tell(seed, given.lie, SLOW)
        told[story.lie] += 1
        lied[story.lie] += story.lied and not story.untold
        _report(story, given.keep)
        found.update({(story.lie, promise) for promise in {each.promise for each in story.found}})
        _progress(sum(told.values()), given.games, sum(found.values()), began)
    _summary(told, lied, found, time.perf_counter() - began)
    return 1 if found else 0


def _honest(games: int, first: int, folder: Path | None) -> int:
    """Tell games in which nobody lies; 1 if anybody was accused, or anything found."""
    happened: Counter[str] = Counter()
    found, began = 0, time.perf_counter()
    for seed in range(first, first + games):
        game = Honest(seed)
        _report(game.tell(), folder)
        happened.update(game.done)
        found += bool(game.story.found)
        _progress(seed - first + 1, games, found, began)
    for what, count in sorted(happened.items()):
        print(f"{count:6} {what}")
    print(f"{games} honest games in {time.perf_counter() - began:.1f} s, {found} with findings")
    return 1 if found else 0


def _report(story: Story, folder: Path | None) -> None:
    for found in story.found:
        print(f"seed {story.seed}, {story.lie}: {found.promise}: {found.seen}", flush=True)
    if story.found and folder is not None:
        print(f"    kept in {keep(story, folder)}", flush=True)


def _progress(done: int, games: int, found: int, began: float) -> None:
    if sys.stderr.isatty() and (done % 8 == 0 or done == games):
        rate = done / (time.perf_counter() - began)
        print(f"\r{done} of {games} games, {rate:.0f} a second, {found} findings ", end="", file=sys.stderr, flush=True)
        if done == games:
            print(file=sys.stderr)


def _summary(told: Counter[str], lied: Counter[str], found: Counter[tuple[str, str]], seconds: float) -> None:
    for lie in sorted(told):
        promises = [f"{promise} {count}" for (name, promise), count in sorted(found.items()) if name == lie]
        print(f"{lied[lie]:5} of {told[lie]:5} {lie:28} {', '.join(promises)}".rstrip())
    games = sum(told.values())
    print(f"{games} games in {seconds:.1f} s ({games / seconds:.0f} a second), {sum(found.values())} findings")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fuzz.py dishonest", description="Games of hosts and players who lie under valid keys."
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game (default 0)")
    parser.add_argument("--lie", choices=sorted(LIES), metavar="NAME", help="tell this lie only (--list shows all)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write every game with a finding as a folder")
    parser.add_argument("--honest", type=int, metavar="N", help="so many games in which nobody lies, and much happens")
    parser.add_argument("--list", action="store_true", help="list the lies and leave")
    return parser
