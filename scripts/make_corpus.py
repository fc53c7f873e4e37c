"""Write the mails of `tests/post/corpus` that real programs made, anew: `python scripts/make_corpus.py`.

Mutt, s-nail, mblaze, procmail with its formail, and GnuPG each write what people make them write: `programs.toml` says
which version wrote which mail. Dates and boundaries differ each time; what must be found in a mail does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.support.corpus_by_hand import mails  # noqa: E402
from tests.support.frozen_notes import bundle, move  # noqa: E402

CORPUS = ROOT / "tests" / "post" / "corpus"

VERSIONS = {
    "mutt": ["mutt", "-v"],
    "s-nail": ["s-nail", "--version"],
    "mblaze": ["dpkg-query", "-W", "-f", "mblaze ${Version}\\n", "mblaze"],
    "procmail": ["procmail", "-v"],
    "gpg": ["gpg", "--version"],
}


WORDS = "Ciao Hanna,\n\necco la mia mossa. Perché no? È già tardi …\n\n"
LETTER = f"Step 12 of our game.\n\nFrom here on only the program reads on.\n\n{bundle(12)}"


class Desk:
    """A folder in which the programs find their settings and what is to be sent, and leave what they write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
            "USER": "anna",
            "LOGNAME": "anna",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "EMAIL": "anna@example.org",
            "GNUPGHOME": str(folder / "gnupg"),
        }
        (folder / "gnupg").mkdir(mode=0o700)
        self.file("0012.txt", bundle(12))
        self.file("0012.step", bundle(12))
        self.file("old.eml", f"From: hanna@example.org\nTo: anna@example.org\nSubject: step 11\n\n{bundle(11)}")
        self.file("capture", f'#!/bin/sh\nexec cat > "{folder}/sent"\n').chmod(0o755)

    def file(self, name: str, text: str) -> Path:
        """Write a file of this folder."""
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def run(self, *words: str, text: str = "") -> bytes:
        """Run a program on a text; what it prints."""
        given = {"cwd": self.folder, "env": self.environment, "input": text.encode(), "capture_output": True}
        return subprocess.run(words, check=True, timeout=60, **given).stdout  # type: ignore[call-overload,no-any-return]

    def sent(self) -> bytes:
        """What the program gave to the program that sends."""
        return (self.folder / "sent").read_bytes()


def mutt(session: Desk, text: str, *settings: str, files: tuple[str, ...] = (), to: str = "hanna@example.org") -> bytes:
    """A mail as Mutt sends it from a script."""
    session.file(
        "muttrc",
        f'set sendmail="{session.folder}/capture"\nset from="anna@example.org"\nset realname="Anna Böhm"\n'
        'set hostname="example.org"\nset use_domain=no\nset sendmail_wait=0\nset charset=utf-8\n'
        + "".join(f"set {setting}\n" for setting in settings),
    )
    attached = ["-a", *files, "--"] if files else []
    session.run("mutt", "-n", "-F", "muttrc", "-s", "La mia mossa: passo 12", *attached, to, text=text)
    return session.sent()


def snail(session: Desk, text: str, *settings: str, files: tuple[str, ...] = ()) -> bytes:
    """A mail as s-nail sends it from a script."""
    options = [f"-S{setting}" for setting in ("hostname=example.org", "from=anna@example.org", "sendwait", *settings)]
    attached = [word for file in files for word in ("-a", file)]
    capture = f"-Smta={session.folder}/capture"
    session.run("s-nail", "-:/", capture, *options, "-s", "la mia mossa", *attached, "hanna@example.org", text=text)
    return session.sent()


HEADERS = "From: Anna <anna@example.org>\nTo: hanna@example.org\nSubject: La mia mossa\n\n"


def mmime(session: Desk, text: str) -> bytes:
    """A mail as mblaze makes it of a draft."""
    return session.run("mmime", text=f"{HEADERS}{text}")


def procmail(session: Desk, recipe: str, *mails: str) -> None:
    """Let procmail deliver mails by a recipe."""
    session.file("procmailrc", f"MAILDIR={session.folder}\nDEFAULT={session.folder}/default\nSHELL=/bin/sh\n{recipe}\n")
    for mail in mails:
        session.run("procmail", "-f", "hanna@example.org", "-m", "./procmailrc", text=mail)


