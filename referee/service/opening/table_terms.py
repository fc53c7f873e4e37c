"""The terms of a new table: what can be chosen, and what was chosen.

A form is drawn from `describe_terms`, asked again with every change: each value says why it cannot be combined with the
others. Then:

    new = NewTable(TableTerms("tigris", 3, name="Hanna", options={"deal": "masked"}), Whereabouts(folder))
    ask = ask_offer(reader, new)
    table_id = offer_table(reader, new, ask.digest).signed.id
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.drawing.safe_text import safe_text
from referee.games import all_games, find
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.i18n.option_names import (
    option_help,
    option_name,
    option_value_text,
    preset_name,
    typed_option,
    typed_preset,
)
from referee.kernel.bot import GOOD, GREEDY, STRONG
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import PACK_OPTION, AnyGame, GameInfo
from referee.kernel.packs import pack_hash
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.charter import DEALS, chosen_options, make_offer
from referee.protocol.opening.data_packs import game_with_pack, shipped_packs
from referee.protocol.opening.offer_terms import offer_options, with_silence
from referee.protocol.opening.seat_names import seat_name_for
from referee.protocol.terms import CHOICES, ESCROW_LEAST, free_text_term
from referee.record.notes import Offer
from referee.record.notes.escaping import single_line_text
from referee.service.errors import Refused, refusal_of
from referee.service.opening.agreed_terms import Invitation, invitation_of
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.session.game_folders import game_locations
from referee.session.own_keys import public_keys_at_home

_FORM_TERMS = (
    "deal",
    "escrow",
    "deadline",
    "grace",
    "holiday",
    "standin",
    "absence",
    "repeat",
    "quorum",
    "seating",
    "terms",
)
"""The terms of a table that its host chooses, in the order of a form. Where the host plays is said by `plays`."""

_UNSAID = {
    "deal": "open",
    "escrow": "no",
    "quorum": "all",
    "seating": "listed",
    **dict.fromkeys(("holiday", "grace", "repeat", "standin"), "0"),
}
"""What holds where the offer says nothing."""

_CHOICE_WORDS = {
    "no": ("new-plays-no", "new-plays-no-how"),
    "yes": ("new-plays-yes", "new-plays-yes-how"),
    GREEDY: ("new-level-greedy", "new-level-greedy-how"),
    GOOD: ("new-level-good", "new-level-good-how"),
    STRONG: ("new-level-strong", "new-level-strong-how"),
}
"""What the page calls whether the host plays, and how well bots play; and what that means."""

_SOMEBODY = "NN"
"""A name for a host who has given none yet."""


class TableTerms(msgspec.Struct, frozen=True):
    """What a host offers. Only `game` and `seats` must be said."""

    game: str
    """The name of the game's rules, as `tigris`."""
    seats: int
    """For how many players."""
    title: str | None = None
    """What people call the table, in one line; null for what its rules are called."""
    name: str = ""
    """What the host is called, for people."""
    plays: bool = False
    """Whether the host plays too, at a seat named after `name`; the invitation says so."""
    preset: str | None = None
    """The name of a set of options, which `options` overrule; null for none."""
    options: dict[str, str] = {}
    """Options of the game and terms of the table by name, as `describe_terms` names them, or in words of any language;
    what is left out has its default.
    """
    why: str | None = None
    """Why an earlier charter is given up, in one line; null where none is, or no reason is given."""


class TermChoice(msgspec.Struct, frozen=True):
    """A value that can be chosen."""

    value: str
    """What is sent back."""
    label: str
    """What it is called."""
    refused: str = ""
    """Why it cannot be combined with the other choices; empty if it can."""
    sentence: str = ""
    """What it means; empty where its label says everything."""


class TermField(msgspec.Struct, frozen=True):
    """Something that a host chooses."""

    name: str
    """Its name in `TableTerms.options`."""
    label: str
    """What it is called."""
    sentence: str
    """What it decides, in a sentence."""
    kind: Literal["choice", "days", "text"]
    """How it is chosen: one of `choices`, a number of days (0 for none), or words in one line."""
    group: Literal["rules", "table"]
    """Whether it is an option of the game, or a term of the table."""
    default: str
    """What it is if nothing is chosen."""
    value: str
    """What is chosen now."""
    choices: tuple[TermChoice, ...] = ()
    """Its values, the default first; none for days and text."""


