"""Lies about who hosts: a host's secret asked for too early, false shares of it, and requests by strangers."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from tests.support.dishonest.deciding import (
    ESCROW,
    MAJORITY,
    agreeing,
    agreeing_to_key,
    asking,
    decided,
    enter,
    nonce_of,
    parties,
    rotate,
    unasked,
)
from tests.support.dishonest.look import eyes_open
from tests.support.dishonest.nonsense import other
from tests.support.dishonest.project import (
    DEAL,
    HOST,
    REFEREE,
    Consent,
    NewKeyRequest,
    Person,
    RefereeError,
    SignedNote,
    agreeing_by_client,
    asking_by_client,
    format_private,
    format_public,
    materialize,
    read_bundle,
    render_bundle,
    send,
    sign_note,
    step_name,
    stored_notes,
    test_key,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Found, Story

STEPS = 4
WAITING = 8
"""So many requests for one seat may wait, whoever makes them."""


def asked_too_early(story: Story) -> None:
    """Somebody asks to host, and not all have agreed who must; the honest host's own program says yes to it, or makes a
    key of his own, as soon as it may. Whatever of his secret leaves his machine by then is too early.
    """
    chance = story.chance
    match = story.open_agreed(options=chance.choice(((), MAJORITY)))
    names = match.table.names
    most = (len(names) + 1) // 2 if match.table.terms.quorum == "majority" else len(names)
    agreed = chance.sample(names, chance.randrange(most))
    story.liars = {*agreed, "gina"}
    with tempfile.TemporaryDirectory() as root, eyes_open():
        host = materialize(match, Path(root), [HOST])[HOST]
        rekey = _own_request(host) if chance.random() < 0.4 else asking(match, REFEREE, "gina", "Gina")
        given = agreeing_to_key(match, agreed, rekey)
        false = [_under(story, signed) for signed in agreeing_to_key(match, names, rekey) if chance.random() < 0.5]
        mails = [*given, *false, *agreeing_to_key(match, agreed, asking(match, REFEREE, "hugo", "Hugo"))]
        for signed in (rekey, *chance.sample(mails, len(mails))):
            with suppress(RefereeError):
                host.take(render_bundle((signed,)))
        with suppress(RefereeError):
            session = host.session()
            send(session, agreeing_by_client(session, session.host_key(), rekey))
        story.lied_at, story.loose = step_name(match.host.step + 1), list(mails)
        if any(_hands_over(data) for data in host.outbox()) or host.session().position.step > match.host.step:
            story.found.append(Found("handed over too early", f"{len(agreed)} of {len(names)} have agreed"))


def _own_request(host: Person) -> SignedNote:
    """The host's program asks for a key of his own; the note in which it does."""
    key = test_key("fresh")
    host.home.write_key("host-2", format_private(key, "host-2"), format_public(key.public, "host-2"))
    request = NewKeyRequest(nonce_of("fresh"), "lost")
    session = host.session()
    sent = send(session, asking_by_client(session, key, REFEREE, request)).path.read_bytes()
    return next(signed for signed in read_bundle(sent) if signed.type == "rekey")


def _hands_over(data: bytes) -> bool:
    notes = [signed.note() for signed in read_bundle(data)]
    return any(isinstance(note, Consent) and note.seat == REFEREE and note.secret is not None for note in notes)


def _under(story: Story, signed: SignedNote) -> SignedNote:
    """The consent of a seat under the key of somebody else."""
    return sign_note(signed.note(), test_key(story.chance.choice(("gina", "hugo"))))


def false_shares(story: Story) -> None:
    """The host's deal hands out shares that open nothing, or tells one seat that of another; the game goes on to an
    end, and everything is opened.
    """
    chance = story.chance
    match = story.open_agreed("tigris", "cards", options=ESCROW, steps=0)
    deal = match.signed_notes[DEAL][-1].note()
    lines, bound, seats = dict(deal.escrow), dict(deal.share), match.table.names  # type: ignore[union-attr]
    one, another = chance.sample(seats, 2)
    way = chance.randrange(3)
    if way == 0:
        lines[one] = lines[another]
    elif way == 1:
        lines[one] = other(lines[one], chance)
    else:
        bound[one] = chance.randbytes(len(bound[one]))
    told = story.signed(match.signed_notes[DEAL][-1], escrow=lines, share=bound)
    story.liars = {HOST}
    if told is None:
        return
    story.lie_in_deal(lambda notes: (*notes[:-1], told))
    story.play(chance.randrange(STEPS))
    _draw(story)


def share_of_another(story: Story) -> None:
    """The host is gone, and a player hands over something else than the own share; whoever takes over goes on blindly,
    or an honest one is asked to.
    """
    chance = story.chance
    match = story.open_agreed(options=ESCROW)
    liar = chance.choice(match.table.names)
    story.liars = {liar, "gina"}
    story.holders[test_key("gina").public] = "gina"
    rekey = asking(match, REFEREE, "gina", "Gina")
    consents = [_lying(story, signed, liar) for signed in agreeing_to_key(match, match.table.names, rekey)]
    story.loose, story.lied_at = consents, step_name(match.host.step + 1)
    story.mails = [(story.lied_at, render_bundle((signed,))) for signed in consents]
    _taken_by_honest(story, rekey, consents)
    with unasked():
        enter(match, decided(match, "key referee", consents=consents, rekeys=[rekey], key=test_key("gina")))


