"""New keys at a game: the six words of one, heard in person before anybody agrees to it."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from referee.cli.asking.agreement import confirm
from referee.cli.asking.prompt import ask, is_terminal
from referee.cli.context import Context
from referee.cli.outgoing import put_in_shared
from referee.cli.passed_over import passes_before
from referee.cli.paths import shown
from referee.cli.printing.dispatch import tell_sent
from referee.cli.printing.moments import now_utc
from referee.cli.printing.output import Signed, aside, data
from referee.crypto.keys import fingerprint
from referee.drawing.safe import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.record.store import read_input
from referee.table.desk.desk import Desk
from referee.table.desk.pending import keep_waiting
from referee.table.desk.rekeys import agreeing, consents_to_key, lacking, last_word, opposed, refusing
from referee.table.desk.send import send
from referee.table.intake.consents import enter_all_the_same, enter_key
from referee.table.intake.mailbag import evidence_against_host
from referee.table.reading.words import compare, spoken
from referee.table.seating import REFEREE
from referee.table.step.consent import is_no
from referee.table.step.rekey import six_words


def agree_to_key(context: Context, desk: Desk, rekey: SignedNote, words: str | None, *, yes: bool) -> None:
    """Consent to the new key that a note asks for, once its six words were heard; the host enters it with the last."""
    key, asked = desk.signer(), rekey.read(Rekey)
    going, before = agreeing(desk, key, rekey), last_word(desk, rekey.id)
    passes = passes_before(context, desk)
    aside(context, *_request_lines(context, desk, asked), *passes, *_opposed(context, desk, rekey))
    _hear(context, desk, rekey, words)
    disputed = evidence_against_host(desk) if asked.seat == REFEREE and not desk.is_host else ()
    if disputed:
        _show_suspects(context, desk, disputed)
    hint = "judge-then-confirm" if disputed else "read-then-repeat"
    confirm(context, "sign-consent", yes=yes and not disputed, hint=hint)
    sent = send(desk, going)
    keep_waiting(desk.folder, rekey)
    keep_waiting(desk.folder, sent.note, last=True)
    if before is not None and is_no(before) and before.step == desk.position.step + 1:
        aside(context, context.sentence("no-holds-this-step", step=before.step))
    desk.home.remember_keys([(fingerprint(asked.key), asked.seat)])
    _say(context, desk, sent.path, sent.note, rekey)


def _show_suspects(context: Context, desk: Desk, disputed: tuple[str, ...]) -> None:
    """Show what is kept against the host's key, before a new one takes its place."""
    names = ", ".join(shown(desk.folder.path / "pending" / name) for name in disputed)
    aside(context, context.sentence("host-key-disputed", names=names))


def refuse_key(context: Context, desk: Desk, rekey: SignedNote, *, yes: bool) -> None:
    """Say no to the new key that a note asks for: what the reader has agreed to before counts no more."""
    key, asked = desk.signer(), rekey.read(Rekey)
    going = refusing(desk, key, rekey)
    aside(context, context.sentence("you-say-no", seat=desk.table.person(asked.seat)))
    confirm(context, "sign-no", yes=yes)
    sent = send(desk, going)
    keep_waiting(desk.folder, rekey)
    keep_waiting(desk.folder, sent.note, last=True)
    if desk.table.masked and asked.seat == REFEREE:
        from referee.table.intake.steps import enter_waiting  # few games are masked

        aside(context, *(notice.said.told(context.lang) for notice in enter_waiting(desk)))
    tell_sent(context, desk, sent, "all", yes=yes, game=desk.table.game_id)


def asked_in(path: Path) -> SignedNote:
    """The one rekey note of a file. Raises Unreadable."""
    found = {signed.id: signed for signed in unwrap(read_input(path)).signed_notes if signed.type == "rekey"}
    if len(found) != 1:
        raise Unreadable("no-key-asked-here", count=len(found))
    (signed,) = found.values()
    signed.check()
    return signed


def _request_lines(context: Context, desk: Desk, asked: Rekey) -> list[str]:
    if asked.seat == REFEREE:
        return _told_of_host(context, desk, asked)
    person = desk.table.person(asked.seat)
    holder = safe_text(asked.name) if asked.name is not None else person
    return [
        context.sentence("key-is-asked", seat=person, name=holder, reason=safe_text(asked.reason)),
        context.sentence("key-moves-alone", seat=person),
        *([context.sentence("share-goes-for-good")] if desk.table.deck_escrow and not desk.is_host else []),
        context.sentence("hear-six-words", name=holder),
    ]


