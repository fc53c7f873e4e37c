"""What an offer says of its host beside what was typed: his seat, and who skips a seat that is silent."""

from __future__ import annotations

from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.data_packs import Chosen
from referee.protocol.opening.seat_names import check_seat_name
from referee.protocol.terms import Terms, terms_of


def host_seat_of(game: AnyGame, chosen: Chosen) -> str:
    """The seat at which the host plays by these options, "" for none. Raises Unreadable: it is not a name of a seat."""
    seat = _terms(game, chosen).host
    return check_seat_name(seat) if seat else ""


def offer_options(game: AnyGame, chosen: Chosen, plays: str) -> list[tuple[str, str]]:
    """The options of a new offer: with the seat at which the host plays, as they name it, else `plays`; and with who
    may skip seats, as `with_silence` has it.

    Raises:
        Unreadable: the host alone would skip seats there; or a name that is not that of a seat.
    """
    named = [*chosen, ("host", plays)] if plays and not host_seat_of(game, chosen) else chosen
    found = with_silence(game, named)
    terms = _terms(game, found)
    if terms.absence == "skip" and (terms.host or options_mask_deck(found)):
        raise Unreadable("skip-needs-neutral-host")
    return found


def with_silence(game: AnyGame, chosen: Chosen) -> list[tuple[str, str]]:
    """The options, with `absence agreed` where the host plays or nobody sees the deck, if they say nothing of it; by
    name.
    """
    terms = _terms(game, chosen)
    agreed = [("absence", "agreed")] if terms.host or options_mask_deck(chosen) else []
    return sorted(dict([*agreed, *chosen]).items())


def _terms(game: AnyGame, chosen: Chosen) -> Terms:
    return terms_of(chosen, [option.name for option in game.info.options])
