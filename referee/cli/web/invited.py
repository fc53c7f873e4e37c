"""An invitation as it reads: which game, what all would agree to, and what comes next."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from referee.cli.web.sheet import said
from referee.cli.web.spoken import Row, listed
from referee.games import find
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence, told
from referee.record.note import SignedNote
from referee.record.notes import Offer
from referee.table.desk.invitation import agreed_told, host_offers, pack_line, terms_told
from referee.table.opening.charter import title_of


class Invited(NamedTuple):
    """What it says as markup: the first line, what stands above the form, above its button, and below it."""

    title: str
    above: str
    signed: str
    below: str


def invited(offer: SignedNote, lang: str) -> Invited:
    """What an offer says. Of a game that is not installed here the command tells more."""
    with suppress(RefereeError):
        terms = offer.read(Offer)
        title = title_of(terms)
        game = told(find(terms.rules.game, terms.rules.version).info.title, lang)
        rows = listed(agreed_rows(terms, lang))
        agreed = f'<section class="panel"><h2>{said(lang, "page-would-agree")}</h2>{rows}</section>'
        return Invited(
            Sentence("page-invited-to", game=game).told(lang),
            f'<p class="lead">{said(lang, "page-invited-for", title=title, count=terms.seats)}</p>',
            f'<p class="small">{said(lang, "page-join-signs", title=title)}</p>',
            f'{agreed}<section class="panel"><h2>{said(lang, "page-then")}</h2>'
            f"<p>{said(lang, 'page-join-then')}</p></section>",
        )
    return Invited(Sentence("page-invited").told(lang), "", "", "")


def agreed_rows(terms: Offer, lang: str) -> list[Row]:
    """What is played by which options, who hosts, and what all agree on beside their game. Raises RefereeError: it is
    not installed here.
    """
    game = told(find(terms.rules.game, terms.rules.version).info.title, lang)
    rows = {
        "label-game": terms_told(terms, lang) or game,
        "page-host": host_offers(terms, lang),
        "label-pack": pack_line(terms, lang),
        **agreed_told(terms, lang),
    }
    return [(Sentence(label).told(lang), [text]) for label, text in rows.items() if text]


_STEPS = ("page-step-join", "page-step-agree", "page-step-words", "page-step-play")


def steps(lang: str, at: int) -> str:
    """The four steps into a game, named from the start; `at` is the number of the one that is done now, from 0."""
    looks = ['class="done"' if n < at else 'aria-current="step"' if n == at else "" for n in range(len(_STEPS))]
    items = "".join(f"<li {look}>{said(lang, code)}</li>" for look, code in zip(looks, _STEPS, strict=True))
    return f'<ol class="steps">{items}</ol>'