def mail(text: str, *headers: str) -> str:
    """A mail as it arrives."""
    more = "".join(f"{header}\n" for header in headers)
    return f"From: Hanna <hanna@example.org>\nTo: anna@example.org\nSubject: step\n{more}\n{text}"


def mailbox_of_mutt(session: Desk) -> bytes:
    """The copies of three mails that Mutt keeps in one file."""
    kept = f'record="{session.folder}/kept"'
    mutt(session, move(12), kept)
    mutt(session, f"{WORDS}{bundle(12)}", kept, "allow_8bit=no")
    mutt(session, "Allegata.\n", kept, files=("0012.txt",))
    return (session.folder / "kept").read_bytes()


def mailbox_of_snail(session: Desk) -> bytes:
    """The copies of two mails that s-nail keeps in one file, one of them in base64."""
    kept = f"record={session.folder}/nails"
    snail(session, f"{WORDS}{move(12)}", kept, "mime-encoding=base64")
    snail(session, bundle(11), kept)
    return (session.folder / "nails").read_bytes()


def mailbox_of_procmail(session: Desk) -> bytes:
    """Three mails that procmail delivered to one file, one of them in base64 and one of words alone."""
    coded = mutt(session, LETTER, files=("old.eml",)).decode()
    procmail(session, ":0:\ninbox", mail(LETTER), coded, mail("Buon appetito!\n\nFrom Anna with love\n"))
    return (session.folder / "inbox").read_bytes()


def maildir_of_procmail(session: Desk) -> bytes:
    """A mail that procmail delivered to a folder of files, by a recipe that looks for notes."""
    procmail(session, ":0 B\n* BEGIN REFEREE NOTE\nbox/", mail(LETTER), mail("Niente.\n"))
    (found,) = (session.folder / "box" / "new").iterdir()
    return found.read_bytes()


def digest_of_formail(session: Desk) -> bytes:
    """A file of mails without postmarks between them, cut into mails by formail."""
    several = "\n".join(mail(text, "Date: Thu, 20 Nov 2025 21:10:00 +0000") for text in (move(12), bundle(11), LETTER))
    return session.run("formail", "-ds", "cat", text=several)


def clearsigned(session: Desk, text: str) -> bytes:
    """A mail whose text GnuPG has signed in the clear: it escapes every line that begins with a hyphen."""
    key = ["--passphrase", "", "--quick-gen-key", "Anna <anna@example.org>", "ed25519", "sign", "never"]
    batch = ["gpg", "--batch", "--quiet", "--pinentry-mode", "loopback"]
    if not session.run("gpg", "--batch", "--list-secret-keys"):
        session.run(*batch, *key)
    signed = session.run(*batch, "--passphrase", "", "--clearsign", text=text)
    return mail(signed.decode()).encode()


