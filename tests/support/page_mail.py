"""Print a mail as a mail program saves it: `python page_mail.py NAME FILE..`.

A file `.txt` is its text, the rest is attached.
"""

from __future__ import annotations

import sys
from email.message import EmailMessage
from pathlib import Path


def mail(sender: str, files: list[Path]) -> bytes:
    """The bytes of a mail: base64 and quoted-printable, CRLF, as most of them are."""
    message = EmailMessage()
    message["From"] = f"{sender.title()} <{sender}@example.org>"
    message["Subject"] = "Our game"
    message["Date"] = "Fri, 20 Nov 2026 21:10:00 +0100"
    texts = [path for path in files if path.suffix == ".txt"]
    text = "".join(path.read_text("utf-8") for path in texts) or "Here is my file.\n"
    message.set_content(text, cte="quoted-printable")
    for path in files:
        if path not in texts:
            message.add_attachment(path.read_bytes(), "application", "octet-stream", filename=path.name)
    return message.as_bytes().replace(b"\n", b"\r\n")


def main() -> None:
    """Print the mail that was asked for."""
    if "" in sys.argv:
        raise SystemExit("there is no such file to be mailed")
    sys.stdout.buffer.write(mail(sys.argv[1], [Path(name) for name in sys.argv[2:]]))


if __name__ == "__main__":
    main()
