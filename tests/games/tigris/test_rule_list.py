"""The rule list of Tigris & Euphrates: every disputed question is answered."""

from __future__ import annotations

from tests.games.known import rules

LIST = rules("tigris")


def test_all_disputed_questions_are_answered_and_stand_under_a_rule() -> None:
    assert list(LIST["rulings"]) == [f"R{number}" for number in range(1, 91)]
    for ruling in LIST["rulings"].values():
        assert all(ruling[field] for field in ("question_en", "question_it", "en", "it"))
    under = {ruling for entry in LIST["rules"].values() for ruling in entry["rulings"]}
    assert set(LIST["rulings"]) - under == {"R48"}  # what is shown, not what is allowed


def test_every_rule_but_those_about_the_box_rests_on_a_ruling() -> None:
    assert [rule for rule, entry in LIST["rules"].items() if not entry["rulings"] and not rule.startswith("TE 1")] == []
