"""At which session somebody sits."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.session.session import open_session
from tests.support.rehearse import test_key
from tests.table.players_on_disk import Person
from tests.table.small_games import STRANGER


def test_a_key_that_is_not_in_the_home_is_named_with_those_that_are(table: dict[str, Person]) -> None:
    with pytest.raises(NotAuthentic) as refusal:
        open_session(table["anna"].folder, table["anna"].home, as_name="zoe")

    assert refusal.value.sentence() == "there is no key called zoe; there are: anna"


def test_of_two_keys_with_a_part_in_a_game_one_must_be_named(table: dict[str, Person]) -> None:
    anna = table["anna"]
    key = test_key("bert")
    anna.home.write_key("other", format_private(key, "other"), format_public(key.public, "other"))

    with pytest.raises(NotAuthentic, match="several of your keys belong to this game: anna, other"):
        anna.session()
    assert open_session(anna.folder, anna.home, as_name="other").role == "bert"


def test_a_stranger_signs_nothing_and_a_player_is_no_host(table: dict[str, Person]) -> None:
    with pytest.raises(NotAuthentic, match="none of your keys"):
        table[STRANGER].session().signer()
    for name in (STRANGER, "anna"):
        with pytest.raises(NotAuthentic, match="only the host"):
            table[name].session().host_key()


def test_an_empty_folder_has_neither_table_nor_position(tmp_path: Path) -> None:
    session = Person(STRANGER, tmp_path, keyless=True).session()

    for ask in (lambda: session.table, lambda: session.position, lambda: session.eyes):
        with pytest.raises(OutOfOrder):
            ask()
