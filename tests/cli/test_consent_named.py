"""`referee consent` finds the request that is meant: by the seat or person whose it is, or as the only one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.protocol.agreements.new_key import six_words
from referee.record.note import SignedNote, read_bundle, render_bundle
from tests.cli.games_on_disk import asked, home_of, lay, remember, running
from tests.cli.terminal import inside, run
from tests.table.new_seat_keys import asks

MATCH = running()
LOSER = asked(MATCH)
READER, OTHER = [name for name in MATCH.table.names if name != LOSER][:2]


class Table:
    """The reader's home and folder of a game in which requests for new keys have come by mail."""

    def __init__(self, root: Path, who: str = READER) -> None:
        self.home, self.game = home_of(root, who), lay(root / "game", MATCH.files)
        remember(self.game, self.home, MATCH, MATCH.host.step)

    def takes(self, *signed: SignedNote) -> None:
        mail = self.game.parent / "mail"
        mail.write_bytes(render_bundle(signed))
        assert inside(["receive", mail], self.home, self.game)[0] == 0

    def agrees(self, *typed: str) -> tuple[int, str, str]:
        return inside(["consent", *typed, "--yes"], self.home, self.game)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def words_of(signed: SignedNote) -> str:
    return " ".join(six_words(signed.id))


NAMED: dict[str, tuple[str, ...]] = {"seat": (LOSER,), "Seat": (LOSER.title(),), "person": ("Gina B.",), "nothing": ()}


@pytest.mark.parametrize("typed", NAMED.values(), ids=NAMED)
def test_a_new_key_is_agreed_to_by_the_seat_by_the_person_or_as_the_only_request(
    table: Table, typed: tuple[str, ...]
) -> None:
    request = asks(MATCH, LOSER, name="Gina B.")
    table.takes(request)
    code, out, errors = table.agrees(*typed, "--words", words_of(request))

    assert (code, "consent-key-" in out) == (0, True), errors


def test_what_was_agreed_to_by_a_name_can_be_written_again_by_it(table: Table) -> None:
    request = asks(MATCH, LOSER)
    table.takes(request)
    first = table.agrees(LOSER, "--words", words_of(request))

    assert table.agrees(LOSER, "--words", words_of(request)) == first


def test_where_several_wait_each_is_named_as_it_is_typed(table: Table) -> None:
    table.takes(asks(MATCH, LOSER), asks(MATCH, OTHER, "other"))
    code, out, errors = table.agrees()
    known = ", ".join(f"`referee consent {name}`" for name in MATCH.table.names if name in (LOSER, OTHER))

    assert (code, out) == (5, "")
    assert errors == f"referee: several requests wait for your consent; name one: {known}\n"


@pytest.mark.parametrize(
    ("lang", "typed", "code", "told"),
    [
        ("en", (), 5, "nothing here is waiting for your consent"),
        ("it", (), 5, "qui nessuno aspetta il tuo consenso"),
        ("en", (OTHER,), 5, f"{OTHER} has not asked for anything"),
        ("it", (OTHER,), 5, f"{OTHER} non ha chiesto niente"),
        ("en", ("zoe",), 3, "nobody can agree to zoe, only to draw, end, leave, back; for a new key, "
         "name its seat or the file of the request"),
    ],
)  # fmt: skip
def test_where_nothing_waits_that_is_said(
    table: Table, lang: str, typed: tuple[str, ...], code: int, told: str
) -> None:
    found, _, errors = table.agrees(*typed, "--lang", lang)

    assert (found, errors.splitlines()[0]) == (code, f"referee: {told}")


def test_a_program_agrees_by_name_and_reads_what_was_written(table: Table) -> None:
    request = asks(MATCH, LOSER)
    table.takes(request)
    code, out, _ = table.agrees(LOSER, "--words", words_of(request), "--json")

    assert (code, json.loads(out)["to"]) == (0, "host")


def test_a_shell_is_offered_whose_request_waits(table: Table) -> None:
    table.takes(asks(MATCH, LOSER))
    code, out, _ = run(["consent", ""], table.home, cwd=table.game, _REFEREE_COMPLETE="fish")

    assert (code, [line.split("\t")[0] for line in out.decode().splitlines()]) == (
        0,
        [LOSER, "draw", "end", "leave", "back"],
    )


@pytest.mark.parametrize("typed", ["rekey-carl.note", "mail/carl", "carl-asks.eml"])
def test_a_mistyped_file_is_said_not_to_be_there(table: Table, typed: str) -> None:
    code, _, errors = table.agrees(typed)

    assert (code, errors) == (74, f"referee: {typed}: no such file or directory\n")


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", f"a new key for {LOSER.title()} is refused by: {READER.title()}"),
     ("it", f"una chiave nuova per {LOSER.title()}: rifiutano: {READER.title()}")],
)  # fmt: skip
def test_whose_yes_was_taken_back_stands_in_the_status_with_its_author(table: Table, lang: str, told: str) -> None:
    request = asks(MATCH, LOSER)
    table.takes(request)
    agreed = table.agrees(LOSER, "--words", words_of(request), "--json")
    code, out, errors = table.agrees(LOSER, "--no", "--json")
    status = inside(["status", "--lang", lang], table.home, table.game)[1]

    assert (agreed[0], code, json.loads(out)["to"]) == (0, 0, "all"), errors
    assert told in " ".join(status.split())


def test_who_says_no_is_told_before_anybody_else_agrees(table: Table, tmp_path: Path) -> None:
    request, other = asks(MATCH, LOSER), Table(tmp_path / "other", OTHER)
    other.takes(request)
    code, out, errors = other.agrees("--no", "--json")
    assert code == 0, errors
    table.takes(*read_bundle(Path(other.game, json.loads(out)["file"]).read_bytes()))
    _, _, said = table.agrees(LOSER, "--words", words_of(request))

    assert f"a new key for {LOSER.title()} is refused by: {OTHER.title()}" in " ".join(said.split())


def test_a_no_is_said_to_new_keys_alone(table: Table) -> None:
    code, _, errors = table.agrees("draw", "--no")

    assert (code, errors.splitlines()[0]) == (
        5,
        "referee: no such request for a new key is waiting here; any other consent expires with the next step",
    )
