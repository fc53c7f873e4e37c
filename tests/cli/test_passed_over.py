"""A host lets a seat pass whose move the others hold: what each program keeps, says, and lets its owner do about it."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.record.note import read_bundle
from tests.cli.masked_story import HOSTS, Evening, PutAway, cleared
from tests.cli.masked_story import dealt as dealt_by_words
from tests.support.dishonest.light import light

NAMES = ("anna", "bert", "carl")
UNTRUE = re.compile("before this move arrived|prima che questa mossa arrivasse")


@pytest.fixture(autouse=True)
def in_numbers() -> Iterator[None]:
    """The decks are masked in numbers, so that a game takes a second."""
    with light():
        yield


def dealt(*terms: str, asked: str = "bert") -> Evening:
    """Three players and Hanna, who hosts, by a charter in which she alone lets a seat pass, as offers of a masked deck
    were written before they asked for the words of others; somebody has moved, and Bert is `asked`, or somebody else.
    """
    return _dealt(terms, asked).again()


@cache
def _opened(terms: tuple[str, ...]) -> PutAway:
    with patch("referee.service.opening.table_terms.offer_options", lambda game, chosen, plays: sorted(chosen)):
        evening = Evening(cleared(), NAMES, host_plays=False)
        return PutAway(lambda: evening.opens("deadline=7", "grace=3", *terms).dealt())


@cache
def _dealt(terms: tuple[str, ...], asked: str) -> PutAway:
    def played() -> Evening:
        evening = _opened(terms).again()
        while evening.asked() != asked or not step_of(evening):
            evening.swaps()
        return evening

    return PutAway(played)


@cache
def _passed() -> PutAway:
    def played() -> Evening:
        evening = dealt()
        own = evening.session("bert").own
        assert own is not None
        evening.does("bert", "move", "swap", *own.hand, "--yes")
        evening.look(["bert", "carl"])
        evening.does(HOSTS, "absent", "bert", "--yes")
        evening.look([HOSTS])
        return evening

    return PutAway(played)


@pytest.fixture
def evening() -> Evening:
    """Bert's move is signed, and has come to Carl, not to Hanna; she hosts, and has let him pass at once. Nobody else
    has the step yet, and nothing was told since.
    """
    evening = _passed().again()
    evening.told.clear()
    return evening


def step_of(evening: Evening) -> int:
    return evening.stands.position.step


def kept(evening: Evening, who: str) -> list[Path]:
    return sorted((evening.game(who) / "pending").glob("evidence-*"))


@pytest.mark.parametrize("who", ["carl", "bert"])
def test_whoever_has_the_move_is_told_so_and_keeps_it(evening: Evening, who: str) -> None:
    step = step_of(evening)
    signed = next((evening.game("bert") / "outbox").glob(f"{step:04d}-bert.move")).read_bytes()
    code, out, errors = evening.types(who, "sync", evening.box(who))
    (file,) = kept(evening, who)
    first = {
        "carl": f"WARNING: step {step} skips Bert, but the move of Bert for it has been here since",
        "bert": f"WARNING: step {step} skips you on the word of the host alone, but your move for it was signed",
    }

    assert code == 4
    assert first[who] in out + errors
    assert file.read_bytes() == signed
    assert first[who] in evening.does(who, "status")
    assert not UNTRUE.search("".join(evening.told))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_log_says_how_long_was_waited_by_whose_clock(evening: Evening, lang: str) -> None:
    evening.types("carl", "sync", evening.box("carl"))
    letter = (evening.game(HOSTS) / "letters" / f"{step_of(evening):04d}.txt").read_text("utf-8")
    log = evening.does("carl", "log", "--last", "1", "--lang", lang)
    said = {
        "en": "Bert was skipped after 0 days (10 agreed), by the host's clock",
        "it": "il turno di Bert è stato saltato dopo 0 giorni (concordati 10), secondo l'orologio dell'arbitro",
    }

    assert said[lang] in log
    assert said["en"] in " ".join(letter.split())


@pytest.mark.parametrize("who", ["carl", "bert"])
def test_what_is_printed_to_type_works_for_whoever_reads_it(evening: Evening, who: str) -> None:
    step = step_of(evening)
    _, out, errors = evening.types(who, "sync", evening.box(who))
    assert f"`referee claim {step}`" in out + errors
    assert f'`referee back {step} --why "the move was here"`' in out + errors

    evening.does(who, "claim", str(step), "--yes")
    (claim,) = (evening.game(who) / "disputes").glob("claim-*")
    move, said = read_bundle(claim.read_bytes())
    assert (move.type, said.note().note) == ("move", (move.id,))  # type: ignore[union-attr]
    evening.does(who, "back", str(step), "--why", "the move was here", "--yes")
    other = "anna" if who == "bert" else "bert"
    evening.types(other, "sync", evening.box(other))
    assert f"taking back everything from step {step} on" in evening.types(other, "status")[1]


def test_once_the_step_is_undone_nobody_is_warned_of_it_any_more(evening: Evening) -> None:
    step = step_of(evening)
    evening.look(["bert", "carl"])
    evening.does("bert", "back", str(step), "--why", "the move was here", "--yes")
    evening.look()
    for who in ("anna", "carl"):
        evening.types(who, "sync", evening.box(who))
        evening.does(who, "consent", "back", "--yes")
    evening.look([HOSTS, *NAMES, HOSTS, *NAMES])

    assert (step_of(evening), evening.asked()) == (step + 1, "bert")
    assert all("WARNING" not in evening.does(who, "status") for who in ("bert", "carl"))


def test_a_step_of_which_no_move_is_here_claims_nothing(evening: Evening) -> None:
    evening.types("carl", "sync", evening.box("carl"))
    code, _, errors = evening.types("carl", "claim", "1", "--yes")

    assert code == 5
    assert "there is no move for step 1 here to show" in errors


def test_the_move_that_comes_once_more_is_not_called_late(evening: Evening) -> None:
    step = step_of(evening)
    evening.types("carl", "sync", evening.box("carl"))
    mail = next((evening.game("bert") / "outbox").glob(f"{step:04d}-bert.move"))
    code, _, errors = evening.types("carl", "receive", mail)

    assert code == 5
    assert f"Bert was skipped in step {step}, and this move was already here" in errors
    assert not UNTRUE.search(errors)


def test_a_program_that_reads_what_came_reads_that_as_well(evening: Evening) -> None:
    """`receive --json` names the refusal, and says that the step was taken in."""
    name = f"{step_of(evening):04d}"
    letter = evening.game(HOSTS) / "letters" / f"{name}.txt"
    code, out, _ = evening.types("carl", "receive", letter, "--json")
    told = json.loads(out)

    assert code == 4
    assert [one["code"] for one in told["passed"]] == ["passed-though-here"]
    assert [one["code"] for one in told["taken"]] == ["step-entered"]


def test_who_was_let_pass_without_a_move_reads_it_first() -> None:
    evening = dealt()
    evening.does(HOSTS, "absent", "bert", "--yes")
    evening.look([HOSTS, "bert", "carl"])
    step = step_of(evening)

    said = evening.does("bert", "status").splitlines()
    assert said[1] == f"you were skipped in step {step} after 0 days (10 agreed), by the host's clock"
    assert "let pass" not in "".join(evening.does("carl", "status").splitlines()[1:])
    while len(evening.session("bert").position.passes_of(1)) < 2:
        if evening.asked() != "bert":
            evening.swaps()
            continue
        evening.does(HOSTS, "absent", "bert", "--yes")
        evening.look([HOSTS, "bert", "anna", "carl"])
    assert evening.does("bert", "status").splitlines()[1] == "you were skipped 2 times since your last move"
    assert not kept(evening, "bert")


AGREED = [("consent", "draw"), ("consent", "end"), ("back", "{step}", "--why", "it was here")]


@pytest.mark.parametrize("typed", AGREED, ids=lambda typed: typed[1])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_before_somebody_agrees_each_let_pass_is_told_with_what_is_known_here(
    evening: Evening, typed: tuple[str, ...], lang: str
) -> None:
    step, begins = step_of(evening), {"en": "Bert was skipped", "it": "il turno di Bert"}[lang]
    evening.types("carl", "sync", evening.box("carl"))
    _, _, told = evening.types("carl", *(word.format(step=step) for word in typed), "--lang", lang)
    said = {
        "en": ("after 0 days (10 agreed), by the host's clock.", "a move of Bert for that step has been here since"),
        "it": ("dopo 0 giorni (concordati 10)", "una mossa di Bert per quel passo è qui dal"),
    }

    assert f"{'step' if lang == 'en' else 'passo'} {step}: {begins}" in told
    assert all(part in told for part in said[lang])
    assert "--yes" in told


def test_where_no_move_was_here_that_is_told_and_another_day_by_the_own_clock() -> None:
    evening = dealt()
    step = step_of(evening)
    before = evening.game("carl") / "record" / f"{step:04d}.step"
    evening.does(HOSTS, "absent", "bert", "--yes")
    evening.look([HOSTS, "bert", "carl"])
    then = time.time() - 3 * 86_400
    os.utime(before, (then, then))
    told = evening.types("carl", "consent", "draw")[2]

    assert f"step {step + 1}: Bert was skipped after 0 days (10 agreed)" in told
    assert "no move of Bert for that step had arrived here" in told
    assert re.search("by this computer's clock the turn began on .*; the host says ", told)


def test_before_a_hand_is_opened_whoever_held_the_moves_reads_that() -> None:
    """A host drops three moves of Carl, which Bert's program has, and asks Bert to open Carl's hand."""
    evening, steps = dealt("escrow=yes", asked="carl"), list[int]()
    while len(steps) < 3:
        who = evening.asked()
        evening.look([who])
        if who != "carl":
            evening.does(who, "move", "pass", "--yes")
            evening.look([who, HOSTS])
            continue
        own = evening.session("carl").own
        assert own is not None
        evening.does("carl", "move", "swap", *own.hand, "--yes")
        evening.look(["carl", "bert"])
        evening.does(HOSTS, "absent", "carl", "--yes")
        evening.look([HOSTS])
        steps.append(step_of(evening))
    evening.look(["bert"])
    told = evening.types("bert", "consent", "open", "carl")[2]

    assert [f"step {step}: Carl was skipped after 0 days (10 agreed)" in told for step in steps] == [True] * 3
    assert told.count("a move of Carl for that step has been here since") == 3


def test_a_move_that_crossed_with_the_words_is_told_with_who_said_them() -> None:
    """Anna and Carl have said that nothing came; then Bert's move reaches Carl, and Anna takes the words."""
    evening = dealt_by_words(NAMES, "deadline=7", "grace=3")
    while evening.asked() != "bert":
        evening.swaps()
    evening.look()
    evening.look()
    evening.days += 10.2
    evening.look(["anna", "carl", "anna"])
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(["bert", "carl"])
    evening.does("anna", "absent", "bert", "--yes")
    evening.look(["anna"])
    step = step_of(evening)
    told = {who: evening.types(who, "sync", evening.box(who)) for who in ("bert", "carl")}

    assert [code for code, _, _ in told.values()] == [4, 4]
    assert f"step {step} skips you, but your move for it was signed here on" in told["bert"][1]
    assert "Anna, Carl say that nothing had arrived: ask them" in told["bert"][1]
    assert "after this program had reported that nothing had arrived" in told["carl"][1]
    assert "Anna, Carl had received nothing from Bert, and Bert was skipped" in evening.does(
        "carl", "log", "--last", "1"
    )


def test_a_move_that_came_before_the_step_it_builds_on_is_kept_as_well() -> None:
    """Carl has Bert's move and lacks the step before it, which comes with the one that lets Bert pass."""
    evening = dealt(asked="anna")
    evening.does("anna", "move", "pass", "pass", "--yes")
    evening.look(["anna", HOSTS, "bert"])
    assert evening.asked() == "bert"
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    (mail,) = (evening.game("bert") / "outbox").glob(f"{step_of(evening) + 1:04d}-bert.move")
    assert "Bert's move has arrived" in evening.does("carl", "receive", mail)
    evening.does(HOSTS, "absent", "bert", "--yes")
    evening.look([HOSTS])
    code, out, errors = evening.types("carl", "sync", evening.box("carl"))

    assert code == 4
    assert "WARNING" in out + errors and len(kept(evening, "carl")) == 1
    assert not UNTRUE.search(out + errors)
