"""A game gets a title and a folder, is offered by an invitation, and is joined by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee import __version__, games
from referee.games import find
from referee.protocol.opening.charter import make_join, make_offer, title_of
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import SignedNote, read_bundle
from tests.cli.games_on_disk import home_of, lay, mail_with, running
from tests.cli.terminal import converse, inside
from tests.cli.typing_players import Player, joined, offered
from tests.needed_tools import posix
from tests.support.rehearse import test_key, test_nonce

MATCH = running()
LAST = MATCH.host.step


def test_an_offer_and_a_join_make_a_folder_named_after_the_game(people: Callable[[str], Player]) -> None:
    joined(people, offered(people))

    for name in ("host", "anna", "bert"):
        assert [path.name for path in people(name).place.iterdir()] == ["friday-tigris"]
        assert (people(name).place / "friday-tigris" / "record" / OFFER).is_file()


@pytest.mark.parametrize(
    ("title", "folder"),
    [
        (None, "ur"),
        ("Venerdì à quattro", "venerdi-a-quattro"),
        ("../../etc/passwd", "etc-passwd"),
        ("con", "g-con"),
        ("\u4e2d\u6587", "ur"),
        ("x" * 60, "x" * 40),
    ],
)
def test_no_title_leads_outside_of_the_current_folder(
    people: Callable[[str], Player], title: str | None, folder: str
) -> None:
    host = people("host")
    code, _, errors = host.types("offer", "ur", "--seats", "3", *(("--title", title) if title else ()))

    assert code == 0, errors
    assert [path.name for path in host.place.iterdir()] == [folder]


def test_a_folder_may_be_named_and_may_be_the_current_one(people: Callable[[str], Player]) -> None:
    host, anna = people("host"), people("anna")
    host.types("offer", "ur", "--seats", "3", "--folder", "autumn/first")
    offer = host.place / "autumn" / "first" / "record" / OFFER
    code, _, _ = anna.types("join", offer, "--name", "Anna", "--folder", ".")

    assert code == 0
    assert (anna.place / "record" / OFFER).read_bytes() == offer.read_bytes()


def test_a_second_game_of_the_same_title_needs_another_name(people: Callable[[str], Player]) -> None:
    people("host").types("receive", *joined(people, offered(people)))
    again = people("host").types("offer", "tigris", "--seats", "2", "--title", "Friday tigris")

    assert again == (
        5,
        "",
        "referee: friday-tigris already holds a game\nhint: choose another folder: --folder friday-tigris-2\n",
    )


def test_the_title_is_said_where_a_game_is_named(people: Callable[[str], Player]) -> None:
    joins = joined(people, offered(people))
    host, anna = people("host"), people("anna")
    host.types("receive", *joins)
    host.types("charter", "--game", "friday")
    charter = host.place / "friday-tigris" / "letters" / "charter.txt"
    anna.types("receive", charter)
    status = anna.types("status", "--game", "friday")[1]
    listed = anna.types("games")[1]

    assert status.splitlines()[0] == "Friday tigris for Anna, Bert; you are Anna; accepted so far: nobody"
    assert charter.read_text().startswith("Subject: Friday tigris - everyone has joined\n")
    assert "Friday tigris  tigris" in listed


def test_whoever_has_joined_or_accepted_stands_in_their_own_status(people: Callable[[str], Player]) -> None:
    joins, host, anna = joined(people, offered(people)), people("host"), people("anna")
    before = anna.told("status", "--game", "friday")["joined"]
    host.types("receive", *joins)
    host.types("charter", "--game", "friday")
    anna.types("receive", host.place / "friday-tigris" / "letters" / "charter.txt")
    anna.types("accept", "--yes", "--game", "friday")

    assert (before, anna.told("status", "--game", "friday")["accepted"]) == (["anna"], ["anna"])


def test_an_offer_without_a_title_is_called_as_its_rules() -> None:
    offer = make_offer(test_key("host"), find("ur"), 3, (), test_nonce("untitled"))

    assert b"\ntitle " not in offer.body
    assert title_of(offer.note()) == "Ur"  # type: ignore[arg-type]


def test_a_hostile_title_is_harmless_in_every_letter_and_line(people: Callable[[str], Player]) -> None:
    title = "\u202etigris [red] referee/1 offer \u200b"
    host = people("host")
    invitation = offered(people, title=title)
    letter = invitation.read_text("utf-8")
    shown = "".join(host.types(*words)[1] for words in (("games",), ("games", "--lang", "it"), ("status",)))

    assert read_bundle(letter[letter.index("-----BEGIN REFEREE") :].encode())[0].note().title == title.strip()  # type: ignore[union-attr]
    assert "\u202e" not in letter + shown and "\u200b" not in letter + shown
    assert [line for line in letter.splitlines()[:25] if line.startswith("referee/")] == []
    assert people("anna").types("join", invitation, "--name", "Anna")[0] == 0


def test_a_title_of_two_lines_or_of_none_is_refused(people: Callable[[str], Player]) -> None:
    for title in ("", "a\nb", "x" * 80):
        assert people("host").types("offer", "ur", "--seats", "3", "--title", title)[0] == 3
    assert list(people("host").place.iterdir()) == []


# The invitation


def test_the_invitation_says_what_it_is_how_to_get_the_program_and_what_to_type(
    people: Callable[[str], Player],
) -> None:
    """Finding 1: a stranger understands it without the program."""
    text = offered(people, "--name", "Hanna").read_text("utf-8")
    flat = " ".join(text.split())

    assert text.startswith("Subject: Friday tigris - Hanna invites you\n")
    assert "Hanna hosts and does not play." in flat
    file = f"./pbem_referee-{__version__}-py3-none-any.whl"
    assert f"pipx install {file}\n" in text and f"py -m pip install {file}\n" in text
    assert "   referee join\n" in text and "deadline 7 days, then 3 days of grace" in flat.lower()
    assert max(map(len, text.splitlines())) <= 76


@pytest.mark.parametrize(
    ("options", "agreed"),
    [
        ((), "deadline 7 days, then 3 days of grace"),
        (("deadline=5",), "deadline 5 days, then 3 days of grace"),
        (("grace=1",), "deadline 7 days, then 1 days of grace"),
        (("deadline=5", "grace=0"), "deadline 5 days, then 0 days of grace"),
        (("deadline=0",), "no deadline"),
    ],
)
def test_the_days_that_an_offer_does_not_name_are_the_usual_ones(
    options: tuple[str, ...], agreed: str, people: Callable[[str], Player]
) -> None:
    text = offered(people, "--name", "Hanna", *(f"--option={one}" for one in options)).read_text("utf-8")

    assert agreed in " ".join(text.lower().split())


def test_the_invitation_may_be_italian(people: Callable[[str], Player]) -> None:
    text = offered(people, "--name", "Hanna", "--lang", "it").read_text("utf-8")

    assert text.startswith("Oggetto: Friday tigris - Hanna ti invita\n")
    assert "PRENDI IL PROGRAMMA" in text and "giochi" not in text.partition("-----BEGIN")[0]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Noughts and Crosses needs one more package, oxo; Hanna can send you that as a file, too:"),
        ("it", "Noughts and Crosses sta in un pacchetto a parte, oxo; Hanna ha in un file anche questo:"),
    ],
)
def test_the_invitation_to_a_game_of_a_package_tells_how_to_get_it(
    people: Callable[[str], Player], lang: str, sentence: str
) -> None:
    told = people("host").types("offer", "oxo", "--seats", "2", "--title", "Noon", "--name", "Hanna", "--lang", lang)
    (letter,) = people("host").place.glob("*/letters/invitation.txt")
    flat = " ".join(letter.read_text("utf-8").split())

    assert told[0] == 0
    assert f"{sentence} Linux, macOS: pipx inject pbem-referee ./FILE Windows: py -m pip install ./FILE" in flat


def test_an_invitation_to_an_unknown_game_is_no_fault_of_it_and_tells_what_to_install(
    people: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    people("host").types("offer", "oxo", "--seats", "2", "--title", "Noon")
    (letter,) = people("host").place.glob("*/letters/invitation.txt")
    monkeypatch.setattr(games, "packages", dict)
    code, _, errors = people("anna").types("join", letter, "--name", "Anna")

    assert (code, errors) == (
        69,
        "referee: this computer does not have the game oxo; it has cards, civilization, tigris, ur\n"
        "hint: this game is not part of referee but a separate package: ask the host for it, "
        "then pipx inject pbem-referee ./FILE\n",
    )


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_letter_tells_how_to_get_the_program(tmp_path: Path, lang: str) -> None:
    game = lay(tmp_path / "game", MATCH.files)
    for step in range(LAST + 1):
        letter = inside(["letter", str(step), "--lang", lang], home_of(tmp_path, "anna"), game)[1]

        told = " ".join(letter.partition("-----BEGIN")[0].split())
        assert f"pipx install ./pbem_referee-{__version__}-py3-none-any.whl" in told


# Joining


def test_the_host_cannot_join_the_own_game(people: Callable[[str], Player]) -> None:
    """Finding 17: refused at once, not when the host has waited for it."""
    invitation = offered(people)
    found = people("host").types("join", invitation, "--name", "Hanna")

    assert found == (
        5,
        "",
        "referee: this is your own offer, and you are not one of its players\n"
        "hint: make a new offer with the option `--play`, which tells everyone; or find one more player; "
        "or play alone against bots: referee practice GAME\n",
    )
    with pytest.raises(Exception, match="this is your own offer"):
        make_join(test_key("host"), read_offer(invitation), "hanna", "Hanna", test_nonce("own"))


def read_offer(path: Path) -> SignedNote:
    text = path.read_bytes()
    return read_bundle(text[text.index(b"-----BEGIN REFEREE") :])[0]


def test_heads_are_counted_in_the_offer(people: Callable[[str], Player]) -> None:
    out = people("host").types("offer", "tigris", "--seats", "4", "--name", "Hanna")[1]

    assert "4 players; you, Hanna, host and do not play" in out


@pytest.mark.parametrize("seating", [(), ("--option", "seating=drawn")])
@pytest.mark.parametrize("play", [(), ("--play",)])
def test_where_nothing_is_hidden_nobody_is_told_that_the_host_does_not_play(
    people: Callable[[str], Player], play: tuple[str, ...], seating: tuple[str, ...]
) -> None:
    """Whoever hosts may sit at such a table with another key, and the notes need not say it; who says it is named."""
    host = people("host")
    typed = ("offer", "ur", "--seats", "3", "--title", "Friday ur", "--name", "Hanna")
    assert host.types(*typed, *seating, *play)[0] == 0
    invitation = host.place / "friday-ur" / "letters" / "invitation.txt"
    said = [invitation.read_text()]
    files = ["anna", "bert", "carl"][bool(play) :]
    for name in files:
        said += people(name).types("join", invitation, "--name", name.title())[1:]
    joins = [next((people(name).place / "friday-ur" / "outbox").glob("join-*")) for name in files]
    said += host.types("receive", *joins)[1:]
    assert host.types("charter")[0] == 0
    letter = host.place / "friday-ur" / "letters" / "charter.txt"
    said += [letter.read_text(), *people("carl").types("receive", letter)[1:], *people("carl").types("accept")[1:]]
    whole = " ".join(" ".join(said).split())

    assert "does not play" not in whole
    assert whole.count("the host sees no more than the others") == (0 if play else 4 + 1)
    assert whole.count("Hanna hosts and plays; this game hides nothing from anyone.") == (1 + 2 + 2 if play else 0)


def test_a_charter_is_not_joined(people: Callable[[str], Player]) -> None:
    """Finding 22."""
    charter = mail_with(people("anna").root / "charter.eml", *MATCH.signed_notes[CHARTER])
    found = people("anna").types("join", charter, "--name", "Anna")

    assert found == (
        5,
        "",
        "referee: this is not an invitation but the charter of a game that already has its players: "
        f"{', '.join(MATCH.table.names)}\n"
        f"hint: receive it: referee receive {charter}\n",
    )


def test_a_second_join_names_the_file_that_waits(people: Callable[[str], Player]) -> None:
    invitation = offered(people)
    people("anna").types("join", invitation, "--name", "Anna")
    again = people("anna").types("join", invitation, "--name", "Anna")

    assert again == (
        5,
        "",
        "referee: you have joined Friday tigris already as Anna, in friday-tigris\n"
        "hint: send friday-tigris/outbox/join-anna.note again unchanged, "
        "or replace it: the same command with --yes\n",
    )


@pytest.mark.parametrize(
    ("typed", "seat", "name"),
    [
        (("--seat", "Anna"), "anna", "Anna"),
        (("--name", "Anna Böhm"), "anna", "Anna Böhm"),
        (("--name", "Ånna"), "anna", "Ånna"),
        (("--name", "Maria-Chiara della Valle"), "maria-chiara", "Maria-Chiara della Valle"),
        (("--seat", "a2", "--name", "Anna"), "a2", "Anna"),
        ((), "anna", "Anna"),
    ],
)
def test_a_seat_is_made_of_a_name(
    people: Callable[[str], Player], typed: tuple[str, ...], seat: str, name: str
) -> None:
    """Finding 35: `Anna` is lowered; what people call somebody is kept beside it."""
    invitation = offered(people)
    people("anna").types("join", invitation, *typed)
    (file,) = (people("anna").place / "friday-tigris" / "outbox").iterdir()
    join = read_bundle(file.read_bytes())[0].note()

    assert (join.seat, join.name) == (seat, name)  # type: ignore[union-attr]


def newcomer(people: Callable[[str], Player]) -> tuple[Path, Path, Path]:
    """An invitation, a home without a key, and the folder where its person stands."""
    invitation, home = offered(people), people("zoe").root / "home-of-zoe"
    place = people("host").root / "zoe"
    place.mkdir()
    return invitation, home, place


@posix
def test_at_a_terminal_a_name_is_asked_for_and_a_key_is_made(people: Callable[[str], Player]) -> None:
    """Finding 39: the evening's first three commands are one."""
    invitation, home, place = newcomer(people)
    answers = {"Your name in this game: ": "Zoë", "Create one for Zoë? [Y/n]: ": ""}
    code, seen = converse(["join", invitation], home, answers, cwd=place)

    assert code == 0, seen
    assert (home / "keys" / "zoe").is_file()
    assert (place / "friday-tigris" / "outbox" / "join-zoe.note").is_file()
    assert "Your folder: friday-tigris" in seen


