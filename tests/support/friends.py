"""A long game of Tigris among five friends at terminals, as `scripts/friends.py` plays it.

Hanna hosts; Anna, Bert, Carl and Dora play, Bert and Dora in Italian. At step 20 the computer of Carl is gone, with his
key; at step 30 Dora is never heard of again; the game goes on to the end that the rules give it, and Gina, who knows
nobody, checks it all. Each has a home and types at a terminal of 80 columns and 24 rows; all that passes between them
are mails. The orders are those of the sensible policy, chance and days are set: the same game, byte by byte, each time.

The moments that matter are typed three times from the same files: by everybody in English, by everybody in Italian, and
as these five speak. The first two are the pages tests/friends/*.md.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.support import ROOT
from tests.support.page_stages import EVENING, People
from tests.support.rehearse import SEATS
from tests.support.rounds import HOST, Evening, Failed, Typed

START = datetime(2026, 1, 5, 19, 0, tzinfo=UTC)
TITLE, FOLDER, OPTIONS = "Friday tigris", "friday-tigris", ("deadline=7", "grace=3")
LOST, GONE, STRANGER = "carl", "dora", "gina"
LOST_AT, GONE_AT = 20, 30
YES = {
    "en": (
        "Do you play too? [y/N]: n",
        "sign this consent? [y/N]: y",
        "sign this step? [y/N]: y",
        "create the key and sign? [y/N]: y",
        "this ends the game; continue? [y/N]: y",
        "this ends the game and makes all hidden information public; publish? [y/N]: y",
    ),
    "it": (
        "Giochi anche tu? [s/N]: n",
        "firmi questo consenso? [s/N]: s",
        "firmi questo passo? [s/N]: s",
        "fai la chiave e firmi? [s/N]: s",
        "questo fa finire la partita; continuare? [s/N]: s",
        "così la partita finisce e tutto diventa pubblico; confermi? [s/N]: s",
    ),
}
PAGES = {"en": ROOT / "tests" / "friends" / "long-game.md", "it": ROOT / "tests" / "friends" / "long-game-it.md"}


class Diary(People):
    """People whose computers all show the same day, which goes on when we say so."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "en_GB.UTF-8", EVENING)
        self.day = START
        self.environment |= {"REFEREE_PAGE_CLOCK": str(folder / "clock"), "TZ": "UTC"}
        self.wait(0)

    def wait(self, days: int) -> None:
        """So many days go by."""
        self.day += timedelta(days=days)
        (self.folder / "clock").write_text(self.day.isoformat())

    def run(self, command: str, expected: list[str], who: str = "") -> tuple[int, list[str]]:
        """As in `People`; what is written carries the day."""
        ran = super().run(command, expected, who)
        tomorrow = self.day.timestamp() + 86_400
        for path in (self.folder / who).glob("*/record/*"):
            if path.stat().st_mtime > tomorrow:
                os.utime(path, (self.day.timestamp(), self.day.timestamp()))
        return ran


@dataclass
class Friends(Evening):
    """The five of them. `lang_of_all` is what all speak for a while; `told` are the moments, by language."""

    stage: Diary
    lang_of_all: str = ""
    moments: dict[str, list[list[Typed]]] = field(default_factory=lambda: {lang: [] for lang in PAGES})

    def lang(self, who: str) -> str:
        """The language in which somebody plays."""
        return self.lang_of_all or super().lang(who)

    def types(self, who: str, command: str, *answers: str) -> list[str]:
        """As in `Evening`, with a yes to what is asked when keys change and games end."""
        lang = self.lang(who)
        return super().types(who, command, *answers, *YES[lang])

    def moment(self, play: Callable[[Friends], None]) -> None:
        """Something that the pages tell: typed in each language by all, from the same files, and then as they speak."""
        day, folder, before = self.stage.day, self.stage.folder, len(self.seen)
        with tempfile.TemporaryDirectory(prefix="referee-friends-") as kept:
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            for lang in PAGES:
                self.lang_of_all = lang
                play(self)
                self.moments[lang].append(self.seen[before:])
                del self.seen[before:]
                _restore(folder, Path(kept))
                self.stage.day = day
        self.lang_of_all = ""
        play(self)

    def takes(self, who: str) -> list[str]:
        """Somebody takes in the mails that have come, and puts them away."""
        mails = self.stage.folder / who / "mail"
        if not mails.is_dir() or not any(mails.iterdir()):
            return []
        said = self.types(who, "referee receive mail")
        shutil.rmtree(mails)
        return said

    def turn(self) -> None:
        """Who is asked takes in what came and moves; the host enters it and mails the letter to all."""
        before = self.session(HOST).position
        for request in before.asked:
            who = before.table.names[request.seat]
            self.takes(who)
            self.moves(who, before.step, before.step + 1)
        self.takes(HOST)
        self.mails_letters(before.step)

    def mails_letters(self, before: int) -> None:
        """The host mails every letter that is new."""
        for step in self.entered(before):
            self.types(HOST, f"mail {step:04d}.txt {' '.join(self.seats)}")
        self.stage.wait(1)

    def asked(self) -> list[str]:
        """Who is asked now."""
        position = self.session(HOST).position
        return [position.table.names[request.seat] for request in position.asked]


