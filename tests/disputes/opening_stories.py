"""The stories in which the opening of a game, what it locked, or its end is in dispute."""

from __future__ import annotations

from functools import cache

from referee.protocol.step.tokens import own_hand_records
from referee.record.note import SignedNote
from referee.record.notes import Deal, Proof
from referee.session.close_step import close_deal
from tests.disputes.box_stories import BOX_STORIES
from tests.disputes.people_stories import PEOPLE_STORIES
from tests.disputes.stories import AT, STORIES, Case, at_dispute, before, claim_of, record
from tests.support.rehearse import Match, open_match
from tests.table.crooked_deals import crooked_from_the_deal
from tests.table.small_games import DEAL, HOST, copy_of, key_of, order, signed_again, small, swap_all, with_notes
from tests.table.tampered_records import LAST, with_end


@cache
def another_bag() -> Match:
    """The small game, dealt from a bag that the host has filled to his liking, and played to its end."""
    match = copy_of(open_match("tigris", 2, "small", hidden=bytes(32)))
    while not match.host.over:
        order(match, swap_all(match))
    match.acknowledge()
    return match


def a_bag_of_another_seed(ended: bool) -> Case:
    """The bag was not filled by the joint seed; while it is locked nobody can see it."""
    files = another_bag().files
    return Case(files if ended else before(files, AT), (another_bag().signed_notes[DEAL][-1],))


def a_second_bag(ended: bool) -> Case:
    """Two deals of one game: whoever did not like the first bag has had another one."""
    match = at_dispute()
    *accepts, _ = match.signed_notes[DEAL]
    eyes = another_bag().host_eyes
    second = close_deal(match.table, accepts, eyes, key_of(HOST)).signed_notes[-1]
    return Case(record(ended), (second,))


def a_deal_that_does_not_follow(ended: bool) -> Case:
    """The deal names a state that its accepts and shares do not lead to; the game never begins."""
    *accepts, deal = small().signed_notes[DEAL]
    files = with_notes(small(), DEAL, (*accepts, signed_again(deal, key_of(HOST), state=bytes(32))))
    return Case(files if ended else before(files, 1), (signed_again(deal, key_of(HOST), state=bytes(32)),))


def a_hand_line_that_tells_nothing(ended: bool) -> Case:
    """It stands in the record from the deal on, and its owner has said nothing about it."""
    match = crooked_from_the_deal()
    return Case(match.files if ended else before(match.files, AT), (match.signed_notes[DEAL][-1],))


def _position(seat: str) -> Proof:
    """The first position of the bag that was dealt to a seat, opened by what its hand line told it."""
    match = at_dispute()
    deal = match.signed_notes[DEAL][-1].note()
    assert isinstance(deal, Deal)
    first = own_hand_records(match.table, match.eyes[seat], deal)[0]
    return Proof(match.table.piles[first.pile].name, first.position, first.token, first.salt)


def a_position_of_the_bag(ended: bool) -> Case:
    """A seat opens one position that was dealt to it: it fits, which convicts nobody."""
    return Case(record(ended), (claim_of(at_dispute(), "anna", proof=_position("anna")),))


def a_result_that_does_not_follow(ended: bool) -> Case:
    """The end gives another reason than the last step; a player has kept it."""
    if not ended:
        return Case(record(False))
    return Case(small().files, (_end(with_reason="agreement"),))


def a_result_in_the_record(ended: bool) -> Case:
    if not ended:
        return Case(record(False))
    return Case(with_end(reason="agreement"), (_end(with_reason="agreement"),))


def _end(with_reason: str) -> SignedNote:
    return signed_again(small().signed_notes[LAST][-1], key_of(HOST), reason=with_reason)


OPENING_STORIES = {
    "a bag of another seed": a_bag_of_another_seed,
    "a second bag": a_second_bag,
    "a deal that does not follow": a_deal_that_does_not_follow,
    "a hand line that tells nothing": a_hand_line_that_tells_nothing,
    "a position of the bag": a_position_of_the_bag,
    "a result that does not follow": a_result_that_does_not_follow,
    "a result in the record": a_result_in_the_record,
}
"""By the name that `rows.toml` has for it."""

ALL_STORIES = {**STORIES, **OPENING_STORIES, **PEOPLE_STORIES, **BOX_STORIES}
