"""Sealed lines: orders meant for after something new becomes known, and the secret parts of clear orders.

A covered note has as many lines as its game fixes; unused ones are empty and come last. A line is either

    WORD: KIND KIND ..        the secret part of the order that begins with WORD (`swap: temple farm`)
    [win |lose ]ORDER         an order, carried out when its seat is asked, if its condition holds

The secret parts of the clear orders come first, in the order of these; the secret part of a sealed order follows it.
Lines are tried in order, each at most once. `win` and `lose` speak of the last conflict the seat fought since the note.
Everything ends with the seat's next note, with the turn in which the note was sent, or at the first action that fails.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto import joint_randomness, sealing
from referee.crypto.keys import SigningKey
from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError, Unreadable
from referee.kernel.game import AnyGame
from referee.kernel.goods import Hand
from referee.kernel.grammar.spelling import Spelled
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.seating import Table, eyes_of_key, own_game_secret

ORDER_COLUMNS = 44
"""A sealed line that is an order has at most this many columns, so that it can be opened in a step note."""

WON, LOST = 1, -1
CONDITIONS = {"win": WON, "lose": LOST}
"""The word of each condition."""


class Plan(msgspec.Struct, frozen=True, gc=False):
    """What is left of one covered note. A reader who cannot open its seal does not know the order of its lines."""

    step: int
    """The step of the note."""
    turn: int
    """The turn of the board game in which it was sent."""
    pins: tuple[bytes, ...]
    """The pins of the note, by place; one that was opened stands empty, for no line is used twice."""
    following: int = 0
    """The first line not tried yet; where the seal is closed, how many lines are known to be used."""
    fought: int = 0
    """WON, LOST or 0 since the note."""
    texts: tuple[str, ...] | None = None
    """The lines in their order of use; None for anybody who cannot open the seal."""
    salts: tuple[bytes, ...] = ()
    """The salt of each line."""
    places: tuple[int, ...] = ()
    """The place of the pin of each line, from 0."""

    def __repr__(self) -> str:
        """Whose plan it is, not what is planned."""
        return f"Plan(step={self.step}, following={self.following})"


class PlannedOrder(msgspec.Struct, frozen=True, gc=False):
    """One sealed line: a condition (WON, LOST or 0) and an order, or the word of an order and its secret kinds."""

    order: str = ""
    condition: int = 0
    word: str = ""
    secret: Hand = ()


def read_line(text: str) -> PlannedOrder:
    """The parts of a sealed line; the order itself is not parsed. An empty line gives an empty order."""
    head, colon, kinds = text.partition(":")
    if colon and " " not in head:
        return PlannedOrder(word=head, secret=tuple(kinds.split()))
    word, _, rest = text.partition(" ")
    if word in CONDITIONS:
        return PlannedOrder(order=rest, condition=CONDITIONS[word])
    return PlannedOrder(order=text)


def planned_order_text(game: AnyGame, text: str) -> Sentence | Spelled:
    """A sealed line for a reader: the order in words that can be typed, after its condition."""
    line = read_line(text)
    if line.condition:
        code = "sealed-if-won" if line.condition == WON else "sealed-if-lost"
        return Sentence(code, order=game.notation.said(line.order))
    return game.notation.said(text)


def secret_line(order: str, kinds: Hand) -> str:
    """The line that carries the secret part of `order`: `swap: farm temple`."""
    return f"{order.split(maxsplit=1)[0]}: {' '.join(sorted(kinds))}"


def check_lines(table: Table, texts: tuple[str, ...]) -> None:
    """Check that every sealed line is canonical, and speaks of goods that this game has.

    Raises:
        Unreadable: a line that is not a canonical order or secret part, an empty line before a used one, one that is
            too long, names a kind of goods that no pile holds, or gives goods away that the line after it does not
            name. The message names the line and nothing of its content.
    """
    used = [index for index, text in enumerate(texts) if text]
    if used != list(range(len(used))):
        raise Unreadable("sealed-lines-gap")
    kinds = {kind for pile in table.piles for kind, _ in pile.kinds}
    for index in used:
        try:
            hides = _check_line(table.game, texts[index])
        except RefereeError:
            raise Unreadable("sealed-line-spelling", number=index + 1) from None
        line, behind = read_line(texts[index]), read_line((*texts, "")[index + 1])
        if not kinds.issuperset(line.secret):
            raise Unreadable("sealed-goods-unknown", number=index + 1)
        if hides and (behind.word != line.order.split()[0] or len(behind.secret) != hides):
            raise Unreadable("sealed-goods-unnamed", number=index + 1)


def _check_line(game: AnyGame, text: str) -> int:
    """How many goods the order of a sealed line gives away unseen; 0 for a secret part."""
    line = read_line(text)
    if line.word:
        if text != secret_line(line.word, line.secret) or not line.secret:
            raise Unreadable("bad-secret-part")
        return 0
    if len(text) > ORDER_COLUMNS:
        raise Unreadable("sealed-order-too-long", most=ORDER_COLUMNS)
    return game.secret(game.notation.parse_order(line.order))


def cover_size(game: AnyGame, request: Request | None) -> tuple[int, int]:
    """(pins, blocks of the seal) of a covered note that answers `request`: those of the question, or of the game."""
    pins, blocks = (request.pins, request.seal_blocks) if request is not None else (0, 0)
    return pins or game.info.pins, blocks or game.info.seal_blocks


def seal_lines(
    table: Table, key: SigningKey, note_type: str, head: str, step: int, texts: Sequence[str], blocks: int
) -> tuple[bytes, bytes]:
    """(q, seal) of a `move` or `standing` note with these sealed lines, by the seat that signs with `key`."""
    party = table.party(key.public)
    assert party is not None
    q, _ = joint_randomness.pin_salts(own_game_secret(table, key), note_type, step, texts)
    order_key = eyes_of_key(table, key, {}).order_keys[table.seat(party.role)]
    assert order_key is not None
    ad = sealing.associated_data("seal" if note_type == "move" else note_type, table.game_id, head, step, party.role)
    return q, sealing.seal(order_key, sealing.pack_lines(q, texts), ad, blocks)


def take_next_secret(game: AnyGame, plan: Plan | None, order: str, move: object) -> tuple[Hand, Plan | None]:
    """The secret kinds of `order`, taken from the next sealed line, and the plan less that line.

    Gives no kinds and the same plan if the order hides nothing, and no kinds if the plan is closed to us.

    Raises:
        IllegalMove: the order hides something and the next line is not its secret part (PM 4).
    """
    if not game.secret(move):
        return (), plan
    if plan is None or plan.following >= len(plan.pins):
        raise IllegalMove("unseen-goods-unsealed", rule="PM 4")
    taken = msgspec.structs.replace(plan, following=plan.following + 1)
    if plan.texts is None:
        return (), taken
    line = read_line(plan.texts[plan.following]) if plan.following < len(plan.texts) else PlannedOrder()
    if line.word != order.split(maxsplit=1)[0] or len(line.secret) != game.secret(move):
        raise IllegalMove("sealed-kinds-missing", rule="PM 4", count=game.secret(move))
    return line.secret, taken


class DueOrder(msgspec.Struct, frozen=True, gc=False):
    """The planned order that comes next: its line (from 0), text, move, secret kinds, and the plan once it is used."""

    line: int
    order: str
    move: object
    secret: Hand
    plan: Plan


class FailedPlan(msgspec.Struct, frozen=True):
    """A planned order that was due and could not be carried out, for the eyes of its owner alone: the seat, the step it
    was sealed in, the order, why not, under which rule, and where.
    """

    seat: Seat
    step: int
    order: str
    why: Sentence
    rule: str | None = None
    at: Sentence | str | None = None

    def told(self, lang: str) -> str:
        """Why it cannot be carried out: place, sentence and rule."""
        place = f"{in_language(self.at, lang)}: " if self.at else ""
        return f"{place}{self.why.told(lang)}{f'  [{self.rule}]' if self.rule else ''}"

    def __repr__(self) -> str:
        """Whose it is, not what was planned."""
        return f"Failed(seat={self.seat}, step={self.step})"


class PlanLookup(msgspec.Struct, frozen=True):
    """The next order of a plan: the one that is due, with the plan after it; if none is due, the plan as it is left,
    and the order that has ended it, if one has, and why.
    """

    due: DueOrder | None
    plan: Plan
    order: str = ""
    why: RefereeError | None = None


def next_due_order(game: AnyGame, plan: Plan, question: str) -> PlanLookup:
    """The next planned order that answers `question`.

    Lines whose condition does not hold and answers to other questions are used up on the way. An action that does not
    fit the question, or lacks its secret part, ends the plan.
    """
    assert plan.texts is not None
    at = plan.following
    while at < len(plan.texts) and plan.texts[at]:
        line = read_line(plan.texts[at])
        at += 1
        if line.word or line.condition not in (0, plan.fought):
            continue
        move = game.notation.parse_order(line.order)
        if question not in game.answers(move):
            if TURN in game.answers(move):
                return PlanLookup(None, emptied_plan(plan), line.order, OutOfOrder("plan-met-question"))
            continue
        used = msgspec.structs.replace(plan, following=at)
        try:
            secret, behind = take_next_secret(game, used, line.order, move)
        except (IllegalMove, OutOfOrder) as refused:
            return PlanLookup(None, emptied_plan(plan), line.order, refused)
        left = behind or used
        return PlanLookup(DueOrder(at - 1, line.order, move, secret, left), left)
    return PlanLookup(None, emptied_plan(plan))


def without_pin(pins: tuple[bytes, ...], place: int) -> tuple[bytes, ...]:
    """The pins once the one on `place` (from 0) was opened: an empty one commits to nothing."""
    return (*pins[:place], b"", *pins[place + 1 :])


def emptied_plan(plan: Plan) -> Plan:
    """The plan with nothing left."""
    return msgspec.structs.replace(plan, following=len(plan.pins))