@posix
def test_a_slip_in_the_name_is_seen_once_more_before_a_key_is_named_after_it(people: Callable[[str], Player]) -> None:
    invitation, home, place = newcomer(people)
    slip = {"Your name in this game: ": "Zeo", "Create one for Zeo? [Y/n]: ": "n"}
    first = converse(["join", invitation], home, slip, cwd=place)
    again = {"Your name in this game: ": "Zoe", "Create one for Zoe? [Y/n]: ": ""}
    second = converse(["join", invitation], home, again, cwd=place)

    assert first[0] == 4 and "run the command again" in first[1], first
    assert second[0] == 0, second
    assert [path.stem for path in sorted((home / "keys").iterdir())] == ["zoe", "zoe"]
    assert [path.name for path in place.rglob("join-*")] == ["join-zoe.note"]


def test_without_a_terminal_the_missing_key_is_named(people: Callable[[str], Player]) -> None:
    invitation, empty = offered(people), people("host").root / "empty"
    found = inside(["join", invitation, "--name", "Zoë"], empty, people("anna").place)

    assert (found[0], found[2]) == (4, "referee: you have no key yet\nhint: referee key new NAME\n")
    assert list(people("anna").place.iterdir()) == []


def test_another_open_game_with_the_same_host_is_named_with_its_folder(people: Callable[[str], Player]) -> None:
    """Finding 37."""
    player = people(MATCH.table.names[0])
    game = lay(player.place / "first", MATCH.files)
    player.types("words", *player.told("words", at=game)["words"], "--from", "all", at=game)
    offer = people("host").types("offer", "tigris", "--seats", "2", "--title", "Another")
    errors = player.types("join", people("host").place / "another" / "record" / OFFER, "--name", "Anna")[2]

    assert offer[0] == 0
    assert errors == ("you are in another unfinished game of this host: Tigris & Euphrates, in first\n")


