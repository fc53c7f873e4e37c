"""The four safety words that players compare by voice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.i18n.catalogue import in_any_language
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.history.key_history import spoken_words_of
from referee.protocol.history.safety_words import (
    ALL,
    Comparison,
    SafetyWords,
    compare_words,
    earlier_names,
    four_words,
    other_parties,
    parties_to_compare,
    skip_comparison,
    typed_party,
    typed_role,
)
from referee.protocol.seating import REFEREE
from referee.service.answers import check_digest
from referee.service.ask import Ask
from referee.service.signed_notes import ask_of
from referee.service.table import OpenTable
from referee.session.session import Session


def read_words(table: OpenTable) -> SafetyWords:
    """The reader's words, and the result of comparing words with each other party. Raises OutOfOrder: nothing is dealt
    yet.
    """
    session = table.session
    _ = session.position
    standing = session.word_comparisons()
    renamed = earlier_names(session.table, session.role, session.home.known_keys())
    new = tuple(party.role for party in other_parties(session.table, session.role) if party.since)
    missing = bool(parties_to_compare(standing))
    return SafetyWords(four_words(session.history), standing, missing, renamed, new, own_new_words(session))


def own_new_words(session: Session) -> tuple[str, ...]:
    """The six words of a reader who has a new key; () for any other."""
    role = session.role
    return spoken_words_of(session.history, role) if role is not None and session.table.party_at(role).since else ()


def hear_words(table: OpenTable, heard: Mapping[str, Sequence[str]], same: Sequence[str] = ()) -> SafetyWords:
    """How all stand once it is kept what each of these parties has said, and who has the `same` words. Raises
    Unreadable: a slip, of which nothing is kept. NotAuthentic: there is no such party, or the reader has no key here.
    """
    session = table.session
    session.signer()
    for role in [party_of_name(session, name) for name in same]:
        session.keep_comparison((role,), "equal")
    for name, typed in heard.items():
        compare_by_voice(session, typed, (party_of_name(session, name),))
    return read_words(table)


def compare_by_voice(session: Session, typed: Sequence[str], roles: Sequence[str]) -> bool:
    """Whether the words that these parties say are theirs, which is kept.

    Raises:
        Unreadable: a slip; or the four words of the game, of one who has a new key since.
    """
    name = roles[0] if len(roles) == 1 else ""
    theirs = spoken_words_of(session.history, roles[0]) if roles else four_words(session.history)
    count = len(" ".join(typed).replace(",", " ").split())
    if len(theirs) != len(four_words(session.history)) == count:
        since = session.table.party_at(name).since
        raise Unreadable(
            "six-not-four",
            name=session.table.person(name),
            step=since,
            hint=Sentence("six-words-then-enter", name=typed_party(name)),
        )
    equal = compare_words(typed, theirs, session.table.person(name) if name else "")
    session.keep_comparison(roles, "equal" if equal else "different")
    return equal


def parties_of_name(session: Session, who: str) -> tuple[str, ...]:
    """One party, or all that the four words speak of, as it is typed. Raises NotAuthentic."""
    if who in in_any_language("party", ALL) and who not in session.table.names:
        return tuple(party.role for party in other_parties(session.table, session.role) if not party.since)
    return (party_of_name(session, who),)


def party_of_name(session: Session, name: str) -> str:
    """The role of another party as it is typed. Raises NotAuthentic."""
    hosts = {REFEREE, *in_any_language("party", "host")}
    role = REFEREE if name.lower() in hosts and name.lower() not in session.table.names else name.lower()
    roles = [party.role for party in other_parties(session.table, session.role)]
    if role not in roles:
        raise NotAuthentic("no-such-party", name=name, hint=", ".join(map(typed_role, roles)))
    return role


def ask_without(table: OpenTable, role: str) -> Ask | None:
    """What it risks to play on without the words of a party; None for one whose words are not missing. Raises as
    `Session.signer`.
    """
    return _risk_ask(table, role) if _verdict_without(table.session, role) is not None else None


def go_without(table: OpenTable, role: str, digest: str) -> SafetyWords:
    """How all stand once it is kept that the reader plays on without a party's words. Raises Changed: `digest` is of
    something else; and as `ask_without`.
    """
    session, verdict = table.session, _verdict_without(table.session, role)
    if verdict is not None:
        check_digest(_risk_ask(table, role), digest)
        session.keep_comparison((role,), verdict)
    return read_words(table)


def _verdict_without(session: Session, role: str) -> Comparison | None:
    session.signer()
    return skip_comparison(session.table, session.word_comparisons(), role)


def _risk_ask(table: OpenTable, role: str) -> Ask:
    risk = table.sentence("going-unheard", name=table.session.table.person(role))
    return ask_of(table, risk, {"without": role}, label="page-do-it")