def _restore(folder: Path, kept: Path) -> None:
    """Everything in a folder as it was, the days of its files too."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(kept, folder, dirs_exist_ok=True)


def loses_key(friends: Friends, who: str = LOST) -> None:
    """The computer of a player is gone. A friend sends the game, six words are heard in person, and all agree."""
    home, friend = friends.stage.folder / who, next(seat for seat in friends.seats if seat != who)
    others, step = [seat for seat in friends.seats if seat != who], friends.session(HOST).position.step + 1
    shutil.rmtree(home)
    friends.types(who, "referee")
    friends.types(friend, "referee archive --to friday.zip")
    friends.types(friend, f"cp friday.zip $STAGE/{who}")
    friends.types(who, f"referee receive friday.zip --folder {FOLDER}")
    said = friends.types(who, f'referee rekey {who} --why "my computer broke" --game {FOLDER}')
    six = next(line.strip() for line in said if re.fullmatch(r"  (\w+ ){5}\w+", line))
    asks = f"rekey-{step:04d}-{who}"
    friends.types(who, f"mail {asks}.note {HOST} {' '.join(others)}")
    for seat in others:
        friends.types(seat, f"referee receive mail/{asks}.eml")
        friends.types(seat, f"referee consent mail/{asks}.eml", f"{who.title()}> {six}")
        (note,) = (friends.stage.folder / seat / FOLDER / "outbox").glob(f"consent-key-{who}-{seat}-*.note")
        friends.types(seat, f"mail {note.name} {HOST}")
        shutil.rmtree(friends.stage.folder / seat / "mail")
    friends.types(HOST, "referee receive mail")
    friends.types(HOST, f"referee consent mail/{asks}.eml", f"{who.title()}> {six}")
    shutil.rmtree(friends.stage.folder / HOST / "mail")
    friends.mails_letters(step - 1)
    friends.takes(who)
    four = friends.types(who, "referee words | head -1")[0].rpartition(": ")[2]
    friends.types(who, f"referee words {four} --from all")
    friends.types(who, "referee")
    friends.takes(others[-1])


def vanishes(friends: Friends, who: str = GONE) -> None:
    """A player answers no more: the days go by, a reminder is written, and then the host lets the seat pass."""
    other = next(seat for seat in friends.seats if seat != who)
    friends.takes(other)
    friends.stage.wait(7)
    friends.types(HOST, "referee")
    friends.types(HOST, "referee remind")
    friends.types(other, "referee")
    friends.stage.wait(4)
    friends.types(HOST, "referee")
    passes(friends, who)
    friends.takes(other)
    friends.types(other, "referee log --last 1")


def passes(friends: Friends, who: str = GONE) -> None:
    """The host lets a seat pass."""
    before = friends.session(HOST).position.step
    friends.types(HOST, f"referee absent {who}")
    friends.mails_letters(before)


def ends(friends: Friends) -> None:
    """All who are there take the end in and acknowledge it; a stranger is sent the game, and checks it."""
    for seat in friends.seats:
        if seat != GONE:
            friends.takes(seat)
            friends.types(seat, "referee ack")
            friends.types(seat, f"mail ack-{seat}.note {HOST}")
    friends.takes(HOST)
    friends.types(HOST, "referee")
    friends.types(HOST, "referee archive --to friday.zip")
    friends.stage.run(f"mkdir -p $STAGE/{STRANGER}; cp friday.zip $STAGE/{STRANGER}", [], HOST)
    friends.types(STRANGER, "referee audit friday.zip")
    friends.types(STRANGER, "referee audit friday.zip --signers signers.txt; cut -c1-60 signers.txt")
    friends.types(HOST, "referee log --last 2")
    friends.types(HOST, "referee replay --html friday.html")


def play(folder: Path) -> Friends:
    """The whole game, with its moments. Raises Failed."""
    friends = Friends(Diary(folder), "tigris", SEATS[:4], TITLE, OPTIONS)
    friends.open()
    for who in (*friends.seats, HOST):
        shutil.rmtree(folder / who / "mail", ignore_errors=True)
    friends.moment(Friends.turn)
    while not friends.session(HOST).position.over:
        step, asked = friends.session(HOST).position.step, friends.asked()
        if step == LOST_AT:
            for seat in friends.seats:
                friends.takes(seat)
            friends.moment(loses_key)
        elif step >= GONE_AT and GONE in asked:
            if any(typed[1].startswith("referee absent") for typed in friends.seen):
                passes(friends)
            else:
                friends.moment(vanishes)
        else:
            friends.turn()
    friends.moment(ends)
    return friends


BLOCK = re.compile(r"^```console\n.*?^```$", re.DOTALL | re.MULTILINE)


def written(page: str, moments: Sequence[Sequence[Typed]]) -> str:
    """A page with the moments in its blocks, one in each."""
    blocks = iter(moments)

    def block(_: re.Match[str]) -> str:
        lines = [line for who, command, _, seen in next(blocks) for line in (f"{who}$ {command}", *seen)]
        return "\n".join(("```console", *filter(None, lines), "```"))

    return BLOCK.sub(block, page)


def main(words: Sequence[str]) -> None:
    """Play, and hold the pages against what was seen, or write them."""
    with tempfile.TemporaryDirectory(prefix="referee-friends-") as folder:
        try:
            friends = play(Path(folder).resolve())
        except Failed as failed:
            raise SystemExit(str(failed)) from None
        print(friends.told())
    stale = []
    for lang, page in PAGES.items():
        before = page.read_text("utf-8")
        now = written(before, friends.moments[lang])
        if now != before:
            stale.append(page.name)
            if "--update" in words:
                page.write_text(now, "utf-8")
    if stale:
        print(*stale, "written" if "--update" in words else "goes otherwise", sep=" ")
        raise SystemExit(0 if "--update" in words else 1)
