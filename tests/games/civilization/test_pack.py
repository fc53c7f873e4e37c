"""The data pack: what the shipped one holds, and that a broken one is refused by a sentence."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import get_args

import msgspec
import pytest

from referee.games.civilization.pack import faults_of, read_pack, shipped_bytes, shipped_components
from referee.games.civilization.pack.components import entries_of
from referee.games.civilization.pack.entries import Pack
from referee.games.civilization.pack.ids import RESERVED
from referee.games.civilization.pack.kinds import MARKERS, UNITS
from referee.kernel.errors import Unreadable
from referee.kernel.packs import canonical_pack
from referee.kernel.sentence import Sentence
from tests.games.civilization.broken_packs import BROKEN, SHIPPED, Broken, box, broken, put
from tests.words.catalogue_files import ROOT, catalogue


@cache
def faults_of_damage(damage: Broken) -> tuple[Unreadable, ...]:
    """What the checker finds in a pack with this damage; looked up once for all tests."""
    return faults_of(broken(damage))


@pytest.mark.parametrize(("damage", "said"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_a_broken_pack_is_refused_by_one_sentence_that_names_the_entry(damage: Broken, said: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_pack(broken(damage))

    assert said in [str(fault)[: len(said)] for fault in faults_of_damage(damage)]
    assert str(refusal.value) == str(faults_of_damage(damage)[0])


@pytest.mark.parametrize("lang", ["en", "it"])
def test_each_of_these_sentences_is_said_in_both_languages(lang: str) -> None:
    told = [fault.said.told(lang) for _, damage, _ in BROKEN for fault in faults_of_damage(damage)]

    assert len(told) > len(BROKEN)
    assert [text for text in told if "civilization/" in text or "{" in text] == []


def test_every_sentence_about_a_pack_has_a_pack_that_deserves_it() -> None:
    said = {fault.code for _, damage, _ in BROKEN for fault in faults_of_damage(damage)}
    parts = {"text", "list", "object", "whole-number", "two-numbers", "true-or-false"}
    known = {code for context, code in catalogue("civilization", "en") if not context and code.startswith("pack-")}

    assert known - {f"pack-{code}" for code in parts | {"more-faults"}} == {
        code.partition("/")[2] for code in said if "/" in code
    }


def test_the_shipped_pack_is_sound() -> None:
    assert faults_of(shipped_bytes()) == ()


def test_the_shipped_pack_has_what_its_sources_count() -> None:
    groups = ("territories", "seas", "technologies", "structures", "wonders", "cards")

    assert {name: len(SHIPPED[name]) for name in groups} == {
        "territories": 48,
        "seas": 18,
        "technologies": 53,
        "structures": 28,
        "wonders": 25,
        "cards": 29,
    }
    assert sum(marker["count"] for marker in SHIPPED["markers"]) == 76


def test_no_id_of_the_shipped_pack_begins_an_order_word_twice() -> None:
    """Ids are different over the whole pack, so that no order can mean two entries."""
    ids = [entry.id for entry in entries_of(shipped_components().pack)]

    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[a-z][a-z0-9-]{0,11}", id_) for id_ in ids)
    assert not RESERVED & set(ids) - {"col"}


def test_every_place_and_technology_of_the_shipped_pack_has_three_letters() -> None:
    groups = ("territories", "seas", "technologies", "structures", "wonders", "units")

    assert [entry["id"] for group in groups for entry in SHIPPED[group] if len(entry["id"]) != 3] == []


def test_cards_map_and_marker_mix_say_that_they_are_reconstructed() -> None:
    groups = ("regions", "territories", "seas", "markers", "cards")

    assert {entry["basis"] for group in groups for entry in SHIPPED[group]} == {"reconstruction"}
    assert "reconstructed" in SHIPPED["label"]["en"]
    assert "ricostruiti" in SHIPPED["label"]["it"]


def test_what_the_rules_say_and_what_the_box_prints_is_told_apart() -> None:
    assert {entry["basis"] for group in ("eras", "units") for entry in SHIPPED[group]} == {"rules"}
    assert {entry["basis"] for group in ("technologies", "structures", "wonders") for entry in SHIPPED[group]} == {
        "box"
    }


def test_a_pack_is_read_in_its_canonical_spelling_only() -> None:
    laid_out = json.dumps(SHIPPED, indent=1).encode()
    with pytest.raises(Unreadable) as refusal:
        read_pack(laid_out)

    assert refusal.value.code == "pack-not-canonical"
    assert canonical_pack(laid_out) == shipped_bytes()


def test_a_pack_laid_out_for_the_eye_is_checked_as_it_is() -> None:
    assert faults_of(json.dumps(SHIPPED, indent=1).encode()) == ()


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a":1} x', b"[]", b"1", b"{}", b"null"])
def test_bytes_that_are_no_pack_are_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_pack(data)

    assert len(faults_of(data)) == 1


def test_the_refusal_says_how_many_faults_come_after_the_first() -> None:
    with pytest.raises(Unreadable) as refusal:
        read_pack(broken(put("territories", "gan", id="xyz")))

    assert refusal.value.hint == Sentence(
        "civilization/pack-more-faults", count=len(faults_of(broken(put("territories", "gan", id="xyz")))) - 1
    )


def test_what_a_stranger_writes_into_a_pack_steers_no_terminal() -> None:
    said = str(faults_of(broken(put("cards", "c101", id="\x1b[2J")))[0])

    assert said.isprintable()


def test_technologies_for_one_type_and_era_are_ordered_by_how_advanced_they_are() -> None:
    found = [(tech, model.en) for tech, model in shipped_components().models("air", 4)]

    assert found == [("fli", "Biplane"), ("afl", "Monoplane"), ("roc", "Jet"), ("sup", "Stealth Aircraft")]


def test_components_tell_who_lies_on_which_sea_and_what_comes_with_what() -> None:
    parts = shipped_components()

    assert parts.seas_of["gan"] == ("ars", "ben")
    assert (parts.allows["lib"], parts.gives["ora"], parts.levels[2]) == ("phi", "mys", "cns")
    assert (parts.name("cvl", "en"), parts.name("cvl", "it")) == ("Cavalry", "Cavalleria")


ODD = (
    None,
    0,
    -1,
    10**30,
    1.5,
    5.0,
    True,
    "",
    "x" * 100,
    "\x00",
    [],
    {},
    [[]],
    [{}],
    [None],
    ["gan"],
    [1, 2],
    [-5, 10**9],
)


def oddities() -> list[Broken]:
    """Every odd value in every field of the first and last entry of each group, and of four effects."""
    found: list[Broken] = [lambda p, key=key, odd=odd: p.update({key: odd}) for key in SHIPPED for odd in ODD]
    for group in (key for key in SHIPPED if isinstance(SHIPPED[key], list)):
        for number in (0, -1):
            found += [lambda p, g=group, n=number, odd=odd: p[g].__setitem__(n, odd) for odd in ODD]
            for field in SHIPPED[group][number]:
                found += [lambda p, g=group, n=number, f=field, odd=odd: p[g][n].update({f: odd}) for odd in ODD]
    for effect in ("gain", "choose", "buy-units", "income"):
        for field in ("do", "n", "units", "among", "per"):
            found += [box("c109", "top", {"do": effect, field: odd}) for odd in ODD]
    return found


def test_whatever_stands_in_a_field_the_checker_answers_with_sentences() -> None:
    some = oddities()[::31]
    said = {fault.said.told("en") for damage in some for fault in faults_of(broken(damage))}

    assert len(said) > 35
    assert [text for text in said if "civilization/" in text or "`" in text] == []


def test_a_number_is_whole_in_writing_too() -> None:
    """5.0 is no second spelling of 5."""
    data = shipped_bytes().replace(b'"credits":5,', b'"credits":5.0,', 1)

    assert [fault.code for fault in faults_of(data)] == ["pack-number"]


def structs(kind: object) -> set[type[msgspec.Struct]]:
    """Every struct that a pack is made of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        found = {kind}
        for field in msgspec.structs.fields(kind):
            found |= structs(field.type)
        return found
    return set().union(*map(structs, get_args(kind)), set())


def test_the_page_for_owners_of_the_box_tells_every_group_field_and_effect() -> None:
    page = (ROOT.parent / "docs" / "packs.md").read_text("utf-8")
    told = set(re.findall(r"`([a-z-]+)`", page))
    kinds = structs(Pack)
    fields = {field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)}
    effects = {str(kind.__struct_config__.tag) for kind in kinds if kind.__struct_config__.tag}

    assert len(effects) > 20
    assert sorted((fields | effects | set(MARKERS) | set(UNITS)) - told - {"format"}) == []