def _lying(story: Story, signed: SignedNote, liar: str) -> SignedNote:
    note = signed.note()
    assert isinstance(note, Consent) and note.secret is not None
    if note.seat != liar:
        return signed
    secret = story.chance.choice((note.secret[::-1], story.chance.randbytes(len(note.secret))))
    return sign_note(changed(note, secret=secret), story.match.keys[liar])


def _taken_by_honest(story: Story, rekey: SignedNote, consents: list[SignedNote]) -> None:
    """Gina's own program gets all that mail: it enters nothing."""
    with tempfile.TemporaryDirectory() as root, eyes_open():
        gina, key = Person("gina", Path(root), keyless=True), test_key("gina")
        gina.home.write_key("gina", format_private(key, "gina"), format_public(key.public, "gina"))
        for name, data in sorted(story.match.files.items()):
            gina.folder.commit(name, data)
        for signed in (rekey, *consents):
            with suppress(RefereeError):
                gina.take(render_bundle((signed,)))
        if gina.session().position.step > story.match.host.step:
            story.found.append(Found("a false share is taken", "the program of who takes over has entered it"))


def box_not_opened(story: Story) -> None:
    """Under a new host, or a new key of his, the game comes to an end that does not open what was handed over."""
    chance = story.chance
    match = story.open_agreed("tigris", "cards", options=chance.choice(((), ESCROW)))
    story.liars = {HOST, "gina"}
    rotate(match, REFEREE, *chance.choice((("fresh", parties(match)), ("gina", parties(match), "Gina"))))
    story.play(chance.randrange(STEPS))
    name = _draw(story)
    if not name:
        return
    end = match.signed_notes[name][-1]
    junk = chance.randbytes(32)
    values = chance.choice(({"box": None}, {"open": None}, {"box": None, "open": None}, {"box": junk}, {"open": junk}))
    told = story.signed(end, **values)
    if told is None:
        return
    story.lied_at, story.loose = name, [end, told]
    match.keep(name, (*match.signed_notes[name][:-1], told))


def _draw(story: Story) -> str:
    """All agree to a draw, and the host opens what he has kept shut; the file of that step, "" if the game was over."""
    match = story.match
    if match.host.over:
        return ""
    with unasked():
        enter(match, decided(match, "end draw", consents=agreeing(match, match.table.names, "end draw")))
    return step_name(match.host.step)


def strangers_ask(story: Story) -> None:
    """Strangers ask the host, or a player, for seats and for hosting, again and again, and say yes to it themselves."""
    chance = story.chance
    match = story.open_agreed(options=chance.choice(((), ESCROW, MAJORITY)))
    name = chance.choice((HOST, *match.table.names))
    wanted = [chance.choice(parties(match)) for _ in range(2)]
    requests = [_request(story, chance.choice(wanted), number) for number in range(chance.randrange(2, 24))]
    story.liars, story.lied_at = {"stranger"}, step_name(match.host.step + 1)
    with tempfile.TemporaryDirectory() as root, eyes_open():
        person = materialize(match, Path(root), [name])[name]
        for rekey in requests:
            for mail in (rekey, _under_own(story, rekey)):
                try:
                    person.take(render_bundle((mail,)))
                except RefereeError:
                    continue
                except Exception as crash:  # whatever falls over here is what is looked for
                    story.crashed("a stranger's request", crash)
        kept = [signed.note().seat for signed in stored_notes(person.folder, "rekey")]  # type: ignore[union-attr]
        if any(kept.count(seat) > WAITING for seat in wanted):
            story.found.append(Found("a flood is kept", f"{len(kept)} requests wait"))
        if person.session().position.step > match.host.step:
            story.found.append(Found("decided without agreement", "a stranger's request is entered"))
    story.loose = requests


def _request(story: Story, role: str, number: int) -> SignedNote:
    """A request of a stranger under a key of its own, now and then with a field that says something else."""
    rekey = asking(story.match, role, f"stranger {number}", f"Stranger {number}")
    if story.chance.random() < 0.6:
        return rekey
    note = rekey.note()
    field = story.chance.choice(("nonce", "key", "box", "seat", "head", "step", "seen"))
    try:
        told = sign_note(
            changed(note, **{field: other(getattr(note, field), story.chance)}), test_key(f"stranger {number}")
        )
        told.note()
    except (RefereeError, TypeError, AttributeError, ValueError):
        return rekey
    return told


def _under_own(story: Story, rekey: SignedNote) -> SignedNote:
    """The consent of some party to a request, under the key of the stranger."""
    match, key = story.match, test_key("stranger 0")
    party = story.chance.choice(parties(match))
    at = {"game": match.table.game_id, "step": match.host.step + 1, "head": match.host.head}
    return sign_note(Consent(**at, seat=party, to=f"key {rekey.id}"), key)  # type: ignore[arg-type]
