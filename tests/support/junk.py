"""A mailbox full of what is for no game: words, newsletters in HTML, pictures, mailing lists; the same each time."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random

_WORDS = ("the", "offer", "ends", "on", "Sunday", "and", "all", "who", "ordered", "get", "a", "parcel")
_LINES = (4, 120)
_PICTURE = (2_000, 30_000)


def junk_mails(folder: Path, count: int) -> Path:
    """A Maildir with so many mails, none of them with a note; made once."""
    if len(list(folder.glob("new/*"))) != count:
        for part in ("new", "cur", "tmp"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        chance = Random(count)
        for number in range(count):
            (folder / "new" / f"{number:06d}.example").write_bytes(_mail(number, chance).as_bytes(policy=SMTP))
    return folder


def _mail(number: int, chance: Random) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"Sender {number} <sender-{number}@example.org>"
    mail["To"] = "anna@example.org"
    mail["Subject"] = f"offer {number}"
    mail["Message-ID"] = f"<{number}@example.org>"
    lines = [" ".join(chance.choices(_WORDS, k=9)) for _ in range(chance.randint(*_LINES))]
    mail.set_content("\n".join(lines), cte=chance.choice(("7bit", "base64", "quoted-printable")))
    if number % 4 == 1:
        paragraphs = "".join(f"<p>{line} &ndash; <a href='https://example.org/{number}'>more</a></p>" for line in lines)
        mail.add_alternative(f"<html><body>{paragraphs}</body></html>", subtype="html")
    elif number % 4 == 2:
        mail["List-Id"] = "<club.example.org>"
    elif number % 4 == 3:
        picture = chance.randbytes(chance.randint(*_PICTURE))
        mail.add_attachment(b"\xff\xd8\xff\xe0" + picture, maintype="image", subtype="jpeg", filename="photo.jpg")
    return mail
