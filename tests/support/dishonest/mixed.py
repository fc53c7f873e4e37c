"""Honest games in which everything happens at once: new keys, hand-overs, steps back, let-passes, old boxes, regrets.

Nobody lies. Whatever has been signed and is in no step lies beside the record, as it would in somebody's mail: no audit
finds a fault, and no judge speaks against any key.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

from tests.support.dishonest.deciding import (
    ESCROW,
    MAJORITY,
    agreeing,
    agreeing_to_key,
    asking,
    decided,
    enter,
    enter_key,
    pass_over,
)
from tests.support.dishonest.look import look
from tests.support.dishonest.project import (
    HOST,
    REFEREE,
    Claim,
    Match,
    RefereeError,
    SignedNote,
    audit,
    boxes,
    own_game_secret,
    sign_note,
)
from tests.support.dishonest.story import Found, Stopped, Story
from tests.support.rehearse import copy_of

MOST = 16
"""So many things happen in one game, at most."""


class Honest:
    """A game told by honest people; `done` is what has happened in it."""

    def __init__(self, seed: int) -> None:
        self.story = Story(seed, "honest", Random(f"honest {seed}"))
        self.chance = self.story.chance
        self.options = self.chance.choice(((), (), ESCROW, MAJORITY))
        self.match: Match = self.story.open_agreed(seats=self.chance.choice((3, 3, 4)), options=self.options)
        self.done: list[str] = []

    def tell(self) -> Story:
        """Let things happen, then look at all of it with everybody's tools."""
        with suppress(Stopped):
            for _ in range(self.chance.randrange(4, MOST)):
                if self.match.host.over:
                    break
                self._happens(self.chance.choice(HAPPENS))
            if not self.match.host.over:
                self._happens("draw")
        self.story.lied_at = ""
        self._audits()
        look(self.story)
        return self.story

    def _happens(self, what: str) -> None:
        """One thing happens, if the honest host's program lets it; what was signed for it stays beside the record."""
        before, beside = copy_of(self.match), list(self.story.loose)
        try:
            (EVENTS.get(what) or Honest.draw)(self)
        except RefereeError as refusal:
            self.story.match, self.story.loose = before, beside
            self.match = before
            self.done.append(f"{what}, refused: {refusal.code}")
            return
        self.done.append(what)

    def _audits(self) -> None:
        """Every reader finds the game without a fault, and clean if it has ended."""
        story, match = self.story, self.match
        for name, key in (("a stranger", None), *match.keys.items()):
            report = audit(match.files, key)
            if report.findings:
                story.found.append(Found("an honest game has a fault", f"{name}: {report.findings[0].sentence}"))
            elif match.host.over and report.verdict not in ("clean", "in progress"):
                story.found.append(Found("an honest game has a fault", f"{name}: {report.verdict}"))

    # What happens

    def move(self) -> None:
        """The seat that is asked moves."""
        self.story.one()

    def correction(self) -> None:
        """A seat sends a move, and another one in its place; the second is entered."""
        seat = self.story.asked
        first = self.story.move(seat)
        second = self.story.signed(self.story.move(seat), instead=(first.id,))
        assert second is not None
        self._beside(first)
        self.story.enter(self.story.close(second))

    def late_move(self) -> None:
        """A seat is let pass, and its move comes after all."""
        self._beside(self.story.move(self.story.asked))
        pass_over(self.match)

    def passed(self) -> None:
        """The seat that is asked is let pass."""
        pass_over(self.match)

    def back(self) -> None:
        """All go back; what the seat that is asked then signs again is another step."""
        to = f"back {self.chance.randint(1, self.match.host.step)}"
        self._beside(self.story.move(self.story.asked))
        self._decided(to, *self._playing())

    def almost_back(self) -> None:
        """All but one would go back, and so nothing happens."""
        to = f"back {self.chance.randint(1, self.match.host.step)}"
        self._beside(*agreeing(self.match, self._playing()[1:], to))

    def leaves(self) -> None:
        """A seat leaves the game."""
        seat = self.chance.choice(self._playing())
        consents = agreeing(self.match, [seat], "left")
        self._beside(*consents)
        enter(self.match, decided(self.match, f"left {seat}", consents=consents))

    def draw(self) -> None:
        """All agree to a draw."""
        self._decided("end draw", *self._playing())

    def own_key(self) -> None:
        """A player gets another key of the own, and opens the box of the old one."""
        seat = self.chance.choice(self._playing())
        self._new_key(seat, None, [seat])

    def lost_key(self) -> None:
        """A key is lost, or somebody else takes the seat over: all others agree."""
        seat = self.chance.choice(self._playing())
        others = [party for party in (REFEREE, *self._playing()) if party != seat]
        self._new_key(seat, self.chance.choice((None, "Nora")), others)

    def host_key(self) -> None:
        """The host gets another key of his own."""
        self._new_key(REFEREE, None, [REFEREE, *self._playing()])

    def hand_over(self) -> None:
        """Another person hosts from here on."""
        self._new_key(REFEREE, "Gina", [REFEREE, *self._playing()])

    def host_gone(self) -> None:
        """All seats replace a host who has heard of nothing, and goes on with what came to him."""
        old = copy_of(self.match)
        self._new_key(REFEREE, "Gina", list(self.match.table.names))
        self.story.match = old
        self.story.play(1)
        self.story.others.append(dict(old.files))
        self.story.match = self.match

    def never_taken_up(self) -> None:
        """The host leaves the next step to another, who does nothing; all take it back, and he closes it himself. Then
        the other one does it after all.
        """
        match, playing = self.match, self._playing()
        there, holder = copy_of(match), self._newcomer()
        rekey = asking(match, REFEREE, holder, "Gina")
        consents = agreeing_to_key(match, [REFEREE, *playing], rekey)
        noes = agreeing(match, playing, f"no key {rekey.id}")
        move = self.story.move(self.story.asked)
        enter(match, decided(match, consents=noes, moves=[move]))
        self._beside(rekey, *consents, *noes)
        if self.chance.random() < 0.5:
            enter_key(there, rekey, consents, holder)
            self.story.others.append(dict(there.files))

    def regret(self) -> None:
        """Some agree to a key, and take it back."""
        role = self.chance.choice((REFEREE, *self._playing()))
        rekey = asking(self.match, role, self._newcomer(), "Hugo")
        some = self.chance.sample(self._playing(), self.chance.randint(1, len(self._playing())))
        given = agreeing_to_key(self.match, [one for one in some if one != role], rekey)
        self._beside(rekey, *given, *agreeing(self.match, some, f"no key {rekey.id}"))

    def _new_key(self, role: str, name: str | None, who: list[str]) -> None:
        match, holder = self.match, self._newcomer()
        private = boxes.box_private(own_game_secret(match.table, match.keys[HOST if role == REFEREE else role]))
        rekey = asking(match, role, holder, name)
        consents = agreeing_to_key(match, who, rekey)
        self._beside(rekey, *consents)
        enter_key(match, rekey, consents, holder)
        if role != REFEREE and self.options != ESCROW and self.chance.random() < 0.7:
            self._beside(_opened(match, role, private))

    def _newcomer(self) -> str:
        """Whose key comes next."""
        self.story.newcomers.append(f"newcomer {len(self.story.newcomers)}")
        return self.story.newcomers[-1]

    def _playing(self) -> list[str]:
        return [name for seat, name in enumerate(self.match.table.names) if seat not in self.match.host.left]

    def _decided(self, line: str, *who: str) -> None:
        consents = agreeing(self.match, who, line)
        self._beside(*consents)
        enter(self.match, decided(self.match, line, consents=consents))

    def _beside(self, *signed: SignedNote) -> None:
        self.story.loose += signed


def _opened(match: Match, seat: str, box: bytes) -> SignedNote:
    """The claim in which a seat opens the box of its key before."""
    at = {"game": match.table.game_id, "step": match.host.step, "head": match.host.head}
    return sign_note(Claim(**at, seat=seat, box=box), match.keys[seat])  # type: ignore[arg-type]


EVENTS: dict[str, Callable[[Honest], None]] = {
    "another move": Honest.correction,
    "back": Honest.back,
    "almost back": Honest.almost_back,
    "hand-over": Honest.hand_over,
    "hand-over that nobody takes up": Honest.never_taken_up,
    "host gone": Honest.host_gone,
    "host's own key": Honest.host_key,
    "late move": Honest.late_move,
    "leaves": Honest.leaves,
    "let pass": Honest.passed,
    "lost key": Honest.lost_key,
    "move": Honest.move,
    "own key": Honest.own_key,
    "regret": Honest.regret,
}
"""What may happen, by name; and in the end a draw."""

HAPPENS = [*sorted(EVENTS), "move", "move", "move"]
"""What is drawn from: mostly somebody moves."""
