"""Lies of a host who is said to play: a seat of his at which nobody sits, and a deal thrown away for another hand."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.support.dishonest.project import (
    CHARTER,
    DEAL,
    HOST,
    REFEREE,
    Charter,
    GameFolder,
    Offer,
    OwnGoods,
    RefereeError,
    SignedNote,
    check_reoffer,
    hand_of_cancelled_deal,
    make_join,
    make_offer,
    read_charter,
    rules_of,
    sign_note,
    test_key,
    test_nonce,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Found, Story

HOST_PLAYS = (("host", "anna"),)


def host_seat_left_out(story: Story) -> None:
    """The offer says that the host plays at a seat, and his charter seats others alone. Who is hidden there
    has nobody's trust.
    """
    chance, label = story.chance, f"left out {story.seed}"
    story.match = story.open_agreed("tigris", options=HOST_PLAYS)
    names = chance.sample(("bert", "carl", "dora", "emil"), 3)
    offer = make_offer(test_key(HOST), rules_of("tigris"), 3, HOST_PLAYS, test_nonce(label))
    joins = [make_join(test_key(name), offer, name, name.title(), test_nonce(label + name)) for name in names]
    charter = sign_note(_charter(offer, joins, names), test_key(HOST))
    story.loose.append(charter)
    try:
        read_charter((offer, *joins, charter))
    except RefereeError:
        return
    story.found.append(Found("the host plays where the offer says", f"a charter for {', '.join(names)} is taken"))


def _charter(offer: SignedNote, joins: list[SignedNote], names: list[str]) -> Charter:
    """The charter as its host would sign it, whatever the program says to that."""
    terms = offer.read(Offer)
    notes = {REFEREE: terms, **{name: signed.note() for name, signed in zip(names, joins, strict=True)}}
    return Charter(
        offer=offer.id,
        attempt=terms.attempt,
        rules=terms.rules,
        option=terms.option,
        seat=tuple(names),
        join={name: signed.id for name, signed in zip(names, joins, strict=True)},
        key={role: note.key for role, note in notes.items()},  # type: ignore[attr-defined]
        box={role: note.box for role, note in notes.items()},  # type: ignore[attr-defined]
        lock={role: note.lock for role, note in notes.items()},  # type: ignore[attr-defined]
    )


def another_hand_shown(story: Story) -> None:
    """A host who plays throws a deal away and opens another share than he had locked: everybody would be shown another
    hand than the one he did not like; or he opens it honestly, and everybody must be shown that one.
    """
    chance = story.chance
    match = story.match = story.open_agreed("tigris", options=HOST_PLAYS, steps=0)
    voided = (match.table.game_id, test_key(HOST), match.table.offer_nonce)
    nonce = test_nonce(f"again {story.seed}")
    again = make_offer(test_key(HOST), rules_of("tigris"), 3, HOST_PLAYS, nonce, attempt=2, voided=voided)
    bent = {"oldopen": chance.randbytes(32)} if chance.random() < 0.5 else {"oldtoss": chance.randbytes(32)}
    lie = chance.random() < 0.7
    offer = sign_note(changed(again.read(Offer), **bent), test_key(HOST)) if lie else again
    story.loose.append(offer)
    try:
        terms = check_reoffer(offer, match.table)
    except RefereeError:
        return
    with tempfile.TemporaryDirectory() as place:
        folder = GameFolder(Path(place) / "game")
        folder.commit(DEAL, match.files[DEAL])
        shown = hand_of_cancelled_deal(match.table, terms, folder)
    own = match.host.knowledge.own(match.table.seat("anna"))
    assert isinstance(own, OwnGoods)
    if lie or shown is None or sorted(shown) != sorted(own.hand):
        story.found.append(Found("a deal that was thrown away shows its hand", f"{CHARTER}: {shown} for {own.hand}"))


def second_attempt_bent(story: Story) -> None:
    """An offer gives up a charter and counts otherwise, opens nothing or something else, keeps a value that served the
    attempt before, voids another charter, or is signed by somebody else; or it does all that as it must.
    """
    chance = story.chance
    match = story.match = story.open_agreed("tigris", "ur", steps=0)
    old, table = match.table.host, match.table
    voided = (table.game_id, test_key(HOST), table.offer_nonce)
    rules, nonce = rules_of(table.game.info.name), test_nonce(f"second {story.seed}")
    again = make_offer(test_key(HOST), rules, 3, (), nonce, attempt=2, voided=voided, why="Carl cannot play")
    terms = again.read(Offer)
    spent = {"nonce": table.offer_nonce, "box": old.box, "lock": old.lock, "tosslock": table.toss_lock}
    ways: list[dict[str, object]] = [{name: value} for name, value in spent.items()]
    ways += [{"attempt": attempt} for attempt in (0, 1, 3)]
    ways += [{"voids": again.id}, {"voids": None}, {"oldopen": None}, {"oldtoss": None}, {"oldopen": terms.oldtoss}]
    ways += [{"oldtoss": chance.randbytes(32)}, {"olddeck": bytes(32)}, {"key": test_key("thief").public}, {}]
    bent = chance.choice(ways)
    try:
        offer = sign_note(changed(terms, **bent), test_key("thief" if "key" in bent else HOST))
        story.loose.append(offer)
        check_reoffer(offer, table)
    except RefereeError as refusal:
        if bent:
            return
        story.found.append(Found("an honest second attempt is refused", refusal.sentence()))
        return
    if bent:
        story.found.append(Found("a second attempt opens the one before", f"{CHARTER}: {sorted(bent)}"))
