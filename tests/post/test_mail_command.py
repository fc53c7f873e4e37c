"""`referee mail` and `referee people`: a mail for each reader that is safe to send, and addresses that stay at home."""

from __future__ import annotations

import json
import shlex
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.errors import Unreadable
from referee.mail.address_book import check_address
from referee.mail.mail_memory import SentMails
from referee.mail.mime import MailDraft, eml_bytes, mailto_link
from referee.mail.outgoing import step_letter_mail, with_program
from referee.mail.recipients import mails_to_recipients, recipients_of
from referee.messages.install_lines import FILE, install_lines
from referee.record.file_names import step_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import render_bundle
from referee.record.store import DataFolder, GameFolder
from referee.service.post.due_mails import due_mails
from referee.session.session import open_session
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside

MATCH = running()
LAST = MATCH.host.step


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """The host's folder at the newest step; everybody but one has an address, one of them reads Italian."""
    home = home_of(tmp_path, "host")
    game = lay(tmp_path / "game", MATCH.files)
    first, second, _ = MATCH.table.names
    for name, address, *more in (
        ("me", "host@example.org"),
        (first, "one@example.org", "--speaks", "it"),
        (second, "two@example.org"),
    ):
        assert inside(["people", "set", name, address, *more], home, game)[0] == 0
    return game


def home(game: Path) -> Path:
    return home_of(game.parent, "host")