class TermsForm(msgspec.Struct, frozen=True):
    """All that can be chosen for a new table, beside what is chosen now."""

    terms: TableTerms
    """What is chosen now."""
    games: tuple[TermChoice, ...]
    """The games that are here."""
    seats: tuple[TermChoice, ...]
    """For how many players this game can be."""
    presets: tuple[TermChoice, ...]
    """Sets of options that this game has."""
    plays: tuple[TermChoice, ...]
    """Whether the host plays: `yes` or `no`."""
    levels: tuple[TermChoice, ...]
    """How well the bots of this game can play with somebody who plays alone, the weaker first."""
    packs: tuple[TermChoice, ...]
    """The data packs that are here, by their hashes, the usual one first; none for a game without packs."""
    voids: tuple[TermChoice, ...]
    """The tables of the reader whose charter could be given up for this one."""
    fields: tuple[TermField, ...]
    """The options of the game and the terms of the table."""
    invitation: Invitation | None = None
    """The invitation as it would read; null where these terms cannot be offered."""
    refused: Refused | None = None
    """Why these terms cannot be offered; null if they can."""


def describe_terms(reader: Reader, terms: TableTerms, packs: Iterable[bytes] = ()) -> TermsForm:
    """What can be chosen for a new table, beside what `terms` say, with these packs beside those of the game. Raises
    Unreadable: there is no such game.
    """
    lang, game = reader.lang, find(terms.game)
    info, wanted = game.info, terms if terms.name.strip() else replace(terms, name=_SOMEBODY)

    def choices(pairs: Iterable[tuple[str, str]], changed: Callable[[str], TableTerms]) -> tuple[TermChoice, ...]:
        return tuple(TermChoice(value, label, _reason(changed(value), lang)) for value, label in pairs)

    def field(name: str, values: Sequence[str], default: str, sentence: str) -> TermField:
        pairs = [(value, option_value_text(info.name, name, value, lang)) for value in values]
        tried = choices(pairs, lambda value: replace(wanted, options={**wanted.options, name: value}))
        kind: Literal["choice", "days", "text"] = "choice" if values else "text" if name == "terms" else "days"
        group: Literal["rules", "table"] = "table" if name in _FORM_TERMS and name not in own else "rules"
        label = option_name(info.name, name, lang)
        value = named.get(name, default if name in own else _UNSAID.get(name, default))
        return TermField(name, label, sentence, kind, group, default, value, tried)

    own = {option.name for option in info.options}
    named: dict[str, str] = {}
    invitation, refused = None, None
    try:
        named = dict(chosen_options_of(wanted, lang))
        invitation = invitation_of(read_terms(wanted, lang), lang)
    except RefereeError as why:
        named, refused = {**named, **terms.options}, refusal_of(why, lang)
    return TermsForm(
        terms=terms,
        games=tuple(TermChoice(one.info.name, in_language(one.info.title, lang)) for one in all_games()),
        seats=choices(((str(n), str(n)) for n in info.seats), lambda n: replace(wanted, seats=int(n))),
        presets=choices(_presets(info, lang), lambda preset: replace(wanted, preset=preset)),
        plays=tuple(
            _choice_in_words(choice, lang)
            for choice in choices(_yes_or_no(lang), lambda value: replace(wanted, plays=value == "yes"))
        ),
        levels=tuple(_choice_in_words(TermChoice(level, level), lang) for level in game.levels),
        packs=tuple(TermChoice(pack_hash(data), _pack_name(game, data, lang)) for data in _packs_for(game, packs)),
        voids=tuple(_tables_to_void(reader)),
        fields=tuple(field(*row) for row in _term_rows(game, lang)),
        invitation=invitation,
        refused=refused,
    )


def _choice_in_words(choice: TermChoice, lang: str) -> TermChoice:
    """A choice with the words of the page for it: what it is called, and what it means."""
    label, sentence = (Sentence(code).told(lang) for code in _CHOICE_WORDS[choice.value])
    return replace(choice, label=label, sentence=sentence)


def _packs_for(game: AnyGame, packs: Iterable[bytes]) -> Iterator[bytes]:
    """The packs that come with a game, and those of the `packs` that it can be played from."""
    yield from shipped_packs(game).values()
    for data in packs:
        with suppress(Unreadable):
            game_with_pack(game, data)
            yield data


def _pack_name(game: AnyGame, data: bytes, lang: str) -> str:
    label = game_with_pack(game, data)[0].label
    return safe_text(label(lang)) if label is not None else pack_hash(data)


def _tables_to_void(reader: Reader) -> Iterator[TermChoice]:
    """The tables with a charter of the reader's own that are not over."""
    own = public_keys_at_home(reader.home)
    for place in game_locations(reader.home):
        with suppress(RefereeError):
            history = open_table(reader, place.offer).session.history
            table = history.table
            if table is not None and table.host.key in own and history.end is None and not table.terms.practice:
                yield TermChoice(place.offer, safe_text(place.title))


def _presets(info: GameInfo, lang: str) -> Iterator[tuple[str, str]]:
    return ((name, preset_name(info.name, name, lang)) for name, _ in info.presets)


def _yes_or_no(lang: str) -> Iterator[tuple[str, str]]:
    return ((value, option_value_text(HOUSE, "plays", value, lang)) for value in ("no", "yes"))


