"""What is to be sent leaves the page whole: the link that opens a mail holds the note, or the mail is saved first."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from referee.mail.mime import MailDraft, mailto_link
from referee.record.mails.unwrap import unwrap
from referee.record.note import read_bundle
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.game_forms import kept, offer_of
from tests.web.in_process_page import Page, page_of
from tests.web.rooms import PLAYERS, at_table, read

pytestmark = pytest.mark.needs("starlette")


def signed(folder: Path, *, people: bool = True) -> tuple[Path, Path, bytes]:
    """Somebody who has signed a move that nobody has been sent: home, game, and the file of the move."""
    home, game = at_table(folder, asked(running()), people=people)
    if people:
        assert inside(["people", "set", "host", "hanna@example.org"], home, game)[0] == 0
    for who in ("host", *PLAYERS):
        if who != asked(running()):
            assert inside(["words", "--without", who, "--yes"], home, game)[0] == 0
    assert inside(["move", "--yes", "pass"], home, game)[0] == 0
    (path,) = (game / "outbox").glob("*.move")
    return home, game, path.read_bytes()


def bodies(text: str) -> list[str]:
    """What stands in the mails that the links of a page open."""
    links = [each["href"] for each in read(text).all("a") if each["href"].startswith("mailto:")]
    return [parse_qs(urlsplit(link).query)["body"][0] for link in links]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_mail_that_is_opened_from_the_page_holds_the_note(lang: str, tmp_path: Path) -> None:
    home, game, move = signed(tmp_path)
    with page_of(home, game, lang) as page:
        text = page.ask(f"/game/{offer_of(home)}/post").text
    (body,) = bodies(text)

    assert [one.id for one in unwrap(body.encode()).signed_notes] == [one.id for one in read_bundle(move)]
    assert "0006" not in unescape(text).partition('<dl class="facts">')[2].partition("</dl>")[0].partition("<dd>")[0]
    assert text.count('data-copy="') == 2 and "/mail/0.eml" in text


def test_a_mail_that_does_not_fit_into_a_link_is_saved_first_and_is_whole(tmp_path: Path) -> None:
    """The letter with the deal: its link says that the notes are attached, and is the last of the ways."""
    match = running(steps=0)
    home, game = home_of(tmp_path, "host"), lay(tmp_path / "game", match.files)
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game) as page:
        at = f"/game/{offer_of(home)}"
        text = page.ask(f"{at}/post").text
        saves = re.findall(r'href="([^"]+\.eml)"', text)
        mails = [page.ask(place) for place in saves]
        others = [page.ask(f"{at}/mail/{name}.eml").status for name in ("3", "x", "-1", "0000", "%2e")]

    assert len(saves) == len(bodies(text)) == 3
    assert all("attached to this mail, as 0000.txt" in body and "BEGIN REFEREE" not in body for body in bodies(text))
    assert text.index(".eml") < text.index("mailto:") and "First save the mail" in text
    letter = [one.id for one in match.signed_notes["0000.deal"]]
    assert [[one.id for one in unwrap(mail.text.encode()).signed_notes] for mail in mails] == [letter] * 3
    assert {mail.headers["content-security-policy"] for mail in mails} == {"sandbox"}
    assert others == [404] * 5


@pytest.mark.parametrize("people", [True, False])
def test_what_was_sent_by_hand_is_offered_no_more(people: bool, tmp_path: Path) -> None:
    """With an address in the book or without one; the same in a terminal."""
    home, game, _ = signed(tmp_path, people=people)
    with page_of(home, game) as page:
        at = f"/game/{offer_of(home)}"
        offered, post = page.ask(at).text, page.ask(f"{at}/post").text
        done = page.press(f"{at}/do/mail", {"sent": "1"})
        room, after = page.ask(at).text, page.ask(f"{at}/post").text
    typed = inside(["mail", "--sent", "--json"], home, game)

    assert read(offered).gold == ["See what to send"]
    assert read(post).gold == (["Send it now"] if people else ["Open in the mail program"])
    assert "I have sent it<" in post and "I have sent it<" not in after
    assert read(done.text).heading == "Done"
    assert ("See what to send" in room, read(room).gold, read(after).gold, read(after).heading) == (
        False,
        [],
        [],
        "There is nothing to send",
    )
    assert (typed[0], '"sent":true' in typed[1]) == (0, True)


def test_a_locked_key_saves_no_mail_by_a_link(tmp_path: Path) -> None:
    from tests.cli.protected_keys import protected

    home, game, _ = signed(tmp_path)
    protected(tmp_path, asked(running()))
    before = kept(tmp_path)
    with page_of(home, game) as page:
        at = f"/game/{offer_of(home)}"
        link = page.ask(f"{at}/mail/0.eml").status
        opened = page.press(f"{at}/post", {"secret": "open sesame"}).text

    assert (link, kept(tmp_path)) == (404, before)
    assert bodies(opened) and "/mail/" not in opened


@pytest.mark.parametrize("length", range(0, 2600, 100))
def test_a_link_is_short_enough_and_holds_all_notes_or_none(length: int) -> None:
    notes = f"-----BEGIN REFEREE NOTE-----\n{'x' * length}\n-----END REFEREE NOTE-----\n"
    draft = MailDraft("a@example.org", "A", "x", "one\n\n" * 400, notes, "x.txt", "<x@referee.pbem>")
    link = mailto_link(draft, "0001.move")
    body = unquote(link.address.partition("&body=")[2])

    assert len(link.address) <= 1900
    assert (notes.strip().replace("\n", "\r\n") in body) == link.whole == (length <= 1700)
    assert ("0001.move" in body) == (not link.whole)


def test_the_page_counts_nothing_as_sent_that_was_not_due(tmp_path: Path) -> None:
    waiting = next(name for name in PLAYERS if name != asked(running()))
    home, game = at_table(tmp_path, waiting)
    with page_of(home, game) as page:
        assert isinstance(page, Page)
        said = page.press(f"/game/{offer_of(home)}/do/mail", {"sent": "1"})

    assert read(said.text).heading == "That was not done"