def mails(game: Path, *words: str) -> dict[str, EmailMessage]:
    """What `referee mail` wrote, by the label of the reader."""
    code, _, errors = inside(["mail", *words], home(game), game)
    assert code == 0, errors
    found = {}
    for path in sorted((game / "letters").glob("*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=default)
        assert isinstance(mail, EmailMessage)
        found[path.stem.partition("-")[2]] = mail
    return found


def part(mail: EmailMessage, kind: str) -> Any:
    return next(part for part in mail.walk() if part.get_content_type() == kind)


def test_each_player_gets_a_mail_with_one_recipient(host: Path) -> None:
    written = mails(host)
    first, second, third = MATCH.table.names

    assert {name: str(mail["To"] or "") for name, mail in written.items()} == {
        first: f"{first.title()} <one@example.org>",
        second: f"{second.title()} <two@example.org>",
        third: "",
    }
    assert not any(mail[header] for mail in written.values() for header in ("Cc", "Bcc"))


def test_the_mail_holds_the_notes_in_its_text_its_page_and_its_file(host: Path) -> None:
    mail = mails(host)[MATCH.table.names[1]]
    file = next(mail.iter_attachments())
    wanted = MATCH.signed_notes[f"{LAST:04d}.step"]

    assert file.get_filename() == f"{LAST:04d}.txt"
    assert unwrap(file.get_content().encode()).signed_notes == wanted
    assert unwrap(part(mail, "text/plain").get_content().encode()).signed_notes == wanted
    assert all(signed.id for signed in wanted)
    assert unwrap(mail.as_bytes()).signed_notes == wanted


def test_the_page_shows_the_board_as_a_picture_of_the_mail_itself(host: Path) -> None:
    mail = mails(host)[MATCH.table.names[1]]
    picture = part(mail, "image/svg+xml")

    assert f"cid:{picture['Content-ID'].strip('<>')}" in part(mail, "text/html").get_content()
    assert picture.get_content().startswith(b"<svg")
    assert "http:" not in part(mail, "text/html").get_content().replace("http://www.w3.org", "")


def test_every_reader_is_written_to_in_their_language(host: Path) -> None:
    written = mails(host)
    first, second, _ = MATCH.table.names

    assert written[first]["Content-Language"] == "it"
    assert f"{LAST} - tocca" in written[first]["Subject"]
    assert f"{LAST} - waiting for {asked(MATCH).title()}" in written[second]["Subject"]


def test_the_subject_says_whose_turn_it_is(host: Path) -> None:
    written = mails(host, "--lang", "en")
    _, *english = MATCH.table.names
    title = MATCH.table.title.replace(" &", "")

    assert {str(written[name]["Subject"]) for name in english} == {
        f"{title} {LAST} - waiting for {asked(MATCH).title()}"
    }


def test_a_letter_answers_the_one_before_it_in_every_mail_program(host: Path) -> None:
    seat = MATCH.table.names[1]
    newest = mails(host)[seat]
    before = mails(host, str(LAST - 1))[seat]
    older = message_from_bytes((host / "letters" / f"{LAST - 1:04d}-{seat}.eml").read_bytes(), policy=default)

    assert newest["In-Reply-To"] == newest["References"] == older["Message-ID"]
    assert before is not None


def test_the_same_game_gives_the_same_bytes(host: Path) -> None:
    mails(host)
    first = {path.name: path.read_bytes() for path in (host / "letters").glob("*.eml")}
    mails(host)

    assert {path.name: path.read_bytes() for path in (host / "letters").glob("*.eml")} == first
    assert not any(b"\nDate:" in data for data in first.values())


def test_a_player_mails_what_was_signed_last_to_the_host(tmp_path: Path) -> None:
    seat = asked(MATCH)
    game, own = lay(tmp_path / "game", MATCH.files), home_of(tmp_path, seat)
    nothing = inside(["mail", "--json"], own, game)
    (game / "outbox").mkdir()
    note = render_bundle((next(s for s in MATCH.signed_notes[f"{LAST:04d}.step"] if s.type == "move"),))
    (game / "outbox" / f"{LAST + 1:04d}-{seat}.move").write_bytes(note)
    code, out, _ = inside(["mail", "--json"], own, game)

    assert json.loads(nothing[1])["error"]["code"] == "nothing-to-mail"
    assert code == 0
    assert [mail["name"] for mail in json.loads(out)["mails"]] == ["the host"]
    assert note in unwrap_file(game / "letters" / f"{LAST + 1:04d}-{seat}-host.eml")


def unwrap_file(path: Path) -> bytes:
    return render_bundle(unwrap(path.read_bytes()).signed_notes)


def test_the_link_of_a_letter_holds_the_words_alone_and_names_the_file_to_attach(host: Path) -> None:
    code, out, _ = inside(["mail", "--mailto", "--to", MATCH.table.names[1]], home(host), host)
    link, attach = out.splitlines()

    assert code == 0
    assert link.startswith("mailto:two@example.org?subject=") and len(link) < 2000
    assert "REFEREE" not in link
    assert attach == f"attach this file: letters/{LAST:04d}.txt"
    assert (host / "letters" / f"{LAST:04d}.txt").exists()


def test_a_bare_address_may_be_named_and_an_unknown_name_is_refused(host: Path) -> None:
    code, out, _ = inside(["mail", "--to", "new@example.org", "--json"], home(host), host)
    unknown = inside(["mail", "--to", "zoe", "--json"], home(host), host)

    assert (code, [mail["address"] for mail in json.loads(out)["mails"]]) == (0, ["new@example.org"])
    assert json.loads(unknown[1])["error"]["code"] == "nobody-of-that-name"


@pytest.mark.parametrize("name", ["zoe", "Zoe Maria", "o'neill", "$(id)"])
def test_what_an_unknown_name_is_told_to_type_gives_it_an_address(host: Path, name: str) -> None:
    refused = inside(["mail", "--to", name], home(host), host)
    hint = next(line for line in refused[2].splitlines() if "referee people set" in line)
    words = shlex.split(hint.partition("referee ")[2].replace("ADDRESS", "zoe@example.org"))

    assert inside(words, home(host), host)[0] == 0
    assert inside(["mail", "--to", name], home(host), host)[0] == 0


def test_addresses_stand_in_no_file_of_the_game_but_the_mails(host: Path) -> None:
    mails(host)
    files = [path for path in host.rglob("*") if path.is_file() and path.suffix != ".eml"]

    assert not any(b"@example.org" in path.read_bytes() for path in files)


def test_a_person_is_known_by_key_in_every_game_and_forgotten_by_name(host: Path) -> None:
    name = MATCH.table.names[0]
    _, out, _ = inside(["people", "list", "--json"], home(host), host)
    book = {person["name"]: person for person in json.loads(out)["people"]}
    forgotten = inside(["people", "forget", name], home(host), host)
    again = inside(["people", "forget", name, "--json"], home(host), host)

    assert len(book[name]["key"]) == 43 and book["me"]["key"] == ""
    assert forgotten[0] == 0
    assert json.loads(again[1])["error"]["code"] == "nobody-of-that-name"


EVIL = (
    "a@b\nBcc: x@example.org",
    "a@b\r\n\r\nx",
    "a b@c",
    "a@b, c@d",
    "A <a@b>",
    "a@",
    "@b",
    "a",
    "",
    "\u00e4@b.org",
    "a@b" + "c" * 300,
)


@pytest.mark.parametrize("text", EVIL)
def test_what_is_no_single_address_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        check_address(text)


@cache
def evil(text: str) -> EmailMessage:
    draft = MailDraft(
        "a@example.org",
        text,
        text,
        f"{text}\n",
        "",
        "x.txt",
        "<step.x.a.b@referee.pbem>",
        sender="b@example.org",
        sender_name=text,
    )
    mail = message_from_bytes(eml_bytes(draft), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


NAMES = (
    "Anna\r\nBcc: x@example.org",
    "Anna\nX-Evil: 1\n\nhello",
    'A" <x@example.org>, "B',
    "\u202egro.elpmaxe",
    "=?utf-8?q?=0ABcc:_x?=",
    "=?utf-8?b?CkJjYzogeA==?= =?utf-8?q?=0D=0A?=",
    "<script>alert(1)</script>",
    "a" * 500,
)


@pytest.mark.parametrize("text", NAMES)
def test_no_name_and_no_title_can_put_a_header_or_a_recipient_into_a_mail(text: str) -> None:
    mail = evil(text)

    assert sorted(mail.keys()) == sorted(
        ["From", "To", "Subject", "Message-ID", "MIME-Version", "Content-Type", "Content-Language", "X-Unsent"]
    )
    assert [address.addr_spec for address in mail["To"].addresses] == ["a@example.org"]
    assert [address.addr_spec for address in mail["From"].addresses] == ["b@example.org"]
    assert "<script>" not in part(mail, "text/html").get_content()


def test_a_link_cannot_be_given_another_recipient_by_a_title() -> None:
    link, _ = mailto_link(
        MailDraft("a@example.org", "A", "x&cc=evil@example.org", "words\n", "", "x.txt", "<x@referee.pbem>")
    )

    assert "&cc=" not in link


# --- the program as a file beside the notes -------------------------------------------------------

PROGRAM = bytes(range(256)) * 8000
"""As large as the program, and nothing that is text."""


def with_the_program(game: Path, file: bytes = PROGRAM) -> EmailMessage:
    """The mail of one reader as `--with-program` makes it of such a file."""
    session = open_session(GameFolder(game), DataFolder(home(game)))
    parcel = step_letter_mail(session, LAST)
    reader = recipients_of(session, parcel, (), "en")[1]
    ((_, draft),) = mails_to_recipients(session, parcel, [reader], "en")
    mail = message_from_bytes(eml_bytes(with_program(draft, FILE, file)), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def test_the_program_lies_in_a_mail_with_its_sha256_and_the_lines_that_install_it(host: Path) -> None:
    mail = with_the_program(host)
    files = {one.get_filename(): one.get_content() for one in mail.iter_attachments()}
    text = part(mail, "text/plain").get_content()

    assert files.pop(FILE) == PROGRAM and len(files) == 1
    assert sha256(PROGRAM).hexdigest() in text
    assert [one.program in text for one in install_lines()] == [True, True]
    assert sha256(PROGRAM).hexdigest() in part(mail, "text/html").get_content()


@pytest.mark.parametrize("file", [PROGRAM, b"PK\x03\x04" + bytes(300_000), b"-----BEGIN NOTE-----\n" * 20_000])
def test_whoever_takes_such_a_mail_in_has_the_notes_and_nothing_of_the_file(host: Path, file: bytes) -> None:
    """A mail is no way to install anything: what lies beside the notes is neither run, unpacked nor kept."""
    mail = with_the_program(host, file)
    game = lay(host.parent / "player", {name: data for name, data in MATCH.files.items() if f"{LAST:04d}." not in name})
    (host.parent / "mail.eml").write_bytes(mail.as_bytes())
    code, out, errors = inside(["receive", str(host.parent / "mail.eml")], home_of(host.parent, asked(MATCH)), game)
    kept = [path.read_bytes() for path in host.parent.rglob("*") if path.is_file() and path.name != "mail.eml"]

    assert unwrap(mail.as_bytes()).signed_notes == MATCH.signed_notes[f"{LAST:04d}.step"]
    assert code == 0, out + errors
    assert not [data for data in kept if file[:1000] in data]


def test_a_program_that_is_not_as_it_was_packed_goes_into_no_mail(host: Path) -> None:
    """Here it runs from a folder that is worked on."""
    code, out, errors = inside(["mail", "--with-program"], home(host), host)

    assert (code, out, list((host / "letters").glob("*.eml"))) == (69, "", [])
    assert "python3 -m build" in errors


@pytest.mark.parametrize("other", ["--mailto", "--clip", "--sent"])
def test_the_program_goes_into_files_alone(host: Path, other: str) -> None:
    assert inside(["mail", "--with-program", other], home(host), host)[0] == 2


def test_a_letter_brings_every_step_since_the_last_that_its_reader_was_sent(tmp_path: Path) -> None:
    """However long ago that was, up to as many as a mail can carry."""
    steps, early = 20, 3
    match, host_home = running("ur", steps), home_of(tmp_path, "host")
    later = [step_name(step) for step in range(early + 1, steps + 1)]
    game = lay(tmp_path / "game", match.files, later)
    session = open_session(GameFolder(game), DataFolder(host_home))
    for _, draft in due_mails(session, "en").drafts:
        SentMails(session).add(draft)
    for name in later:
        (game / "record" / name).write_bytes(match.files[name])
    drafts = due_mails(open_session(GameFolder(game), DataFolder(host_home)), "en").drafts
    reader = next(name for name in match.table.names if name != asked(match))
    letter = next(draft for to, draft in drafts if to.role == reader)
    (tmp_path / "letter.eml").write_bytes(eml_bytes(letter))
    behind, own = lay(tmp_path / "behind", match.files, later), home_of(tmp_path, reader)
    code, _, errors = inside(["receive", tmp_path / "letter.eml"], own, behind)

    assert code == 0, errors
    assert (behind / "record" / step_name(steps)).exists()
