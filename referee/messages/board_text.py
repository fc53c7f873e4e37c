"""The board for people, drawn and in sentences that no window, font or voice can break; and what a picture may show."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.drawing.text_picture import Picture, plain_text_of, text_line, wrap_lines
from referee.i18n import event_text
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.goods import Hand
from referee.kernel.sentence import Sentence
from referee.protocol.step.position import Position


def fits_as_drawing(game: AnyGame, view: Viewer) -> bool:
    """Whether a drawn board has room in `view.columns`; a game that has no other form is drawn anyway."""
    return game.faces.listing is None or view.columns >= game.faces.least


def board_page(
    game: AnyGame, state: object, view: Viewer, *, legend: bool = True, strengths: bool = True, listed: bool = False
) -> Picture:
    """The board with all there is to see: players, legend, kingdoms, and the hand if the view has one.

    With `listed`, or where a drawn board has no room, the same in sentences.
    """
    faces = game.faces
    if listed or not fits_as_drawing(game, view):
        told = plain_text_of(hand_lines(game, view)).splitlines()
        said = (text_line(part) for text in told for part in wrap_lines(text, view.columns, "", "  "))
        return (*board_as_list(game, state, view), *said)
    parts = [*faces.text(state, view)]
    if legend and faces.legend is not None:
        parts += faces.legend(state, view)
    if strengths and faces.strengths is not None:
        table = faces.strengths(state, view)
        parts += [(), *table] if table else []
    own = hand_lines(game, view)
    return (*parts, *([()] if legend and own else []), *own)


def board_as_list(game: AnyGame, state: object, view: Viewer) -> Picture:
    """The board in sentences, wrapped to `view.columns`; drawn if the game knows no other form."""
    if game.faces.listing is None:
        return tuple(game.faces.text(state, view))
    said = game.faces.listing(state, view)
    return tuple(text_line(part) for text in said for part in wrap_lines(text, view.columns, "", "  "))


def hand_lines(game: AnyGame, view: Viewer) -> Picture:
    """The reader's hand as the game tells it, nothing if the view has none."""
    if view.own is None:
        return ()
    if game.faces.hand is not None:
        return tuple(game.faces.hand(view))
    told = goods_text(game, view.own.hand, view.lang)
    lines = [told] if told else []
    lines += [Sentence("face-down", place=place, kind=kind).told(view.lang) for place, kind in view.own.covered]
    return tuple(map(text_line, lines))


def goods_text(game: AnyGame, hand: Hand, lang: str) -> str:
    """Goods in words, each kind with its number: `2 temples, 1 farm`; empty for none."""
    counts = [(kind, hand.count(kind)) for kind in sorted(set(hand))]
    return ", ".join(f"{count} {event_text.game_word(game.info.name, kind, lang, count)}" for kind, count in counts)


def state_heading(game: AnyGame, state: object, view: Viewer) -> str:
    """Whose turn it is, or how the game ended; empty if the game does not say."""
    return game.faces.heading(state, view) if game.faces.heading is not None else ""


def last_seen_state(position: Position, seat: int | None, steps: Mapping[int, Position]) -> object | None:
    """The state that a reader knew: after the reader's last move, for anybody who only looks on after the step
    before.
    """
    step = position.step - 1
    if seat is not None and position.past.signed[seat] > 0:
        step = min(position.past.signed[seat] + 1, step)
    return steps[step].state if step in steps else None


def picture_view(view: Viewer, position: Position, before: Position | None, *, strengths: bool = False) -> Viewer:
    """The view for a picture: the orders of the last step are ringed, and with `strengths` kingdoms are outlined.

    A picture is passed on. So without a hand in it, it holds only what everybody may see: not even the points that the
    reader alone knows.
    """
    return replace(
        view,
        seat=view.seat if view.own is not None else None,
        since=None,
        before=before.state if before is not None else None,
        orders=tuple((seat, position.table.game.notation.said(order)) for seat, order in position.orders),
        strengths=strengths,
    )
