"""A new table is described, asked for and offered by functions that print nothing and ask nobody."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from referee.crypto.keys import fingerprint
from referee.games import find
from referee.kernel.errors import FileTrouble, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.mail.inbox import watched_folders
from referee.record.file_names import OFFER
from referee.record.note import read_bundle
from referee.record.notes import Offer
from referee.record.store import DataFolder, GameFolder
from referee.service.errors import Changed
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.incoming.places import Whereabouts
from referee.service.opening.agreed_terms import invitation_of_mail
from referee.service.opening.charters import ask_begin, ask_leave_out, begin_table, leave_joins_out
from referee.service.opening.new_players import NewPlayer, ask_join, join_table, read_invitation
from referee.service.opening.offers import NewTable, OfferedTable, ask_offer, offer_table
from referee.service.opening.table_terms import TableTerms, TermsForm, describe_terms
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.view import view_table
from referee.session.pending import store_pending

TERMS = TableTerms("tigris", 3, title="Friday tigris", name="Hanna")


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(DataFolder(tmp_path / "home"))


def _new(tmp_path: Path, terms: TableTerms = TERMS) -> NewTable:
    (tmp_path / "games").mkdir(exist_ok=True)
    return NewTable(terms, Whereabouts(tmp_path / "games"))


def _refused(form: TermsForm, name: str) -> dict[str, bool]:
    (field,) = (field for field in form.fields if field.name == name)
    return {choice.value: bool(choice.refused) for choice in field.choices}


def test_an_offer_is_asked_for_and_opens_by_its_id(tmp_path: Path, reader: Reader) -> None:
    new = _new(tmp_path)
    ask = ask_offer(reader, new)
    offered = offer_table(reader, new, ask.digest)

    assert "Hanna" in ask.sentence and ask.sentence.startswith("Friday tigris")
    assert open_table(reader, offered.signed.id).id == offered.signed.id
    assert Path(offered.folder) == tmp_path / "games" / "friday-tigris"
    assert Path(offered.signed.file).read_bytes().count(b"referee join")
    assert reader.home.keys() == ("hanna",)


def test_nothing_is_written_before_the_yes(tmp_path: Path, reader: Reader) -> None:
    ask_offer(reader, _new(tmp_path))

    assert not (tmp_path / "home").exists() or not reader.home.keys()
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.parametrize(
    "other",
    [
        replace(TERMS, seats=4),
        replace(TERMS, title="Monday"),
        replace(TERMS, name="Eva"),
        replace(TERMS, plays=True),
        replace(TERMS, options={"quorum": "majority"}),
        replace(TERMS, options={"deadline": "8"}),
    ],
)
def test_a_yes_to_other_terms_offers_nothing(tmp_path: Path, reader: Reader, other: TableTerms) -> None:
    ask = ask_offer(reader, _new(tmp_path))
    with pytest.raises(Changed) as changed:
        offer_table(reader, _new(tmp_path, other), ask.digest)

    assert changed.value.ask == ask_offer(reader, _new(tmp_path, other))
    assert list((tmp_path / "games").iterdir()) == []


def test_a_host_who_plays_has_joined_with_a_key_of_the_seat(tmp_path: Path, reader: Reader) -> None:
    new = _new(tmp_path, replace(TERMS, plays=True))
    offered = offer_table(reader, new, ask_offer(reader, new).digest)
    folder = GameFolder(Path(offered.folder))
    terms = read_bundle(folder.read(OFFER))[0].read(Offer)

    assert (offered.invitation.host, dict(terms.option)["host"]) == ("hanna", "hanna")
    assert reader.home.keys() == ("hanna", "hanna-host")
    assert folder.list_outbox() == ("join-hanna.note",)
    assert any("hanna-host" in said for said in offered.signed.led or ())


def test_an_offer_that_lies_there_is_told_before_it_is_replaced(tmp_path: Path, reader: Reader) -> None:
    new = _new(tmp_path)
    first = offer_table(reader, new, ask_offer(reader, new).digest)
    ask = ask_offer(reader, new)
    second = offer_table(reader, new, ask.digest)

    assert any("Friday tigris" in warning for warning in ask.warnings)
    assert (first.folder, first.signed.id != second.signed.id) == (second.folder, True)


def test_each_value_says_whether_it_can_stand_beside_the_others(reader: Reader) -> None:
    open_deal = describe_terms(reader, TERMS)
    masked = describe_terms(reader, replace(TERMS, options={"deal": "masked"}))
    of_two = describe_terms(reader, replace(TERMS, seats=2, options={"deal": "masked"}))

    assert _refused(open_deal, "absence") == {"skip": False, "agreed": False, "pause": False}
    assert _refused(masked, "absence") == {"skip": True, "agreed": False, "pause": False}
    assert _refused(of_two, "escrow") == {"no": False, "yes": True}
    assert (masked.refused, masked.invitation is not None) == (None, True)


@pytest.mark.parametrize("game", ["tigris", "cards", "ur", "civilization"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_game_has_a_form_in_every_language(tmp_path: Path, game: str, lang: str) -> None:
    reader = Reader(DataFolder(tmp_path / "home"), lang)
    form = describe_terms(reader, TableTerms(game, find(game).info.seats[0]))

    assert (form.refused, form.invitation is not None) == (None, True)
    assert all(field.sentence and field.label for field in form.fields)
    assert {choice.value for choice in form.games} >= {"tigris", "cards", "ur", "civilization"}
    for field in form.fields:
        values = [choice.value for choice in field.choices]
        assert field.kind != "choice" or (values[0] == field.default and field.value in values)


@pytest.mark.parametrize(
    "terms",
    [
        replace(TERMS, seats=9),
        replace(TERMS, preset="none"),
        replace(TERMS, options={"no": "yes"}),
        replace(TERMS, options={"board": "x\x1b[2J"}),
        replace(TERMS, options={"deadline": "-1"}),
        replace(TERMS, options={"terms": "x" * 90}),
        replace(TERMS, title="two\nlines"),
        replace(TERMS, name="\u202e", plays=True),
        replace(TERMS, options={"deal": "masked", "absence": "skip"}),
    ],
)
def test_what_cannot_be_offered_is_refused_and_told_in_the_form(
    tmp_path: Path, reader: Reader, terms: TableTerms
) -> None:
    with pytest.raises(RefereeError):
        ask_offer(reader, _new(tmp_path, terms))
    form = describe_terms(reader, terms)

    assert form.invitation is None and form.refused is not None
    assert "\x1b" not in msgspec.json.encode(form).decode()
    assert list((tmp_path / "games").iterdir()) == []


def test_a_game_that_is_not_here_has_no_form(reader: Reader) -> None:
    with pytest.raises(Unreadable):
        describe_terms(reader, replace(TERMS, game="nine"))


def _player(tmp_path: Path, name: str) -> Reader:
    return Reader(DataFolder(tmp_path / f"home-{name}"))


def _wish(tmp_path: Path, offered: OfferedTable, name: str) -> NewPlayer:
    (tmp_path / name).mkdir(exist_ok=True)
    path = Path(offered.signed.file)
    return NewPlayer(invitation_of_mail(path.read_bytes(), path), Whereabouts(tmp_path / name), name.title())


def test_a_table_is_joined_and_begun(tmp_path: Path, reader: Reader) -> None:
    new = _new(tmp_path, replace(TERMS, seats=2))
    offered = offer_table(reader, new, ask_offer(reader, new).digest)
    for name in ("anna", "bert"):
        player, wish = _player(tmp_path, name), _wish(tmp_path, offered, name)
        ask = ask_join(player, wish)
        assert not (tmp_path / name / "friday-tigris").exists()
        with pytest.raises(Changed):
            join_table(player, replace(wish, name="Eva"), ask.digest)
        joined = join_table(player, wish, ask.digest)
        assert (joined.seat, joined.is_shared, joined.table) == (name, False, offered.signed.id)
        with pytest.raises(OutOfOrder):
            ask_begin(open_table(reader, offered.signed.id))
        store_pending(GameFolder(Path(offered.folder)), read_bundle(Path(joined.signed.file).read_bytes())[0])
    table = open_table(reader, offered.signed.id)
    ask = ask_begin(table)
    joined = [seat.name for seat in view_table(table).seats]
    assert joined == ["Anna", "Bert"]
    assert [line.partition(" SHA256:")[0] for line in ask.then] == [f"{name} signs with the key" for name in joined]
    with pytest.raises(Changed):
        begin_table(table, ask.digest, ["bert", "anna"])
    signed = begin_table(table, ask.digest)

    assert (signed.seats, signed.way, Path(signed.file).name) == (("anna", "bert"), "files", "charter.txt")
    assert (
        begin_table(open_table(reader, offered.signed.id), ask_begin(open_table(reader, offered.signed.id)).digest)
        == signed
    )
    with pytest.raises(OutOfOrder):
        ask_begin(open_table(reader, offered.signed.id), ["bert", "anna"])


def test_a_join_that_is_replaced_is_told_first(tmp_path: Path, reader: Reader) -> None:
    new = _new(tmp_path)
    offered = offer_table(reader, new, ask_offer(reader, new).digest)
    player, wish = _player(tmp_path, "anna"), _wish(tmp_path, offered, "anna")
    first = join_table(player, wish, ask_join(player, wish).digest)
    again = replace(wish, name="Anna Lee")
    told, ask = read_invitation(player, again), ask_join(player, again)
    second = join_table(player, again, ask.digest)

    assert (told.replaces, told.earlier) == ("Anna", (first.signed.file,))
    assert any("Anna" in warning for warning in ask.warnings)
    assert (second.folder, Path(first.signed.file).exists()) == (first.folder, second.signed.file == first.signed.file)


def test_a_join_that_waits_is_left_out_by_its_host_alone(tmp_path: Path, reader: Reader) -> None:
    new = _new(tmp_path)
    offered = offer_table(reader, new, ask_offer(reader, new).digest)
    player, wish = _player(tmp_path, "anna"), _wish(tmp_path, offered, "anna")
    joined = join_table(player, wish, ask_join(player, wish).digest)
    signed = read_bundle(Path(joined.signed.file).read_bytes())[0]
    store_pending(GameFolder(Path(offered.folder)), signed)
    with pytest.raises(NotAuthentic):
        leave_joins_out(open_table(player, offered.signed.id), [fingerprint(signed.key)])
    with pytest.raises(Unreadable):
        leave_joins_out(open_table(reader, offered.signed.id), ["SHA256:x"])
    with pytest.raises(Unreadable, match=r"name the join requests to leave out; waiting: anna: Anna, SHA256:"):
        ask_leave_out(open_table(reader, offered.signed.id), [])
    told = leave_joins_out(open_table(reader, offered.signed.id), [fingerprint(signed.key)])

    assert [("anna" in said, fingerprint(signed.key) in said) for said in told] == [(True, True)]
    assert GameFolder(Path(offered.folder)).list_pending() == ()


def test_an_offer_for_a_shared_folder_is_there_and_its_home_knows_the_folder(tmp_path: Path, reader: Reader) -> None:
    shared = tmp_path / "friday"
    shared.mkdir()
    new = replace(_new(tmp_path), shared=shared)
    with pytest.raises(Changed):
        offer_table(reader, new, ask_offer(reader, _new(tmp_path)).digest)
    assert not list(shared.iterdir())
    offered = offer_table(reader, new, ask_offer(reader, new).digest)

    (file,) = shared.iterdir()
    assert offered.is_shared and read_bundle(file.read_bytes())[0].id == offered.signed.id
    assert watched_folders(reader.home).shared == (str(shared),)
    assert put_in_shared_folder(open_table(reader, offered.signed.id).session), "later notes find the way"


@pytest.mark.parametrize("where", ["nowhere", "home", "home/keys", "games", "other", "other/record"])
def test_no_offer_goes_where_keys_or_records_are(tmp_path: Path, reader: Reader, where: str) -> None:
    """Nor does one whose own folder would be made in the shared one, by whoever stands there."""
    for path in ("home/keys", "other/record"):
        (tmp_path / path).mkdir(parents=True)
    new = replace(_new(tmp_path), shared=tmp_path / where)

    with pytest.raises(FileTrouble):
        ask_offer(reader, new)
    assert reader.home.keys() == () and not list(tmp_path.rglob("*.note"))