def test_people_are_called_by_their_names_and_nobody_by_that_of_another() -> None:
    """Finding 35: in letters. A name that is not plainly that of the seat stands aside."""
    from msgspec.structs import replace

    table = MATCH.table
    seats = table.names
    for display, called in (
        (("Anna", "Bert", "Carl"), ("Anna", "Bert", "Carl")),
        (("Anna Böhm", "bert", "Carl"), ("Anna Böhm", "bert", "Carl")),
        (("Bert", "Bert", "the host"), ("anna", "Bert", "carl")),
        (("\u0410nna", "Bert\u200b", "Carl\u202e"), ("anna", "bert", "carl")),
        (("Anna referee/1 move", "Bert: pass", "Carl"), ("anna", "bert", "Carl")),
    ):
        by_seat = dict(zip(("anna", "bert", "carl"), display, strict=True))
        expected = dict(zip(("anna", "bert", "carl"), called, strict=True))
        renamed = replace(table, display=tuple(by_seat[seat] for seat in seats))

        assert renamed.called == tuple(expected[seat] for seat in seats)


@pytest.mark.parametrize(
    ("game", "options", "sees"),
    [
        ("tigris", (), "the host sees all hands"),
        ("tigris", ("-o", "deal=masked"), "nobody sees another player's hand, not even the host"),
        ("ur", (), "nothing is hidden"),
    ],
    ids=["open", "masked", "ur"],
)
def test_an_offer_says_what_its_host_could_see(
    people: Callable[[str], Player], game: str, options: tuple[str, ...], sees: str
) -> None:
    """And whoever is invited to a deck that nobody sees reads what that asks of everybody."""
    host = people("host")
    code, out, errors = host.types("offer", game, "--seats", "3", "--title", "t", *options)
    invited = " ".join((host.place / "t" / "letters" / "invitation.txt").read_text("utf-8").split())
    asked = "If a player loses both key and data folder, the game ends there."

    assert (code, errors) == (0, "")
    assert out.splitlines()[0].endswith(f"host and do not play: {sees}")
    assert (asked in out, asked in invited) == (bool(options), bool(options))
