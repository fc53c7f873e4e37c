"""Opening a game: offer, joins, charter. Nothing is taken on the referee's word.

    offer (referee) -> join (each player) -> charter (referee) -> accept (each player) -> deal (referee)
                                                                  these two are in `dealing`

What depends on an offer or a join serves one charter: a new attempt is a new offer with new joins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec import to_builtins

from referee.crypto import boxes, joint_randomness
from referee.crypto.keys import SigningKey, check_key, is_practice_key
from referee.games import find
from referee.kernel import bot as bots
from referee.kernel import packs
from referee.kernel.canonical_json import canonical, tagged_hash
from referee.kernel.dice import Dice
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.game import PACK_OPTION, AnyGame, Options, complete_options, piles_of
from referee.kernel.sentence import Sentence
from referee.protocol.masked import deck, shuffling
from referee.protocol.masked.note_rules import check_deck_lines, check_maskable, options_mask_deck
from referee.protocol.opening.data_packs import Chosen, game_for_rules, game_with_pack
from referee.protocol.seating import REFEREE, Party, Table, TableDeck
from referee.protocol.step.sealed_deck import SEALED_DECK
from referee.protocol.terms import check_practice, check_seats, table_terms, terms_of
from referee.record.file_names import CHARTER
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Bot, Charter, Join, Offer, Rules

DEALS = ("open", "masked")
"""The deals this version plays; the choice is an option of every charter."""


@cache
def rules_pin(game: AnyGame) -> Rules:
    """What a charter pins of the rules: name, version, and a hash over options, goods and opening states.

    It changes only with behaviour: another board or another count of tiles gives another hash.
    """
    info = game.info
    openings = []
    for chosen in ((), *(values for _, values in info.presets)):
        options = complete_options(info, info.seats[-1], chosen)
        dice = Dice(bytes(32))
        openings.append([to_builtins(piles_of(game, options, dice)), game.to_json(game.setup(options, dice).state)])
    fixed: dict[str, Any] = {
        "options": to_builtins(info.options),
        "pins": info.pins,
        "blocks": info.seal_blocks,
        "openings": openings,
    }
    if info.pack:
        fixed["pack"] = info.pack
    return Rules(info.name, info.rules_version, tagged_hash("rules", canonical(fixed)))


def make_offer(
    key: SigningKey,
    game: AnyGame,
    seats: int,
    chosen: Chosen,
    nonce: bytes,
    *,
    attempt: int = 1,
    voided: tuple[str, SigningKey, bytes] | None = None,
    why: str | None = None,
    pack: bytes | None = None,
    title: str | None = None,
    olddeck: bytes | None = None,
) -> SignedNote:
    """An offer, signed. `nonce` is 16 fresh random bytes; `voided` is (charter id, key, nonce) of the attempt given up,
    whose r_0 and t_0 this offer opens so that all can see which deal was cancelled; `olddeck` the deck secret of the
    host's seat in it, if the deck was masked and the host played. `pack` is the data pack of a game
    that is played from one; None is the first that comes with it. `title` is what people call it.
    """
    game, pack = game_with_pack(game, pack)
    options = _option_pairs(game, seats, chosen, pack)
    check_practice(key.public, REFEREE, practice=terms_of(chosen, _option_names(game)).practice)
    secret = key.game_secret(nonce, REFEREE, nonce)
    old = voided[1].game_secret(voided[2], REFEREE, voided[2]) if voided else b""
    note = Offer(
        rules=rules_pin(game),
        title=title,
        seats=seats,
        option=options,
        attempt=attempt,
        voids=voided[0] if voided else None,
        why=why,
        oldopen=joint_randomness.seed_share_of(old) if voided else None,
        oldtoss=joint_randomness.toss_share_of(old) if voided else None,
        olddeck=olddeck,
        nonce=nonce,
        key=key.public,
        box=boxes.box_public(boxes.box_private(secret)),
        lock=joint_randomness.share_commitment(nonce, REFEREE, key.public, joint_randomness.seed_share_of(secret)),
        tosslock=joint_randomness.toss_commitment(nonce, key.public, joint_randomness.toss_share_of(secret)),
    )
    return sign_note(note, key)


def title_of(offer: Offer) -> str:
    """What people call the game of an offer that was checked, otherwise what its rules are called, in the language of
    the reader. Anybody's text: shown, and never acted upon.
    """
    return offer.title or find(offer.rules.game).info.title


def title_with_game(offer: Offer) -> str:
    """The title with what is played: `Friday tigris: Tigris & Euphrates`."""
    rules = find(offer.rules.game).info.title
    return f"{offer.title}: {rules}" if offer.title else rules


def host_seat(offer: Offer) -> str:
    """The seat at which the host of an offer plays, "" for none. Raises Unreadable as `agreed` does."""
    return terms_of(offer.option, _option_names(find(offer.rules.game))).host


def offer_hides_goods(offer: Offer) -> bool:
    """Whether an offered game has goods that the host sees and others do not."""
    return host_sees_hidden_goods(find(offer.rules.game), offer.seats, offer.option)


def host_sees_hidden_goods(game: AnyGame, seats: int, chosen: Chosen) -> bool:
    """Whether the host of a game with these options sees goods that others do not; so he does if it is played from a
    pack.
    """
    if options_mask_deck(chosen):
        return False
    return bool(game.info.pack) or bool(game.goods(chosen_options(game, seats, chosen)))


def chosen_options(game: AnyGame, seats: int, chosen: Chosen) -> Options:
    """The game's own options, completed from what was chosen. How it is dealt, from which pack it is played, and what
    is agreed on beside it is chosen with them, but the table's.

    Raises:
        Unreadable: a deal, an option, a value or a number of seats that there is not; with what there is.
    """
    if any(name == "deal" and value not in DEALS for name, value in chosen):
        raise Unreadable("referee-deals-only", known=", ".join(DEALS))
    terms = table_terms(chosen, _option_names(game))
    check_seats(seats, terms)
    of_table = {"deal", *([PACK_OPTION] if game.info.pack else []), *dict(terms)}
    options = complete_options(game.info, seats, [pair for pair in chosen if pair[0] not in of_table])
    if options_mask_deck(chosen):
        check_maskable(game, game.goods(options), terms)
    return options


def _option_names(game: AnyGame) -> list[str]:
    return [option.name for option in game.info.options]


def _option_pairs(game: AnyGame, seats: int, chosen: Chosen, pack: bytes | None) -> tuple[tuple[str, str], ...]:
    packed = [(PACK_OPTION, packs.pack_hash(pack))] if pack is not None else []
    of_table = [("deal", dict(chosen).get("deal", DEALS[0])), *packed, *table_terms(chosen, _option_names(game))]
    return tuple(sorted((*chosen_options(game, seats, chosen).values, *of_table)))


@lru_cache(8)
def check_offer(signed: SignedNote, pack: bytes | None = None) -> Offer:
    """The offer in `signed`, signed by the key in it, for rules and options this version has. `pack` is the data pack
    that is next to it, if there is one.

    Raises:
        NotAuthentic, Unreadable: what does not hold, and what would be right.
    """
    signed.check()
    offer = signed.read(Offer)
    if signed.key != offer.key:
        raise NotAuthentic("offer-other-key")
    check_key(signed.key)
    boxes.check_boxes({REFEREE: offer.box})
    game, pack = game_for_rules(offer.rules, offer.option, pack)
    if offer.rules != rules_pin(game):
        raise Unreadable("rules-unknown", game=game.info.title, hint=Sentence("use-offer-version"))
    options = _option_pairs(game, offer.seats, offer.option, pack)
    check_practice(offer.key, REFEREE, practice=terms_of(offer.option, _option_names(game)).practice)
    if offer.option != options:
        raise Unreadable("offer-options")
    given_up = [value is not None for value in (offer.voids, offer.oldopen, offer.oldtoss)]
    if offer.attempt < 1 or given_up != [offer.attempt > 1] * 3:
        raise Unreadable("attempt-without-voided")
    if offer.olddeck is not None and offer.voids is None:
        raise Unreadable("deck-line-surplus", type=offer.type, word="olddeck")
    return offer


def make_join(
    key: SigningKey, offer: SignedNote, seat: str, name: str, nonce: bytes, pack: bytes | None = None, level: str = ""
) -> SignedNote:
    """The join of `seat` to an offer, signed. `nonce` is 16 fresh random bytes, `name` is shown beside the seat; with a
    `level` the program of the game answers for it.
    """
    terms = check_offer(offer, pack)
    if key.public == terms.key:
        raise refusal_of_own_offer()
    check_practice(key.public, seat, practice=is_practice_key(terms.key))
    secret = key.game_secret(terms.nonce, seat, nonce)
    box = boxes.box_public(boxes.box_private(secret))
    lock = joint_randomness.share_commitment(terms.nonce, seat, key.public, joint_randomness.seed_share_of(secret))
    bot = Bot(level, bots.VERSION) if level else None
    note = Join(offer=offer.id, seat=seat, name=name, bot=bot, nonce=nonce, key=key.public, box=box, lock=lock)
    if options_mask_deck(terms.option):
        note = shuffling.with_deck_key(note, terms.nonce, secret)
    return sign_note(note, key)


def later_nonce(fresh: bytes, earlier: bytes) -> bytes:
    """The nonce of a join that replaces one with the nonce `earlier`: the greatest of a key's joins counts, so that no
    mail that comes late or twice brings an earlier one back. `fresh` is 16 random bytes.
    """
    behind = int.from_bytes(earlier, "big") + 1 + int.from_bytes(fresh[4:], "big")
    return min(behind, 2**128 - 1).to_bytes(16, "big")


def refusal_of_own_offer() -> OutOfOrder:
    """The refusal of a join by the host of the same game."""
    return OutOfOrder("own-offer", hint=Sentence("find-another-player"))


def check_join(offer: SignedNote, signed: SignedNote) -> Join:
    """The join in `signed`, signed by the key in it, for this offer.

    Raises:
        NotAuthentic, OutOfOrder, Unreadable: what does not hold.
    """
    signed.check()
    join = signed.read(Join)
    if signed.key != join.key:
        raise NotAuthentic("join-other-key", seat=join.seat)
    if join.offer != offer.id:
        raise OutOfOrder("join-other-offer", seat=join.seat)
    check_key(signed.key)
    terms = offer.read(Offer)
    if join.bot is not None:
        bots.check_level(join.bot.level, find(terms.rules.game).levels)
    check_deck_lines(join, masked=options_mask_deck(terms.option))
    if join.key == terms.key:
        raise NotAuthentic("join-by-referee", seat=join.seat)
    check_practice(join.key, join.seat, practice=is_practice_key(terms.key))  # an offer of practice has such a key
    boxes.check_boxes({REFEREE: terms.box, join.seat: join.box})
    if join.deck is not None:
        shuffling.check_deck_key(join, terms.nonce)
    return join


def make_charter(
    key: SigningKey, offer: SignedNote, joins: Notes, order: Sequence[str], pack: bytes | None = None
) -> SignedNote:
    """The charter, signed: `order` names the seats clockwise.

    Raises:
        OutOfOrder: a seat is missing, twice, or too many; NotAuthentic: a join that does not hold.
    """
    terms = check_offer(offer, pack)
    by_seat: dict[str, SignedNote] = {}
    for signed in joins:
        join = check_join(offer, signed)
        if by_seat.setdefault(join.seat, signed).id != signed.id:
            raise OutOfOrder("seat-joined-twice", seat=join.seat)
    joined = sorted(by_seat)
    if sorted(order) != joined or len(order) != terms.seats:
        found = ", ".join(joined) or Sentence("nobody")
        raise OutOfOrder("charter-needs-seats", needed=terms.seats, found=found)
    ordered = [by_seat[name] for name in order]
    agreed_on: dict[str, Any] = {"attempt": terms.attempt, "rules": terms.rules, "option": terms.option}
    note = Charter(offer=offer.id, **agreed_on, seat=tuple(order), **_quotes(terms, ordered))
    charter = sign_note(note, key)
    read_charter((offer, *ordered, charter), pack)
    return charter


@lru_cache(8)
def read_charter(signed_notes: Notes, pack: bytes | None = None) -> Table:
    """The table that a charter file opens: its offer, all its joins in seat order, and the charter. `pack` is the data
    pack of the record, if it has one.

    Everything is checked: signatures, admission of keys and boxes, that the charter quotes offer and joins as they are.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: naming the line of the charter that does not hold.
    """
    types = [signed.type for signed in signed_notes]
    if len(types) < 3 or types != ["offer"] + ["join"] * (len(types) - 2) + ["charter"]:
        raise Unreadable("bad-charter-file", at=CHARTER)
    signed_offer, *signed_joins, signed = signed_notes
    offer = check_offer(signed_offer, pack)
    signed.check()
    charter = signed.read(Charter)
    check_deck_lines(charter, masked=options_mask_deck(offer.option))
    if signed.key != signed_offer.key:
        raise NotAuthentic("charter-other-key")
    if charter.offer != signed_offer.id:
        raise NotAuthentic("offer-misquoted")
    if (charter.attempt, charter.rules, charter.option) != (offer.attempt, offer.rules, offer.option):
        raise NotAuthentic("charter-terms-differ")
    checked = [check_join(signed_offer, signed_join) for signed_join in signed_joins]
    joins = {join.seat: join for join in checked}
    if [join.seat for join in checked] != list(charter.seat) or not len(joins) == len(checked) == offer.seats:
        raise NotAuthentic("charter-seats-differ")
    _check_quotes(charter, _quotes(offer, signed_joins))
    game, _ = game_for_rules(offer.rules, offer.option, pack)
    table = _table_of(game, signed.id, signed_offer.id, offer, joins)
    if table.terms.host not in ("", *table.names):
        raise NotAuthentic("host-without-own-seat", seat=table.terms.host)
    if table.names != table.listed:
        raise NotAuthentic("seats-not-listed", hint=Sentence("deal-seats-all"))
    if table.deck_keys:
        _ = table.joint  # two deck keys that are alike, or all that come to nothing, are refused
    return table


def _quotes(offer: Offer, signed_joins: Notes) -> dict[str, Any]:
    """What a charter quotes of its offer and joins, by the word of its lines."""
    joins = [signed.read(Join) for signed in signed_joins]
    parties: dict[str, Offer | Join] = {REFEREE: offer, **{join.seat: join for join in joins}}
    return {
        "join": {join.seat: signed.id for join, signed in zip(joins, signed_joins, strict=True)},
        "key": {role: party.key for role, party in parties.items()},
        "box": {role: party.box for role, party in parties.items()},
        "lock": {role: party.lock for role, party in parties.items()},
        "deck": {join.seat: join.deck for join in joins if join.deck is not None},
    }


def _check_quotes(charter: Charter, quotes: Mapping[str, Any]) -> None:
    for word, expected in quotes.items():
        if dict(getattr(charter, word)) != expected:
            raise NotAuthentic("charter-line-differs", word=word)
    for word, values in (("key", charter.key), ("lock", charter.lock)):
        if len(set(values.values())) != len(values):
            raise NotAuthentic("two-parties-same", word=word)
    boxes.check_boxes(charter.box)


def _table_of(game: AnyGame, game_id: str, offer_id: str, offer: Offer, joins: Mapping[str, Join]) -> Table:
    options = chosen_options(game, offer.seats, offer.option)
    return Table(
        game=game,
        options=options,
        piles=game.goods(options),
        title=title_of(offer),
        game_id=game_id,
        offer_id=offer_id,
        offer_nonce=offer.nonce,
        attempt=offer.attempt,
        rules=offer.rules,
        host=Party(REFEREE, offer.key, offer.box, offer.lock, offer.nonce),
        toss_lock=offer.tosslock,
        seats=tuple(Party(name, join.key, join.box, join.lock, join.nonce) for name, join in joins.items()),
        names=tuple(joins),
        bots=tuple(join.bot for join in joins.values()),
        display=tuple(join.name for join in joins.values()),
        terms=terms_of(offer.option, _option_names(game)),
        deck=_deck_of(offer),
        deck_keys=tuple(join.deck for join in joins.values() if join.deck is not None),
    )


def _deck_of(offer: Offer) -> TableDeck:
    """How the goods of a table with this offer are kept: chosen here, and asked of the table everywhere else."""
    return deck.MASKED_DECK if options_mask_deck(offer.option) else SEALED_DECK