def _term_rows(game: AnyGame, lang: str) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """Name, values with the default first, default and sentence of all that can be chosen."""
    info = game.info
    for option in info.options:
        values = (option.default, *(value for value in option.choices if value != option.default))
        yield option.name, values, option.default, option_help(info.name, option, lang)
    for row in table_term_rows(lang):
        if row[0] not in {option.name for option in info.options} and (row[0] != "deal" or info.maskable):
            yield row


def table_term_rows(lang: str) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """Name, values with the default first, default and sentence of each term of a table; no values for days, words."""
    usual = dict(options_with_deadline(()))
    for name in _FORM_TERMS:
        values = DEALS if name == "deal" else CHOICES[name]
        default = usual.get(name, _UNSAID.get(name, values[0] if values else ""))
        first = (default, *(value for value in values if value != default)) if values else ()
        yield name, first, default, catalogue_text(HOUSE, "term", name, lang) or ""


def _reason(terms: TableTerms, lang: str) -> str:
    """Why these terms cannot be offered; empty if they can."""
    try:
        chosen_options_of(terms, lang)
    except RefereeError as why:
        return why.said.told(lang)
    return ""


def chosen_options_of(terms: TableTerms, lang: str, game: AnyGame | None = None) -> list[tuple[str, str]]:
    """The options of the offer of these terms, by name; those that a new offer says unasked with them. `game` is the
    game with its pack.

    Raises:
        Unreadable: an option, a value, a name or a number of seats that does not exist, or that cannot be combined with
            the others.
    """
    game = game or find(terms.game)
    typed = [f"{name}={value}" for name, value in terms.options.items()]
    chosen = options_with_deadline(options_with_preset(game, terms.seats, typed, terms.preset, lang))
    return offer_options(game, chosen, seat_name_for(name_of_host(terms)) if terms.plays else "")


def may_have_escrow(terms: TableTerms, lang: str) -> bool:
    """Whether nobody sees the deck, so many play that escrow can be had, and nothing is said of it. Raises as
    `chosen_options_of`.
    """
    return (
        has_masked_deck(terms, lang)
        and find(terms.game).info.maskable
        and terms.seats >= ESCROW_LEAST
        and "escrow" not in dict(chosen_options_of(terms, lang))
    )


def has_masked_deck(terms: TableTerms, lang: str) -> bool:
    """Whether nobody would see the deck of this table. Raises as `chosen_options_of`."""
    return options_mask_deck(chosen_options_of(terms, lang))


def name_of_host(terms: TableTerms) -> str:
    """What the host is called. Raises Unreadable: nobody has said it, or in more than one line."""
    return single_line_text(terms.name, "name")


def read_terms(terms: TableTerms, lang: str, pack: bytes | None = None, attempt: int = 1) -> Offer:
    """The lines of an offer of these terms, as they would be read: it is nobody's offer. Raises as
    `chosen_options_of`.
    """
    game, pack = game_with_pack(find(terms.game), pack)
    title = single_line_text(terms.title, "title") if terms.title is not None else None
    why = single_line_text(terms.why, "why") if terms.why else None
    key, chosen = SigningKey.from_seed(bytes(32)), chosen_options_of(terms, lang, game)  # nobody gets this offer
    made = make_offer(key, game, terms.seats, chosen, bytes(16), pack=pack, title=title, attempt=attempt, why=why)
    return made.read(Offer)


def options_with_preset(
    game: AnyGame, seats: int, typed: Sequence[str], preset: str | None, lang: str = "en"
) -> list[tuple[str, str]]:
    """The options of a preset, overruled by those typed as NAME=VALUE in any language; sorted by name.

    Raises:
        Unreadable: there is no such preset, option or value, or not so many seats; with what there is.
    """
    info = game.info
    pairs = dict(dict(info.presets)[typed_preset(info, preset, lang)]) if preset is not None else {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable("bad-option", found=text)
        of_table = {"deal": DEALS, PACK_OPTION: (), **CHOICES}
        meant, chosen = typed_option(info, name.strip(), value.strip(), lang, of_table)
        pairs[meant] = free_text_term(chosen) if meant == "terms" else chosen
    found = sorted(pairs.items())
    chosen_options(game, seats, with_silence(game, found))
    return found


def options_with_deadline(chosen: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The options, with the usual days to answer and of grace where they name no others; `deadline=0` means that none
    are agreed, `grace=0` that nobody waits beyond them.
    """
    pairs = dict(chosen)
    if pairs.get("deadline") == "0":
        del pairs["deadline"]
    else:
        pairs = {"deadline": _DEADLINE, "grace": _GRACE, **pairs}
    return sorted(pairs.items())


_DEADLINE, _GRACE = "7", "3"
"""The days that a new offer gives to answer, and those of grace beyond, if its host says nothing else."""