def _opposed(context: Context, desk: Desk, rekey: SignedNote) -> list[str]:
    names = opposed(desk, rekey)
    seat = desk.table.person(rekey.read(Rekey).seat)
    return [context.sentence("rekey-opposed", seat=seat, names=desk.table.people(names))] if names else []


def _held_back(desk: Desk) -> bool:
    """Whether a step of the present host waits here, though the reader has agreed to another one."""
    from referee.table.desk.succeeding import steps_held_back  # few games are masked

    return bool(steps_held_back(desk))


def _binds(context: Context, desk: Desk, name: str) -> list[str]:
    """That whoever agrees to another host takes in no more steps of the present one."""
    if desk.is_host or not desk.table.masked:
        return []
    from referee.table.desk.succeeding import present_host  # few games are masked
    from referee.table.step.replacing import goes_without_host

    if not goes_without_host(desk.table):
        return []
    return [context.sentence("agree-host-binds", name=name, host=present_host(desk))]


def _told_of_host(context: Context, desk: Desk, asked: Rekey) -> list[str]:
    holder = safe_text(asked.name) if asked.name is not None else spoken(REFEREE)
    if desk.table.masked:
        hands = "host-leaves-step" if desk.is_host else None
    else:
        hands = "host-hands-secret" if desk.is_host else "host-hands-share" if desk.role in desk.table.holders else None
    return [
        context.sentence("host-is-asked", name=holder, reason=safe_text(asked.reason)),
        *([] if desk.table.masked else [context.sentence("host-sees-all")]),
        *([context.sentence(hands)] if hands else []),
        *(_binds(context, desk, holder) if asked.name is not None else []),
        context.sentence("hear-six-words", name=holder),
    ]


def _hear(context: Context, desk: Desk, rekey: SignedNote, words: str | None) -> None:
    """Hold the words that were heard against those of the note.

    Raises:
        Unreadable: a slip. OutOfOrder: nobody has typed any. NotAuthentic: they are others.
    """
    person = desk.table.person(rekey.read(Rekey).seat)
    if words is None:
        if not is_terminal() or context.json:
            raise OutOfOrder("six-words-missing", hint=Sentence("hear-then-type-six"))
        words = ask(f"{person.told(context.lang)}> ", end="")
    if not compare((words,), six_words(rekey.id), person):
        raise NotAuthentic("six-words-differ", seat=person, hint=Sentence("sign-nothing-ask-again", seat=person))


def _say(context: Context, desk: Desk, path: Path, signed: SignedNote, rekey: SignedNote) -> None:
    asked = rekey.read(Rekey)
    by_shares = asked.seat != REFEREE and desk.table.deck_escrow
    to_all = asked.seat == REFEREE or by_shares
    written = Signed("consent", signed.id, shown(path), "all" if to_all else "host", game=desk.table.game_id)
    if is_back := asked.seat == REFEREE and desk.table.masked and _held_back(desk):
        notices = enter_all_the_same(desk, rekey, context.lang, now_utc())
        aside(context, *(notice.said.told(context.lang) for notice in notices))
    missing = () if is_back else lacking(desk, rekey)
    waits = [context.sentence("key-waits-for", names=desk.table.people(missing))] if missing else []
    if to_all and asked.name is not None:
        name = safe_text(asked.name)
        data(context, written, [*waits, context.sentence("send-file-to-asker", path=written.file, name=name)])
        return
    if desk.is_host and not missing:
        notices = enter_key(desk, rekey, consents_to_key(desk, rekey), context.lang, now_utc())
        letters = [shown(desk.folder.path / "letters" / notice.letter) for notice in notices if notice.letter]
        said = [notice.said.told(context.lang) for notice in notices]
        by_folder = put_in_shared(desk)
        mailed = [context.sentence("mail-all-players", path=letter) for letter in letters if not by_folder]
        data(context, replace(written, letter="".join(letters[:1])), [*said, *mailed])
        return
    if desk.is_host:
        data(context, written, waits)
        return
    sending = "send-file-to-all" if by_shares else "send-file-to-host"
    data(context, written, [*waits, context.sentence(sending, path=written.file)])