def encrypted(session: Desk) -> bytes:
    """A mail whose text GnuPG has encrypted by a passphrase."""
    words = ["--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "x", "--armor", "--symmetric"]
    return mail(session.run("gpg", *words, text=move(12)).decode()).encode()


HTML = "<html><body><p>Ecco:</p><pre>{}</pre></body></html>"

MAILS: dict[str, tuple[str, Callable[[Desk], bytes]]] = {
    "mutt-plain.eml": ("mutt", lambda session: mutt(session, bundle(12))),
    "mutt-words-8bit.eml": ("mutt", lambda session: mutt(session, f"{WORDS}{bundle(12)}", "allow_8bit=yes")),
    "mutt-words-quoted-printable.eml": ("mutt", lambda session: mutt(session, f"{WORDS}{bundle(12)}", "allow_8bit=no")),
    "mutt-latin-1.eml": (
        "mutt",
        lambda session: mutt(session, f"Perché no?\n{move(12)}", "send_charset=iso-8859-1", "allow_8bit=no"),
    ),
    "mutt-flowed.eml": ("mutt", lambda session: mutt(session, f"{WORDS}{move(12)}", "text_flowed=yes")),
    "mutt-attachment-text.eml": ("mutt", lambda session: mutt(session, "Allegata.\n", files=("0012.txt",))),
    "mutt-attachment-unknown.eml": ("mutt", lambda session: mutt(session, WORDS, files=("0012.step",))),
    "mutt-attachment-and-body.eml": ("mutt", lambda session: mutt(session, move(12), files=("0012.txt",))),
    "mutt-attached-mail.eml": ("mutt", lambda session: mutt(session, "Inoltro.\n", files=("old.eml",))),
    "mutt-kept.mbox": ("mutt", mailbox_of_mutt),
    "s-nail-plain.eml": ("s-nail", lambda session: snail(session, move(12))),
    "s-nail-8bit.eml": ("s-nail", lambda session: snail(session, f"{WORDS}{bundle(12)}", "mime-encoding=8bit")),
    "s-nail-quoted-printable.eml": (
        "s-nail",
        lambda session: snail(session, f"{WORDS}{bundle(12)}", "mime-encoding=quoted-printable"),
    ),
    "s-nail-base64.eml": ("s-nail", lambda session: snail(session, f"{WORDS}{bundle(12)}", "mime-encoding=base64")),
    "s-nail-attachment.eml": ("s-nail", lambda session: snail(session, "Allegata.\n", files=("0012.step",))),
    "s-nail-kept.mbox": ("s-nail", mailbox_of_snail),
    "mblaze-plain.eml": ("mblaze", lambda session: mmime(session, bundle(12))),
    "mblaze-words.eml": ("mblaze", lambda session: mmime(session, f"{WORDS}{bundle(12)}")),
    "mblaze-attachment.eml": ("mblaze", lambda session: mmime(session, "Allegata.\n#text/plain 0012.txt\n")),
    "mblaze-attachment-unknown.eml": (
        "mblaze",
        lambda session: mmime(session, "Allegata.\n#application/octet-stream 0012.step\n"),
    ),
    "mblaze-forwarded.eml": ("mblaze", lambda session: mmime(session, "Inoltro.\n#message/rfc822 old.eml\n")),
    "mblaze-html.eml": (
        "mblaze",
        lambda session: (
            session.file("page.html", HTML.format(bundle(12)))
            and mmime(session, "Vedi la pagina.\n#text/html page.html\n")
        ),
    ),
    "mblaze-quoted.eml": (
        "mblaze",
        lambda session: mmime(
            session, f"{session.run('mquote', str(session.folder / 'old.eml')).decode()}\n{move(12)}"
        ),
    ),
    "procmail-inbox.mbox": ("procmail", mailbox_of_procmail),
    "procmail-maildir.eml": ("procmail", maildir_of_procmail),
    "formail-digest.mbox": ("procmail", digest_of_formail),
    "formail-reply.eml": ("procmail", lambda session: session.run("formail", "-rkb", "-p", "> ", text=mail(LETTER))),
    "formail-reply-words.eml": (
        "procmail",
        lambda session: session.run("formail", "-r", text=mail(LETTER)) + b"Metto il tempio in C10.\n",
    ),
    "gpg-clearsigned.eml": ("gpg", lambda session: clearsigned(session, f"{WORDS}{bundle(12)}")),
    "gpg-clearsigned-quoted.eml": (
        "gpg",
        lambda session: b"".join(
            b"> " + line if number > 4 else line
            for number, line in enumerate(clearsigned(session, move(12)).splitlines(keepends=True))
        ),
    ),
    "gpg-encrypted.eml": ("gpg", encrypted),
}
"""What each program writes, by the name of the file."""


def version(program: str) -> str:
    """What a program says of its version, in its first line."""
    said = subprocess.run(VERSIONS[program], check=False, capture_output=True, text=True)
    return (said.stdout or said.stderr).partition("\n")[0].strip()


def main() -> None:
    """Write every mail, and the table of the programs; with `--by-hand` those alone that no program writes."""
    for name, data in mails(bundle(12), bundle(11), move(12)).items():
        (CORPUS / name).write_bytes(data)
    if sys.argv[1:] == ["--by-hand"]:
        return
    for name, (_, write) in MAILS.items():
        with tempfile.TemporaryDirectory() as folder:
            data = write(Desk(Path(folder)))
        if folder.encode() in data:
            raise SystemExit(f"{name} names a folder of this machine")
        (CORPUS / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    lines = ["# Which program wrote which mail of this folder. Generated by `python scripts/make_corpus.py`."]
    for program in VERSIONS:
        names = ", ".join(f'"{name}"' for name, (by, _) in MAILS.items() if by == program)
        lines += ["", f"[{program}]", f'version = "{version(program)}"', f"mails = [{names}]"]
    (CORPUS / "programs.toml").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
