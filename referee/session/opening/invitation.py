"""The invitation: the first letter of a game, for people who have never heard of the program. The offer follows.

Also what every letter says to somebody without the program, and the letter that brings the charter.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.drawing.safe_text import safe_text
from referee.drawing.text_picture import wrap_lines
from referee.games import find, package_to_install
from referee.i18n.option_names import options_in_prose, pack_words
from referee.kernel.game import PACK_OPTION
from referee.messages.install_lines import FILE, install_lines
from referee.messages.letters import COLUMNS, assemble_letter, body_text, install_hint, mail_subject, subject_line
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.charter import host_seat, offer_hides_goods, title_of
from referee.protocol.opening.data_packs import default_pack_option, must_send_pack, pack_label
from referee.protocol.seating import Table, author_role
from referee.protocol.terms import CHOICES, Terms, terms_of
from referee.record.file_names import CHARTER, PACK
from referee.record.note import Notes, SignedNote
from referee.record.notes import Offer
from referee.record.notes.kinds import OPENING_REPLIES
from referee.session.opening.playing_host import accepts_of_own_seat
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session

_REPLACING = 3
"""People at a table whose host plays, with him: of fewer no two are left who agree on another host."""


def invitation_letter(offer: SignedNote, host: str, lang: str = "en") -> bytes:
    """The letter that brings an offer; `host` is what the host is called. UTF-8, lines end in LF.

    If the pack does not come with the program, it says that the file comes along with the mail and names it to `join`.
    """
    terms = offer.read(Offer)
    rules = find(terms.rules.game).info.title
    host, packed = safe_text(host), must_send_pack(terms.rules.game, terms.option)

    return assemble_letter(
        [
            [subject_line(mail_subject("subject-invitation", lang, title=title_of(terms), host=host), lang)],
            _wrapped_lines(body_text(lang, _what(terms), host=host, rules=rules, seats=terms.seats)),
            [
                body_text(lang, "invitation-get"),
                *_indent_text(body_text(lang, "invitation-file", host=host, file=FILE)),
                *(typed_line(lang, one.system, one.program) for one in install_lines()),
                *_package(terms.rules.game, rules, host, lang),
                *_indent_text(body_text(lang, "invitation-no-luck", host=host)),
            ],
            [
                *_wrapped_lines(body_text(lang, "invitation-save")),
                *(_indent_text(body_text(lang, "invitation-save-pack", file=PACK, host=host)) if packed else ()),
            ],
            [
                body_text(lang, "invitation-type"),
                "   referee join" + (f" --pack {PACK}" if packed else ""),
                *_indent_text(body_text(lang, "invitation-then", host=host)),
            ],
            _wrapped_lines(offering_host_sentence(terms, lang)),
            [
                *_wrapped_lines(
                    body_text(lang, "invitation-game", options=options_summary(terms, lang))
                    if options_summary(terms, lang)
                    else body_text(lang, "invitation-plain")
                ),
                *(part for told in table_terms_summary(terms, lang).values() for part in _wrapped_lines(f"{told}.")),
                *(_wrapped_lines(told) if (told := data_pack_sentence(terms, lang)) else ()),
            ],
            _wrapped_lines(body_text(lang, "notes-follow")),
        ],
        (offer,),
    )


def _what(terms: Offer) -> str:
    neutral = offer_hides_goods(terms) or says_of_host(terms)
    return "invitation-what" if neutral and not host_seat(terms) else "invitation-what-together"


def says_of_host(terms: Offer) -> bool:
    """Whether an offer with a masked deck says whether its host plays: by his seat, or, where the others must agree
    before a seat is skipped, by naming none.
    """
    return options_mask_deck(terms.option) and (_terms_of(terms).asks_words or bool(host_seat(terms)))


def _seating_text(table: Table) -> str:
    host = "-together" if table.terms.host else "" if table.names_host else "-whoever"
    return f"charter-players{host}-drawn" if table.terms.drawn else f"charter-players{host}"


def charter_letter(table: Table, signed_notes: Notes, lang: str = "en") -> bytes:
    """The letter that brings the charter: who plays, and what each of them does now. UTF-8, lines end in LF."""
    title, rules = safe_text(table.title), table.game.info.title

    players = ", ".join(map(safe_text, table.called))
    terms = signed_notes[0].read(Offer)
    options = options_summary(terms, lang)
    return assemble_letter(
        [
            [subject_line(mail_subject("subject-charter", lang, title=title), lang)],
            _wrapped_lines(body_text(lang, "charter-what", title=title, players=players)),
            [
                *_wrapped_lines(body_text(lang, _seating_text(table), players=players)),
                *_wrapped_lines(host_sentence(table, lang)),
                *(part for told in bot_seat_sentences(table, lang) for part in _wrapped_lines(told)),
                *_wrapped_lines(body_text(lang, "charter-game", rules=rules, options=options or rules)),
                *(part for told in table_agreement(table, terms, lang) for part in _wrapped_lines(f"{told}.")),
                *(_wrapped_lines(told) if (told := data_pack_sentence(terms, lang)) else ()),
            ],
            [
                *_wrapped_lines(body_text(lang, "charter-do")),
                "   referee receive",
                *_wrapped_lines(body_text(lang, "charter-send")),
            ],
            _wrapped_lines(install_hint(lang, table.game.info)),
            _wrapped_lines(body_text(lang, "notes-follow")),
        ],
        tuple(signed_notes),
    )


def host_sentence(table: Table, lang: str) -> str:
    """That the host plays, by the name of the player; "" where the host does not. Of a masked charter that says nothing
    of it, that it does not.
    """
    seat, masked = table.terms.host, table.deck.host_sees == "own hand"
    if seat:
        name = safe_text(table.called[table.seat(seat)])
        return _host_plays(name, masked=masked, hides=bool(table.piles), people=people_at(table), lang=lang)
    unsaid = masked and not table.terms.asks_words and not table.terms.practice
    return body_text(lang, "host-plays-or-not") if unsaid else ""


def people_at(table: Table) -> int:
    """At how many seats somebody plays, and no program."""
    return sum(table.bot(name) is None for name in table.names)


def bot_seat_sentences(table: Table, lang: str) -> list[str]:
    """Which seats are answered for by programs, a sentence each."""
    pairs = ((name, table.bot(seat)) for seat, name in zip(table.names, table.called, strict=True))
    return [
        body_text(lang, "seat-is-program", name=safe_text(name), level=bot.level)
        for name, bot in pairs
        if bot is not None
    ]


def offering_host_sentence(terms: Offer, lang: str) -> str:
    """Whether the host of an offer plays, and what they could see; empty if nothing needs to be said."""
    seat, masked = host_seat(terms), options_mask_deck(terms.option)
    if not seat:
        return body_text(lang, "host-plays-or-not") if masked and not says_of_host(terms) else ""
    return _host_plays(seat.title(), masked=masked, hides=offer_hides_goods(terms), people=terms.seats, lang=lang)


def _host_plays(name: str, *, masked: bool, hides: bool, people: int, lang: str) -> str:
    """That the host plays, who is called `name`; and what that host could see, where a game hides something. With a
    masked deck, what he still does, and who goes on if he stops.
    """
    if masked:
        goes_on = [body_text(lang, "host-replaced-by-others", name=name)] if people >= _REPLACING else []
        return " ".join((body_text(lang, "host-plays-masked", name=name), *goes_on))
    return body_text(lang, "host-plays" if hides else "host-plays-openly", name=name)


def charter_notes(session: Session) -> tuple[SignedNote, ...]:
    """What the letter of the charter brings: its notes, and the accept of a host who plays, before which no other
    program accepts.
    """
    return (*session.history.signed_notes[CHARTER], *accepts_of_own_seat(session), *_own_mix(session))


def _own_mix(session: Session) -> Notes:
    """The mix of a host who plays with a masked deck, and his accept where the charter does not name his seat, if they
    are here; () for anybody else.
    """
    if not (session.table.deck.shuffled_by == "seats" and session.sits):
        return ()
    sorts = ("mix",) if session.table.terms.host else OPENING_REPLIES
    return tuple(
        signed
        for sort in sorts
        for signed in pending_notes_that_hold(session, sort)
        if author_role(signed) == session.sits
    )


def typed_line(lang: str, system: str, command: str) -> str:
    """A line to type, after the name of the system on which it is typed so."""
    return f"   {body_text(lang, system):<14} {command}"


def options_summary(terms: Offer, lang: str) -> str:
    """What is played, as people name it: what differs from the rulebook, otherwise what is so in it; of rare things
    that are off nothing. What the table agrees on beside its game is described in sentences of its own.
    """
    game = find(terms.rules.game, terms.rules.version)
    of_game = {option.name for option in game.info.options}
    first = {option.name for option in game.info.options if option.since == 1}  # later ones are about single rules
    usual = [(name, value) for name, value in terms.option if name in first and value != "no"]
    other = [pair for pair in changed_options(terms) if pair[0] not in CHOICES or pair[0] in of_game]
    rare = [("terms", value) for name, value in terms.option if name == "terms" and "terms" not in of_game]
    return options_in_prose(terms.rules.game, [*(other or usual), *rare], lang)


def table_agreement(table: Table, terms: Offer, lang: str) -> Iterable[str]:
    """What the table agrees on beside its game, a sentence each, with the players by name."""
    return table_terms_summary(terms, lang, people_at(table)).values()


def _terms_of(terms: Offer) -> Terms:
    game = find(terms.rules.game, terms.rules.version)
    return terms_of(terms.option, (option.name for option in game.info.options))


def _silence(agreed: Terms, *, masked: bool, people: int) -> str:
    """The code of the text on what happens to a silent player, where so many `people` play."""
    if agreed.asks_words and people - bool(agreed.host) < _SPEAKING:
        return "of-two"
    silent = f"silence-{agreed.absence}"
    if agreed.asks_words and not masked:
        silent += "-open"
    return silent + ("-no-days" if agreed.deadline is None else "")


_SPEAKING = 2
"""People, not counting a host who plays: with fewer, no two would be left to say that nothing from one has arrived."""


def table_terms_summary(terms: Offer, lang: str, people: int | None = None) -> dict[str, str]:
    """What happens to a silent player, who agrees to a new key or a take-back, what a masked deck asks of everybody,
    and with escrow what all others together could see; without full stop, each by its label. `people` play, and no
    program for them; None before anybody has joined.
    """
    agreed, masked = _terms_of(terms), options_mask_deck(terms.option)
    silent = _silence(agreed, masked=masked, people=terms.seats if people is None else people)
    all_or_most = "consents-all" if agreed.quorum == "all" else "consents-most"
    told = {
        "label-silence": body_text(lang, silent, deadline=agreed.deadline, grace=agreed.grace),
        "label-consents": body_text(lang, all_or_most),
    }
    if agreed.repeat:
        told["label-repeat"] = body_text(lang, "silence-repeat", count=agreed.repeat)
    if agreed.holiday:
        told["label-holiday"] = body_text(lang, "holiday-given", count=agreed.holiday)
    if agreed.standin:
        told["label-standin"] = body_text(lang, "standin-given", count=agreed.standin)
    if agreed.drawn:
        told["label-seating"] = body_text(lang, "seating-drawn")
    if not masked:
        return told
    if not agreed.escrow:
        return told | {"label-deck": body_text(lang, "masked-promise")}
    shares = body_text(lang, "masked-shares", count=terms.seats - 1)
    return told | {"label-deck": body_text(lang, "masked-promise-shared"), "label-shares": shares}


def data_pack_sentence(terms: Offer, lang: str) -> str:
    """The sentence that says which data pack the game is played from; empty without one."""
    told = data_pack_words(terms, lang)
    return body_text(lang, "pack-line", pack=told) if told else ""


def data_pack_words(terms: Offer, lang: str) -> str:
    """A data pack by what it says of itself, and by its four words; empty without one."""
    spelled = dict(terms.option).get(PACK_OPTION)
    if spelled is None:
        return ""
    label, words = safe_text(pack_label(terms.rules, terms.option, lang)), pack_words(spelled)
    return (
        body_text(lang, "pack-labelled", label=label, words=words)
        if label
        else body_text(lang, "pack-unlabelled", words=words)
    )


def changed_options(terms: Offer) -> list[tuple[str, str]]:
    """The options that differ from the rulebook's."""
    game = find(terms.rules.game, terms.rules.version)
    usual = default_pack_option(game) | {option.name: option.default for option in game.info.options}
    return [(name, value) for name, value in terms.option if usual.get(name, value) != value]


def _package(game: str, rules: str, host: str, lang: str) -> list[str]:
    """What else is needed for a game that does not come with the program."""
    package = safe_text(package_to_install(game))
    if not package:
        return []
    typed = [typed_line(lang, one.system, f"{one.package} ./{body_text(lang, 'its-file')}") for one in install_lines()]
    return [*_indent_text(body_text(lang, "invitation-package", rules=rules, package=package, host=host)), *typed]


def _wrapped_lines(text: str) -> list[str]:
    return [*wrap_lines(text, COLUMNS, "", "")]


def _indent_text(text: str) -> list[str]:
    return [*wrap_lines(text, COLUMNS, "   ", "   ")]
