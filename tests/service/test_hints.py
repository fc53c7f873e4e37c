"""A hint names only what this reader can type at this table at this moment."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import referee
from referee.cli.prompts.consents import single_request
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.messages.order_tree import OrderTree
from referee.protocol.agreements.new_key import make_rekey
from referee.protocol.allowances import allowances_of
from referee.record.file_names import CHARTER, OFFER
from referee.record.mails.repair import truncated_note_remark
from referee.record.note import render_bundle
from referee.record.notes import INSTEAD_MOST
from referee.service.agreements import Agreement, ask_propose
from referee.service.errors import refusal_of
from referee.service.moves.own_moves import check_own_step_open
from referee.service.opening.practice_games import practice_at_step
from referee.service.pages.compose_page import ComposeTurn, compose_words
from referee.service.post.due_mails import due_mails
from referee.service.views import deadlines
from referee.service.views.capabilities import way_back
from referee.service.waiting.skipped_turns import passed_refusal
from referee.session.incoming.receive import receive
from referee.session.send import OutgoingNote, _second_note_refusal
from referee.session.sign_claim import reveal_former_box
from referee.session.silence.skipped_moves import PassedOver
from tests.cli.games_on_disk import asked, finished, home_of, lay, remember, running
from tests.cli.masked_story import dealt
from tests.cli.terminal import inside
from tests.service.golden_views import table_of
from tests.support.dishonest.light import light
from tests.support.rehearse import Match, open_match
from tests.table.new_seat_keys import new_key

PACKAGE = Path(referee.__file__).parent


def hint_of(what: object, *values: object) -> str:
    """The hint of a refusal, in English."""
    with pytest.raises(RefereeError) as refused:
        what(*values)  # type: ignore[operator]
    hint = refused.value.hint
    return hint.told("en") if isinstance(hint, Sentence) else hint or ""


def mover(match: Match) -> str:
    """Whose move the newest step has recorded."""
    names = [name for name in match.table.names if name != asked(match)]
    past = match.host.past.signed
    return max(names, key=lambda name: past[match.table.seat(name)])


@pytest.mark.parametrize(
    ("match", "who", "hint"),
    [(running, "anna", "ask the others: referee back 1 --why TEXT"), (running, "host", ""), (finished, "anna", "")],
)
def test_who_begins_a_common_game_again_is_told_to_ask_where_one_can(
    tmp_path: Path, match: object, who: str, hint: str
) -> None:
    assert hint_of(practice_at_step, table_of(tmp_path, match(), who), 1) == hint  # type: ignore[operator]


def test_nobody_asks_to_take_back_what_has_not_begun(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(steps=0), "anna")

    assert hint_of(ask_propose, table, Agreement("back")) == ""
    assert way_back(table.session, 1) is None


def test_where_a_take_back_can_be_asked_for_its_step_is_named(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(), "anna")

    assert hint_of(ask_propose, table, Agreement("back")) == "ask the others: referee back 5 --why TEXT"


def test_in_a_practice_game_one_goes_back_alone(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    assert inside(["practice", "ur", "--seed", "11", "--folder", "again"], home, tmp_path)[0] == 0
    code, _, errors = inside(["consent", "back"], home, tmp_path / "again")

    assert code == OutOfOrder.exit_code
    assert "referee practice --back " in errors
    assert "referee back" not in errors


@pytest.mark.parametrize("goes", [True, False])
def test_whose_move_stands_is_told_how_to_take_it_back_if_anybody_can(tmp_path: Path, goes: bool) -> None:
    match = running()
    session = table_of(tmp_path, match, mover(match)).session
    if not goes:  # a key was recorded in this step
        past = replace(session.position.past, rollback_limit=session.position.step)
        session = replace(session, history=replace(session.history, position=replace(session.position, past=past)))
    hint = hint_of(check_own_step_open, session)

    assert hint.startswith("to plan ahead: referee try ORDER")
    assert ("referee back 5 --why TEXT" in hint) == goes


@pytest.mark.parametrize(
    ("absence", "code", "ways"),
    [
        ("skip", "absent-by-name", "to send a reminder: referee remind; to skip anyway: referee absent {}"),
        ("pause", "absent-remind", "to send a reminder: referee remind"),
    ],
)
def test_a_host_is_told_to_skip_by_name_where_the_charter_lets_him(
    absence: str, code: str, ways: str, tmp_path: Path
) -> None:
    match = open_match("tigris", 3, "hints", (("absence", absence),))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")
    remember(game, home, match, 0)
    errors, data = inside(["absent"], home, game)[2], inside(["absent", "--json"], home, game)[1:]

    assert errors.splitlines()[-1] == f"hint: {ways.format(asked(match))}"
    assert any(f'"hint_code":"{code}"' in said.replace(" ", "") for said in data)


def test_a_move_that_was_passed_over_is_told_with_the_code_of_its_hint(tmp_path: Path) -> None:
    match = running()
    session = table_of(tmp_path, match, mover(match)).session
    (note, *_) = session.history.signed_notes["0005.step"]
    one = PassedOver("pending/late", 5, mover(match), 0.0, note)
    refused = refusal_of(passed_refusal("it", session, one), "it")

    assert refused.hint_code == "passed-claim-or-back"
    assert refused.hint == "; ".join(Sentence(code, step=5).told("it") for code in ("passed-claim", "passed-back"))


def test_no_hint_of_a_refusal_is_made_of_text_that_was_told() -> None:
    """A hint that is told where it is made has lost its code, and its other languages."""
    found = list[str]()
    for path in PACKAGE.rglob("*.py"):
        for made in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(made, ast.FunctionDef):
                hints = [word.value for node in ast.walk(made) for word in _words_of(node) if word.arg == "hint"]
                names = {part.id for hint in hints for part in ast.walk(hint) if isinstance(part, ast.Name)}
                told = [node for node in ast.walk(made) if isinstance(node, ast.Assign) and _is_of(node, names)]
                found += [f"{path.name}: {made.name}" for one in (*hints, *told) if ".told(" in ast.unparse(one)]

    assert not found


def _words_of(node: ast.AST) -> list[ast.keyword]:
    return node.keywords if isinstance(node, ast.Call) else []


def _is_of(node: ast.Assign, names: set[str]) -> bool:
    """Whether one of these names gets its value here."""
    return any(isinstance(target, ast.Name) and target.id in names for target in node.targets)


def test_the_letter_of_the_newest_step_is_named_by_its_number(tmp_path: Path) -> None:
    match = running()
    table = table_of(tmp_path, match, next(name for name in match.table.names if name != asked(match)))

    assert hint_of(due_mails, table.session, "en") == "to write the letter of a step again: referee mail 5"


def test_a_move_that_was_replaced_too_often_is_not_to_be_replaced() -> None:
    going = OutgoingNote("game", "move 1", lambda _: (), "move-0001-anna.note")

    said = [_second_note_refusal(going, ("id",) * count).hint for count in (1, INSTEAD_MOST + 1)]
    assert said == [Sentence("send-again-or-replace"), Sentence("send-outbox-again")]


def test_who_has_half_a_step_is_not_told_to_mail_it() -> None:
    hint = truncated_note_remark(["referee/1 step", "step 3"], 1).hint

    assert isinstance(hint, Sentence)
    assert "referee " not in hint.told("en") + hint.told("it")


@pytest.mark.parametrize("gone", [False, True])
def test_players_are_told_to_go_on_without_a_host_where_enough_can_agree(gone: bool) -> None:
    """Of three with a playing host, one who has left makes it two, of whom nobody can be replaced by the other."""
    with light():
        session = dealt(("anna", "bert", "carl"), host_plays=True).session("bert")
        if gone:
            position = replace(session.position, left=(session.table.seat("carl"),))
            session = replace(session, history=replace(session.history, position=position))
        (task,) = deadlines._waiting_move_lines("en", session)

    assert ("referee rekey host" in task.sentence) != gone


def refusal(what: object, *values: object) -> str:
    """The code of a refusal."""
    with pytest.raises(RefereeError) as refused:
        what(*values)  # type: ignore[operator]
    return refused.value.code


@pytest.mark.parametrize(("what", "code"), [("silent", "consent-to-nothing"), ("open", "open-without-escrow")])
def test_no_seat_is_asked_for_where_none_can_be_named(tmp_path: Path, what: str, code: str) -> None:
    table = table_of(tmp_path, running(), "anna")

    assert {refusal(ask_propose, table, Agreement(what, seat=seat)) for seat in ("", "bert")} == {code}


@pytest.mark.parametrize(("match", "ways"), [(running, "rekey SEAT"), (finished, "--as NAME")])
def test_who_has_no_key_here_asks_for_a_new_one_only_while_a_game_is_played(
    tmp_path: Path, match: object, ways: str
) -> None:
    session = table_of(tmp_path, match(), "zoe").session  # type: ignore[operator]

    assert ways in hint_of(session.signer)
    assert ("rekey" in hint_of(session.signer)) == (match is running)


@pytest.mark.parametrize(("match", "hint"), [(running, "change your key first"), (finished, "")])
def test_a_key_is_changed_only_while_a_game_is_played(tmp_path: Path, match: object, hint: str) -> None:
    session = table_of(tmp_path, match(), "anna").session  # type: ignore[operator]

    assert hint_of(reveal_former_box, session, 1).partition(":")[0] == hint


@pytest.mark.parametrize("who", ["zoe", "host", "anna"])
def test_whoever_waits_for_the_deal_is_sent_to_the_status(tmp_path: Path, who: str) -> None:
    session = table_of(tmp_path, running(), who).session
    early = replace(session, history=replace(session.history, position=None, eyes=None))

    assert hint_of(lambda: early.position).endswith("referee status")


def test_a_plan_is_named_on_the_page_of_a_turn_only_where_one_can_be_sealed() -> None:
    orders = OrderTree(("pass",), ((),), (True,), ((),), {"pass": "pass"}, plans=True)
    turn = ComposeTurn("", "", orders)
    named = {plans: compose_words(turn._replace(orders=orders._replace(plans=plans)), "en") for plans in (True, False)}

    assert "referee move" in named[True]["sealed"]
    assert "referee" not in named[False]["sealed"]
    with light():
        masked = dealt(("anna", "bert")).session("anna").table
    assert allowances_of(running().table).plans and not allowances_of(masked).plans


@pytest.mark.parametrize(
    ("who", "code"), [("bert", "rekey-waits"), ("host", "rekey-waits"), ("zoe", "rekey-is-wanted")]
)
def test_only_who_is_asked_for_a_consent_is_told_to_type_it(tmp_path: Path, who: str, code: str) -> None:
    match = running()
    request = make_rekey(match.host, new_key("lost"), "anna", bytes(16), reason="lost")
    session = table_of(tmp_path, match, who).session

    assert [notice.said.code for notice in receive(session, render_bundle((request,)))[0]] == [code, "rekey-waits-for"]


@pytest.mark.parametrize("options", [(), ("escrow=yes",)])
def test_a_lost_key_of_a_masked_deck_is_replaced_only_where_the_others_hold_shares(options: tuple[str, ...]) -> None:
    with light():
        session = replace(dealt(("anna", "bert", "carl"), *options).session("bert"), key=None)

        assert ("rekey" in hint_of(session.signer)) == bool(options)


@pytest.mark.parametrize(("who", "proposes"), [("anna", True), ("host", False), ("zoe", False)])
def test_only_who_plays_is_told_how_to_propose_something(tmp_path: Path, who: str, proposes: bool) -> None:
    session = table_of(tmp_path, running(), who).session

    assert ("referee consent draw" in hint_of(single_request, session, None, "en")) == proposes


@pytest.mark.parametrize(
    ("kept", "words", "told"),
    [
        ((OFFER, CHARTER), ["jot"], "you have no memos here"),
        ((OFFER, CHARTER), ["comment", "1", "well", "--yes"], "the game has ended"),
        ((OFFER,), ["judge"], "there is no charter here"),
    ],
)
def test_before_the_deal_nothing_is_named_that_is_refused_there(
    tmp_path: Path, kept: tuple[str, ...], words: list[str], told: str
) -> None:
    match = running(steps=0)
    folder = lay(tmp_path / "game", {name: match.files[name] for name in kept})
    _, out, errors = inside(words, home_of(tmp_path, "anna"), folder)

    assert told in out + errors
    assert "referee jot" not in out + errors
    assert "referee audit" not in out + errors
