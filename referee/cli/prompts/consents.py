"""Consents: what a seat agrees to is said first, also what a step back would undo and what opening a seat shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.lines import proposal_lines
from referee.cli.printing.output import print_aside
from referee.cli.printing.signed_note import print_sent_note
from referee.cli.prompts.confirm import confirm
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import learned_sentences, played_text
from referee.protocol.agreements.consent import OPEN, consent_note
from referee.protocol.agreements.take_back import positions_to_take_back
from referee.protocol.allowances import allowances_of
from referee.protocol.history.safety_words import typed_role
from referee.protocol.masked.deck_escrow import check_seats_to_reveal
from referee.protocol.seating import REFEREE
from referee.protocol.step.position import Position
from referee.record.file_names import OUTBOX, FileName
from referee.record.note import SignedNote
from referee.service.skipped_turns import passes_before
from referee.session.agreements.proposals import WantedConsent, agreement_words, requested_take_backs, wanted_consents
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote, send
from referee.session.session import Session
from referee.session.todo.task import task_text


def check_still_plays(session: Session) -> None:
    """Only who still plays agrees to anything, and only while there is a game. Raises OutOfOrder, NotAuthentic."""
    position, seat = session.position, session.eyes.seat
    if position.over:
        raise OutOfOrder("game-over")
    if seat is None:
        raise NotAuthentic("players-agree")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=session.table.person(session.table.names[seat]))


def single_request(session: Session, name: str | None, lang: str) -> WantedConsent:
    """The one request that somebody makes who is called `name`, by seat or as a person; without a name the one that
    waits for the reader.

    Raises:
        OutOfOrder: none waits, or several do. Unreadable: nobody at this table is called so.
    """
    known = wanted_consents(session)
    found = [one for one in known if one.is_asked] if name is None else _of(known, name)
    if len(found) == 1:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_text(one.task, lang, path_text).command}`" for one in found)
        raise OutOfOrder("several-want-consent", known=commands)
    if name is None:
        raise OutOfOrder("nobody-wants-consent", hint=Sentence("consent-proposes"))
    if healed(name) in map(healed, (*session.table.names, *session.table.called, typed_role(REFEREE))):
        raise OutOfOrder("seat-wants-nothing", seat=name, hint=Sentence("receive-request-first"))
    raise Unreadable("no-such-agreement", found=name, known=", ".join(agreement_words(lang, session.table)))


def single_key_request(session: Session, name: str | None, lang: str) -> SignedNote:
    """The one rekey note that waits, or that of the person called `name`, by seat or as a person.

    Raises:
        OutOfOrder: no new key is asked for, or several are. Unreadable: nobody is called so, or it is no new key.
    """
    keys = [one for one in wanted_consents(session) if one.rekey is not None]
    found = [one.rekey for one in keys if name is None or healed(name) in map(healed, one.names)]
    if len(found) == 1 and found[0] is not None:
        return found[0]
    if found:
        commands = ", ".join(f"`{task_text(one.task, lang, path_text).command} --no`" for one in keys)
        raise OutOfOrder("several-want-consent", known=commands)
    raise OutOfOrder("no-for-keys-alone")


def _of(known: Iterable[WantedConsent], name: str) -> list[WantedConsent]:
    """What somebody called `name` wants; of that what waits for the reader, if anything does."""
    found = [one for one in known if healed(name) in map(healed, one.names)]
    return [one for one in found if one.is_asked] or found


def sign_consent(
    context: Context, session: Session, to: str, *, yes: bool, reason: str | None = None, name: str | None = None
) -> None:
    """Ask for a yes, sign the consent of the reader's seat and say where its file lies, called `name` if it is for more
    than one step.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    key = session.signer()
    confirm(context, "sign-consent", yes=yes)
    name = name or str(FileName(OUTBOX, "consent", session.position.step + 1, session.role or "", to.replace(" ", "-")))
    sent = send(session, OutgoingNote(None, "", lambda _: (consent_note(session.position, key, to, reason),), name))
    store_pending(session.folder, sent.note)
    print_sent_note(context, session, sent, "all", yes=yes, game=session.table.game_id)


def agree_to_back(context: Context, step: int | None, yes: bool) -> None:
    """Consent to the step back that somebody asks for, or of several to the one before `step`.

    Raises:
        OutOfOrder: nobody asks for it, or for several and none is named.
    """
    session = context.session()
    check_still_plays(session)
    asked = dict(requested_take_backs(session))
    if step is None and len(asked) == 1:
        (step,) = asked
    if step is None or step not in asked:
        known = ", ".join(map(str, asked))
        raise OutOfOrder("which-step-back", known=known) if asked else OutOfOrder("nobody-goes-back")
    called = session.table.called_by_seat
    for seat, reason in asked[step]:
        print_aside(context, context.sentence("back-asked-by", name=called[seat], step=step, reason=safe_text(reason)))
    print_take_back(context, session, positions_to_take_back(session.position, step))
    sign_consent(context, session, f"back {step}", yes=yes)


def print_take_back(context: Context, session: Session, undone: Iterable[Position]) -> None:
    """Say which steps would be undone, what was learned in them, what ends, and who has agreed so far."""
    positions = tuple(undone)
    print_aside(context, *_steps(context, positions), *learned_sentences(positions, context.lang))
    if allowances_of(session.table).plans:
        print_aside(context, context.sentence("back-ends-plans"))
    print_aside(context, *passes_before(context.lang, session), *proposal_lines(context, session))


def _steps(context: Context, positions: tuple[Position, ...]) -> Iterator[str]:
    first, last = positions[0].step, positions[-1].step
    yield context.sentence("would-undo-step" if first == last else "would-undo-steps", first=first, last=last)
    for position in positions:
        yield f"  {position.step}. {played_text(position, context.lang)}"


def agree_to_open(context: Context, session: Session, name: str | None, *, yes: bool) -> None:
    """Consent to opening the seat called `name`, by seat or as its player is called.

    Raises:
        Unreadable: no other seat is called so. OutOfOrder: it is not gone, or cannot be opened.
    """
    check_still_plays(session)
    table = session.table
    named = [seat for seat, called in zip(table.names, table.called, strict=True) if name in (seat, called)]
    seats = [table.seat(seat) for seat in named if seat != session.role]
    check_seats_to_reveal(session.position, seats)
    if len(seats) != 1:
        gone = [
            seat for at, seat in enumerate(table.names) if at in session.position.left or session.position.is_away(at)
        ]
        raise Unreadable("which-seat-open", known="|".join(gone) or "SEAT")
    (seat,) = named
    person = table.person(seat)
    told = (context.sentence("consent-open", name=person), context.sentence("opening-shows-hand"))
    print_aside(context, *told, *passes_before(context.lang, session, seat), *proposal_lines(context, session))
    sign_consent(context, session, f"{OPEN}{seat}", yes=yes)
