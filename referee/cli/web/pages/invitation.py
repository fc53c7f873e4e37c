"""An invitation as it reads: which game, what all would agree to, and what comes next."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from referee.cli.web.layout import tr
from referee.cli.web.output_html import Row, rows_html
from referee.games import find
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.opening.charter import title_of
from referee.record.note import SignedNote
from referee.record.notes import Offer
from referee.session.opening.invitation import (
    data_pack_sentence,
    offering_host_sentence,
    options_summary,
    table_terms_summary,
)


class InvitationText(NamedTuple):
    """What it says as markup: the first line, what stands above the form, above its button, and below it."""

    title: str
    above: str
    signed: str
    below: str


def invitation_text(offer: SignedNote, lang: str) -> InvitationText:
    """What an offer says. Of a game that is not installed here the command tells more."""
    with suppress(RefereeError):
        terms = offer.read(Offer)
        title = title_of(terms)
        game = in_language(find(terms.rules.game, terms.rules.version).info.title, lang)
        rows = rows_html(agreement_rows(terms, lang))
        agreed = f'<section class="panel"><h2>{tr(lang, "page-would-agree")}</h2>{rows}</section>'
        return InvitationText(
            Sentence("page-invited-to", game=game).told(lang),
            f'<p class="lead">{tr(lang, "page-invited-for", title=title, count=terms.seats)}</p>',
            f'<p class="small">{tr(lang, "page-join-signs", title=title)}</p>',
            f'{agreed}<section class="panel"><h2>{tr(lang, "page-then")}</h2>'
            f"<p>{tr(lang, 'page-join-then')}</p></section>",
        )
    return InvitationText(Sentence("page-invited").told(lang), "", "", "")


def agreement_rows(terms: Offer, lang: str) -> list[Row]:
    """What is played by which options, who hosts, and what all agree on beside their game. Raises RefereeError: it is
    not installed here.
    """
    game = in_language(find(terms.rules.game, terms.rules.version).info.title, lang)
    rows = {
        "label-game": options_summary(terms, lang) or game,
        "page-host": offering_host_sentence(terms, lang),
        "label-pack": data_pack_sentence(terms, lang),
        **table_terms_summary(terms, lang),
    }
    return [(Sentence(label).told(lang), [text]) for label, text in rows.items() if text]


_STEPS = ("page-step-join", "page-step-agree", "page-step-words", "page-step-play")


def opening_steps(lang: str, at: int) -> str:
    """The four steps into a game, named from the start; `at` is the number of the one that is done now, from 0."""
    looks = ['class="done"' if n < at else 'aria-current="step"' if n == at else "" for n in range(len(_STEPS))]
    items = "".join(f"<li {look}>{tr(lang, code)}</li>" for look, code in zip(looks, _STEPS, strict=True))
    return f'<ol class="steps">{items}</ol>'
