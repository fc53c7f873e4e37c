"""What a new game is played with, as fields: which game, and each of its options with its values and a sentence.

A field `option.board` holds the value that is typed as `--option board=..`; an empty one says nothing, and the offer
has what it has without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.cli.prompts.identity import seat_name_for
from referee.cli.web.layout import tr
from referee.cli.web.output_html import rows_html
from referee.cli.web.pages.invitation import agreement_rows
from referee.crypto.keys import SigningKey
from referee.drawing.safe_text import safe_text
from referee.drawing.svg_document import escaped
from referee.games import all_games
from referee.i18n.option_names import option_help, option_name, option_value_text
from referee.kernel.errors import RefereeError
from referee.kernel.game import AnyGame, Option
from referee.kernel.sentence import in_language
from referee.protocol.opening.charter import make_offer
from referee.protocol.opening.offer_terms import offered
from referee.record.notes import Offer
from referee.service.typed_options import options_with_deadline, options_with_preset

USUAL = "tigris"
"""The game that is shown first."""

_SAID = {
    "deadline": "page-agreed-deadline",
    "grace": "page-agreed-grace",
    "holiday": "page-agreed-holiday",
    "escrow": "page-agreed-escrow",
    "quorum": "page-agreed-quorum",
    "absence": "page-agreed-absence",
    "deal": "page-agreed-deal",
    "seating": "page-agreed-seating",
    "terms": "page-agreed-terms",
}
_DAYS = (("deadline", "7"), ("grace", "3"), ("holiday", "0"))
_CHECKED = (("escrow", "yes"), ("quorum", "majority"), ("absence", "pause"), ("seating", "drawn"))


def game_of(given: Mapping[str, str]) -> AnyGame:
    """The game that is chosen, else the usual one."""
    known = {game.info.name: game for game in all_games()}
    return known.get(given.get("game_name", "")) or known.get(USUAL) or next(iter(known.values()))


def which_game(lang: str, chosen: AnyGame) -> str:
    """A link for each game to the form that has its options, and the game that is chosen."""
    links = "".join(
        f'<a class="button" href="/do/offer?game_name={escaped(game.info.name)}"'
        f"{' aria-current=true' if game is chosen else ''}>{escaped(in_language(game.info.title, lang))}</a>"
        for game in all_games()
    )
    kept = f'<input type="hidden" name="game_name" value="{escaped(chosen.info.name)}">'
    return f'<div class="row">{links}</div>{kept}'


def options_of(lang: str, game: AnyGame, given: Mapping[str, str]) -> str:
    """A field for each option of the game, and for what a table agrees on."""
    own = "".join(_own(lang, game, given))
    agreed = "".join(_term_fields(lang, game, given))
    return (
        f"<details open><summary>{tr(lang, 'page-table')}</summary>{agreed}</details>"
        f"<details><summary>{tr(lang, 'page-rules')}</summary>{own}</details>"
    )


def _own(lang: str, game: AnyGame, given: Mapping[str, str]) -> Iterator[str]:
    for option in game.info.options:
        sentence = escaped(option_help(game.info.name, option, lang))
        called = escaped(option_name(game.info.name, option.name, lang))
        values = "".join(_values(lang, game.info.name, option, given.get(f"option.{option.name}", "")))
        yield (
            f'<fieldset><legend>{called}</legend><p class="small dim">{sentence}</p>'
            f'<div class="choices">{values}</div></fieldset>'
        )


def _values(lang: str, game: str, option: Option, chosen: str) -> Iterator[str]:
    for value in (option.default, *(value for value in option.choices if value != option.default)):
        typed, name = "" if value == option.default else escaped(value), escaped(f"option.{option.name}")
        mark = " checked" if value == chosen or not (typed or chosen) else ""
        told_of = escaped(option_value_text(game, option.name, value, lang))
        yield f'<label class="choice"><input type="radio" name="{name}" value="{typed}"{mark}> {told_of}</label>'


def as_it_reads(lang: str, game: AnyGame, given: Mapping[str, str]) -> str:
    """The invitation as those who get it will read it, from what stands in the fields; why there can be none."""
    typed = [one.strip() for one in given.get("option", "").split("\n") if one.strip()]
    typed += [
        f"{name.removeprefix('option.')}={value.strip()}"
        for name, value in given.items()
        if name.startswith("option.") and value.strip()
    ]
    count = given.get("seats", "").strip()
    seats = int(count) if count.isdecimal() and len(count) < _DIGITS else game.info.seats[-1]
    try:
        chosen = options_with_deadline(options_with_preset(game, seats, typed, given.get("preset") or None, lang))
        name = given.get("name", "").strip()
        chosen = offered(game, chosen, seat_name_for(name) if given.get("play") and name else "")
        key = SigningKey.from_seed(bytes(32))  # nobody gets this offer: it is read here alone
        offer = make_offer(key, game, seats, chosen, bytes(16)).read(Offer)
        rows = rows_html(agreement_rows(offer, lang))
    except RefereeError as why:
        rows = f'<p class="bad">{escaped(why.said.told(lang))}</p>'
    game_name = in_language(game.info.title, lang)
    named = tr(lang, "page-invited-to", game=game_name)
    who = tr(lang, "page-invited-for", title=safe_text(given.get("title", "").strip()) or game_name, count=seats)
    return f'<div class="reads"><p><b>{named}</b></p><p>{who}</p>{rows}</div>'


_DIGITS = 3


def _term_fields(lang: str, game: AnyGame, given: Mapping[str, str]) -> Iterator[str]:
    for name, usual in _DAYS:
        value = escaped(given.get(f"option.{name}", ""))
        head = f'type="text" inputmode="numeric" autocomplete="off" placeholder="{usual}" value="{value}"'
        yield _labelled_field(lang, name, f'<input {head} id="f-option.{name}" name="option.{name}">')
    boxes = (*_CHECKED, *([("deal", "masked")] if game.info.maskable else []))
    for name, value in boxes:
        mark = " checked" if given.get(f"option.{name}") else ""
        box = f'<input type="checkbox" id="f-option.{name}" name="option.{name}" value="{value}"{mark}>'
        yield f"<p><label>{box} {tr(lang, _SAID[name])}</label></p>"
    text = escaped(given.get("option.terms", ""))
    yield _labelled_field(
        lang, "terms", f'<input type="text" id="f-option.terms" name="option.terms" autocomplete="off" value="{text}">'
    )


def _labelled_field(lang: str, name: str, field: str) -> str:
    return f'<p><label for="f-option.{name}">{tr(lang, _SAID[name])}</label>{field}</p>'
