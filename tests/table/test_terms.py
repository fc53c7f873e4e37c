"""What a table agrees on beside its game: options of an offer, in its charter, that no rule of a game reads."""

from __future__ import annotations

import pytest

from referee.audit.recompute import audit
from referee.games import find
from referee.i18n.option_names import options_row
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.protocol.opening.offer_terms import with_silence
from referee.protocol.terms import Terms, check_seats, free_text_term, table_terms, terms_of
from referee.record.notes import Charter
from tests.support.rehearse import open_match
from tests.table.small_games import CHARTER, asked, copy_of

CHOSEN = (
    ("absence", "pause"),
    ("deadline", "7"),
    ("grace", "3"),
    ("quorum", "majority"),
    ("terms", free_text_term("niente mosse la domenica, perché si va al mare")),
)


def test_a_charter_holds_the_terms_beside_the_options_of_the_game() -> None:
    match = open_match("tigris", 2, "terms", CHOSEN)
    charter = match.signed_notes[CHARTER][-1].note()

    assert isinstance(charter, Charter) and set(CHOSEN) < set(charter.option)
    assert match.table.terms == Terms("pause", 7, 3, "majority", "niente mosse la domenica, perché si va al mare")
    assert audit(match.files).findings == ()


def test_without_terms_the_host_may_let_pass_and_all_others_must_agree() -> None:
    assert open_match("tigris", 2, "no terms").table.terms == Terms("skip", None, 0, "all", "")


def test_where_the_charter_says_pause_nobody_is_let_pass() -> None:
    match = copy_of(open_match("tigris", 2, "terms", CHOSEN))

    with pytest.raises(OutOfOrder) as refusal:
        match.decide(f"absent {asked(match)}")
    assert refusal.value.code == "absence-pauses"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("absence", "never"),
        ("deadline", "soon"),
        ("deadline", "07"),
        ("deadline", "366"),
        ("grace", "-1"),
        ("grace", "٣"),
        ("quorum", "1"),
        ("terms", r"\u{e8}\u{E8}"),
        ("terms", "x" * 59),
        ("repeat", "often"),
    ],
)
def test_other_terms_are_refused(name: str, value: str) -> None:
    with pytest.raises(Unreadable):
        terms_of([(name, value)])


def test_terms_are_told_in_the_readers_language_and_made_harmless() -> None:
    told = options_row("tigris", (("absence", "skip"), ("terms", r"perch\u{e9} \u{202e}no")), "it")

    assert told.startswith('assenza=passa, condizioni="perché ') and chr(0x202E) not in told


def test_skips_are_counted_where_the_others_report_them() -> None:
    chosen = (("absence", "agreed"), ("repeat", "2"))

    asked = with_silence(find("tigris"), [("deal", "masked"), ("repeat", "2")])

    assert terms_of(chosen).repeat == 2 and terms_of([("repeat", "0")]).repeat == 0
    assert dict(asked) == {"deal": "masked", **dict(chosen)}
    check_seats(3, table_terms(asked))
    with pytest.raises(Unreadable) as refusal:
        check_seats(3, (("repeat", "2"),))
    assert refusal.value.code == "repeat-without-words"
