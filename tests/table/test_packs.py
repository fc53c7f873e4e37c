"""Data packs: one file, one hash, in offer, charter and record; whatever is wrong with one is said of its entry."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.audit.recompute import audit
from referee.cli.main import run
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.packs import PACK_LIMIT, canonical_pack, pack_hash
from referee.protocol.history.read_record import read_history
from referee.protocol.opening.data_packs import game_with_pack, shipped_packs
from referee.record.file_names import CHARTER, OFFER, PACK
from referee.record.note import read_bundle, sign_note
from referee.record.notes import Charter, Offer
from tests.games.known import GAMES
from tests.support.rehearse import open_match, play_out
from tests.table.small_games import HOST, changed, copy_of, key_of, with_notes

PACKED = [name for name in GAMES if games.find(name).info.pack]
GAME = games.find("claims")
"""The game that comes with two packs."""
OTHERS = [name for name in GAMES if name not in PACKED]
SHIPPED = shipped_packs(GAME)
FIRST, SECOND = list(SHIPPED.values())[:2]


def own_pack(**changes: Any) -> bytes:
    """A pack that does not come with the game."""
    return canonical_pack(json.dumps({**json.loads(FIRST), **changes}).encode())


def renamed() -> bytes:
    value = json.loads(FIRST)
    value["hills"][0]["name"]["it"] = "Colle d'Oltremare è lontano"
    return canonical_pack(json.dumps(value).encode())


# One spelling


def test_a_pack_has_one_hash_however_it_is_written() -> None:
    value = json.loads(FIRST)
    written = [
        json.dumps(value).encode(),
        json.dumps(value, indent=4, ensure_ascii=False).encode(),
        json.dumps(dict(reversed(value.items()))).encode(),
    ]

    assert {pack_hash(canonical_pack(data)) for data in written} == {pack_hash(FIRST)}


def test_the_spelling_of_a_pack_is_canonical_json_in_utf8() -> None:
    assert json.loads(FIRST) == json.loads(dict(GAME.packs())[next(iter(SHIPPED))])  # type: ignore[misc]
    assert b": " not in FIRST
    assert "Più".encode() in FIRST


@pytest.mark.parametrize("name", PACKED)
def test_every_pack_that_comes_with_a_game_can_be_played(name: str) -> None:
    game = games.find(name)
    for data in shipped_packs(game).values():
        over, _ = game_with_pack(game, data)

        assert over.info == game.info
        match = play_out(open_match(name, game.info.seats[0], "shipped", pack=data), "shipped", steps=4)
        assert audit(match.files).findings == ()


# In offer, charter and record


def test_offer_and_charter_name_the_pack_by_its_hash_and_the_record_holds_it() -> None:
    match = open_match(GAME.info.name, 3, "named", pack=renamed())
    options = [
        dict(signed[-1].read(kind).option)
        for signed, kind in ((read_bundle(match.files[OFFER]), Offer), (read_bundle(match.files[CHARTER]), Charter))
    ]

    assert [found["pack"] for found in options] == [pack_hash(renamed())] * 2
    assert match.files[PACK] == renamed()


def test_another_pack_is_another_game_and_another_digest_of_rules() -> None:
    one, other = (open_match(GAME.info.name, 3, "digest", pack=data) for data in (FIRST, SECOND))

    assert one.table.rules != other.table.rules
    assert one.host.state != other.host.state


def test_an_audit_needs_nothing_but_the_record() -> None:
    match = play_out(open_match(GAME.info.name, 3, "alone", pack=renamed()), "alone")
    match.acknowledge()

    assert audit(match.files).verdict == "clean"


@pytest.mark.parametrize("name", OTHERS)
def test_games_without_packs_name_none(name: str) -> None:
    match = open_match(name, games.find(name).info.seats[0], "none")

    assert PACK not in match.files
    assert "pack" not in dict(read_bundle(match.files[OFFER])[0].read(Offer).option)


def test_a_record_whose_pack_is_missing_can_be_read_if_the_pack_comes_with_the_game() -> None:
    files = dict(open_match(GAME.info.name, 3, "missing").files)
    del files[PACK]

    assert audit(files).findings == ()


WRONG: dict[str, tuple[Callable[[dict[str, bytes]], dict[str, bytes]], str]] = {
    "another pack that comes with the game": (lambda files: {**files, PACK: SECOND}, "not the data pack of the offer"),
    "one word changed": (
        lambda files: {**files, PACK: files[PACK].replace(b"Colle", b"Monte", 1)},
        "not the data pack of the offer",
    ),
    "another spelling": (lambda files: {**files, PACK: files[PACK] + b"\n"}, "its one fixed spelling"),
    "half of it": (lambda files: {**files, PACK: files[PACK][:200]}, "a pack is JSON; line 1"),
    "empty": (lambda files: {**files, PACK: b""}, "a pack is JSON"),
    "not here and not shipped": (
        lambda files: {name: data for name, data in files.items() if name != PACK},
        "is not here",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_pack_that_is_not_the_one_of_the_charter_is_found(wrong: str) -> None:
    change, sentence = WRONG[wrong]
    report = audit(change(open_match(GAME.info.name, 3, "wrong", pack=renamed()).files))

    (finding,) = report.findings
    assert finding.at == (OFFER if "not here" in wrong else PACK)
    assert re.search(sentence, finding.sentence)


def test_a_pack_named_anew_after_the_charter_is_no_pack_of_this_game() -> None:
    match = open_match(GAME.info.name, 3, "anew")
    (offer,) = read_bundle(match.files[OFFER])
    option = tuple((k, pack_hash(SECOND) if k == "pack" else v) for k, v in offer.read(Offer).option)
    other = sign_note(changed(offer.note(), option=option), key_of(HOST))
    report = audit({**with_notes(copy_of(match), OFFER, (other,)), PACK: SECOND})

    assert report.findings != ()


def test_a_pack_in_the_record_of_a_game_that_needs_none_is_a_fault() -> None:
    match = open_match(OTHERS[-1], games.find(OTHERS[-1]).info.seats[0], "none")
    report = audit({**match.files, PACK: FIRST})

    assert [(finding.at, finding.sentence) for finding in report.findings] == [
        (PACK, f"{match.table.game.info.title} is played without a data pack")
    ]


# Thirty kinds of damage


def entry(*path: Any) -> Callable[[Callable[[Any], Any]], Callable[[], bytes]]:
    """The pack with the value at a path changed."""

    def changed_by(change: Callable[[Any], Any]) -> Callable[[], bytes]:
        def made() -> bytes:
            value = deepcopy(json.loads(FIRST))
            at = value
            for step in path[:-1]:
                at = at[step]
            if change is drop:
                del at[path[-1]]
            else:
                at[path[-1]] = change(at.get(path[-1]) if isinstance(at, dict) else at[path[-1]])
            return json.dumps(value).encode()

        return made

    return changed_by


def drop(value: Any) -> None:
    raise AssertionError


def raw(change: Callable[[bytes], bytes]) -> Callable[[], bytes]:
    return lambda: change(FIRST)


def to(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


DAMAGE: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "nothing": (raw(lambda data: b""), "", "line 1, column 1"),
    "no JSON": (raw(lambda data: b"hills: 3"), "", "line 1, column 1"),
    "cut off": (raw(lambda data: data[:-1]), "", "line 1, column"),
    "something behind it": (raw(lambda data: data + b"}"), "", "line 1, column"),
    "a comma too many": (raw(lambda data: data.replace(b"],", b",],", 1)), "", "line 1, column"),
    "not UTF-8": (raw(lambda data: data.replace(b"\xc3", b"\xff", 1)), r"\d+", "UTF-8"),
    "a byte order mark": (raw(lambda data: b"\xef\xbb\xbf" + data), "", "line 1, column 1"),
    "a list": (raw(lambda data: b"[]"), "format", "name its format"),
    "a key twice": (raw(lambda data: data.replace(b'"count":', b'"count":1,"count":', 1)), "count", "twice"),
    "a fraction": (raw(lambda data: data.replace(b'"count":4', b'"count":4.5', 1)), "", "not 4.5"),
    "an exponent": (raw(lambda data: data.replace(b'"count":4', b'"count":4e0', 1)), "", "not 4e0"),
    "not a number": (raw(lambda data: data.replace(b'"count":4', b'"count":NaN', 1)), "", "not NaN"),
    "a number too large": (entry("ores", 0, "count")(to(2**53)), r"ores\[0\].count", "below 2\\^53"),
    "too large": (raw(lambda data: data + b" " * PACK_LIMIT), "", "1048576 bytes"),
    "too deep": (raw(lambda data: b"[" * 100_000), "", "deep"),
    "nested too deep": (entry("hills", 0, "x")(to(json.loads("[" * 60 + "]" * 60))), "", "deep"),
    "no format": (entry("format")(drop), "format", "name its format"),
    "format is a number": (entry("format")(to(1)), "format", "name its format"),
    "another format": (entry("format")(to("claims-pack/2")), "format", "claims-pack/1, not claims-pack/2"),
    "an entry is missing": (entry("hills")(drop), "hills", "lacks hills"),
    "a field is missing": (entry("ores", 1, "points")(drop), r"ores\[1\]", "lacks points"),
    "a field too many": (entry("ores", 1, "weight")(to(3)), r"ores\[1\]", "has weight"),
    "a number as text": (entry("ores", 1, "count")(to("3")), r"ores\[1\].count", "int, not str"),
    "text as a number": (entry("hills", 2, "name", "it")(to(3)), r"hills\[2\].name.it", "str, not int"),
    "nothing where something is": (entry("hills", 2, "name")(to(None)), r"hills\[2\].name", "object, not null"),
    "a code in capitals": (entry("hills", 1, "id")(to("Low")), r"hills\[1\].id", "small letter"),
    "a code that is too long": (entry("hills", 1, "id")(to("a" * 13)), r"hills\[1\].id", "small letter"),
    "a code with a blank": (entry("hills", 1, "id")(to("the low")), r"hills\[1\].id", "small letter"),
    "an empty name": (entry("hills", 1, "name", "en")(to("")), r"hills\[1\].name.en", "length >= 1"),
    "a name without end": (entry("hills", 1, "name", "en")(to("x" * 81)), r"hills\[1\].name.en", "length <= 80"),
    "a count out of bounds": (entry("ores", 0, "count")(to(0)), r"ores\[0\].count", ">= 1"),
    "too few of them": (entry("hills")(lambda hills: hills[:1]), "hills", "length >= 2"),
    "an id twice": (entry("hills", 1, "id")(to("high")), r"\$.hills\[1\].id", "twice"),
    "a line end in a name": (entry("hills", 1, "name", "en")(to("a\nb")), r"hills\[1\].name.en", "line ends"),
    "a terminal code in a name": (
        entry("hills", 1, "name", "en")(to("\x1b[2J")),
        r"hills\[1\].name.en",
        "invisible char",
    ),
    "text turned around": (entry("hills", 1, "name", "it")(to("a\u202eb")), r"hills\[1\].name.it", "invisible char"),
    "a line like that of a note": (
        entry("hills", 1, "name", "en")(to("-----BEGIN REFEREE NOTE-----")),
        r"hills\[1\].name.en",
        "five hyphens",
    ),
    "half of a pair": (entry("hills", 1, "name", "it")(to("\ud800")), r"hills\[1\].name.it", "invisible char"),
    "a key with a terminal code": (entry("hills", 1, "\x1b")(to(1)), r"\\x1b", "invisible char"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_wrong_with_a_pack_is_said_in_one_sentence_that_names_the_entry(damage: str) -> None:
    make, at, sentence = DAMAGE[damage]
    with pytest.raises(Unreadable) as refused:
        game_with_pack(GAME, make())

    assert re.fullmatch(at, str(refused.value.at or ""))
    assert re.search(sentence, refused.value.sentence())
    assert "\n" not in refused.value.sentence() and refused.value.sentence().isprintable()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_check_of_a_pack_names_file_and_entry(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    make, _, _ = DAMAGE["a number as text"]
    Path("islands.json").write_bytes(make())
    code = run(["pack", "check", "islands.json", "--lang", lang])

    said = {"en": "the entry must be int, not str", "it": "la voce deve essere int, non str"}[lang]
    assert (code, capsys.readouterr().err) == (3, f"referee: islands.json, ores[1].count: {said}\n")


def test_no_damage_of_one_byte_is_taken_for_the_pack_of_the_offer() -> None:
    for at in range(0, len(FIRST), 7):
        damaged = FIRST[:at] + bytes((FIRST[at] ^ 1,)) + FIRST[at + 1 :]
        try:
            data = canonical_pack(damaged)
        except RefereeError:
            continue

        assert pack_hash(data) != pack_hash(FIRST)


def test_a_history_knows_its_pack() -> None:
    assert read_history(open_match(GAME.info.name, 3, "history").files).pack == FIRST


def test_a_pack_is_looked_through_once_however_often_a_record_is_read() -> None:
    """A command reads a record for every party of a practice table, and each reading asks for the pack ten times."""
    files = open_match("civilization", 2, "pack read").files
    canonical_pack.cache_clear()
    for _ in range(3):
        read_history(files)

    assert canonical_pack.cache_info().misses <= 2  # as it comes with the game, and as it lies in a record
