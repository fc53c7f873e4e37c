"""A second, independent checker of a finished game: standard library and stock `ssh-keygen` only.

It shares no line with the program and is written from `docs/protocol.md` alone. It checks key admission, the one shape
of a signature, the chain, the locks, the joint seed, every line of the bag, that nobody drew out of turn of the bag or
played what he had not drawn, that what is turned up on a covered place is what the deal has put there, number and size
of pins and seals, opened lines against their pins, that seats asked at once answer sealed and together, which standing
answers hold, who agreed to what the table decides, and where a step back leads. It knows no rules of a game and says
what else it cannot check (`unchecked`).
`python -m tests.table.second_checker FOLDER` prints what it finds, and says so of a game whose goods it does not know.
"""

from __future__ import annotations

import hmac
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from tests.table.second_keys import check_last_box, check_shares
from tests.table.second_masks import check_mixes, check_unlocked, is_masked
from tests.table.second_notes import (
    Note,
    Wrong,
    b64,
    check_boxes,
    check_key,
    check_signatures,
    h,
    need,
    raw,
    read,
    shuffled,
    u64,
)
from tests.table.second_people import HOST, check_people, keys_by_step, of, passing
from tests.table.second_silence import check_dark, let_passes
from tests.table.second_table import Bag as Drawing
from tests.table.second_table import Held, back_to, check_backs, check_opened, note_of

BOX = {"standard": 10, "advanced": 14}  # temples that start on the board
PILES = {
    "tigris": ("tiles", (("temple", 57), ("settlement", 30), ("market", 30), ("farm", 36))),
    "cards": ("cards", (("black", 40), ("red", 65), ("blue", 40), ("green", 40))),
    "ur": ("", ()),
}
SEALS = {"tigris": (4, 272), "cards": (10, 528), "ur": (0, 0)}  # pin lines of a covered note, bytes of its seal
STANDING = {"ur": (4, 272)}  # the same of a standing note, where it differs

Bag = tuple[str, list[str]]
Cover = tuple[int, int]  # pin lines of a covered note, bytes of its seal


def check_opening(
    offer: list[Note], charter: list[Note], deal: list[Note]
) -> tuple[dict[str, bytes], bytes, list[bytes]]:
    """Keys by role, the charter's id, and the r of the seats in charter order."""
    terms, rules = offer[0], charter[-1]
    need([note.kind for note in charter] == ["offer", *["join"] * (len(charter) - 2), "charter"], "a charter file")
    need(charter[0].id == terms.id == rules.one("offer"), "the charter is of another offer")
    seats = [row[0] for row in rules.all("seat")]
    parties = dict(zip(["referee", *seats], charter[:-1], strict=True))
    need([join.one("seat") for join in charter[1:-1]] == seats, "the joins are not those of the seats")
    need(rules.named("join") == {seat: parties[seat].id for seat in sorted(seats)}, "the charter quotes other joins")
    for word in ("key", "box", "lock"):
        quoted = {role: parties[role].one(word) for role in sorted(parties)}
        need(rules.named(word) == quoted and len(set(quoted.values())) == len(quoted), f"the {word} lines")
    need(all(note.one("offer") == terms.id for note in charter[1:]), "a join of another offer")
    programs = [row for join in charter[1:-1] for row in join.all("bot")]
    need(all(len(row) == 2 and row[0] in ("greedy", "good", "strong") for row in programs), "a program of no level")
    keys = {role: note.key for role, note in parties.items()}
    for role, note in parties.items():
        need(raw(note.one("key")) == note.key, f"{role} has signed under another key than the own one")
        check_key(note.key)
    check_boxes([raw(note.one("box")) for note in parties.values()])
    need(rules.key == keys["referee"] and rules.all("option") == terms.all("option"), "the charter is not the offer's")
    masked, accepts = is_masked(terms), deal[: len(seats)]
    kinds = ["accept"] * len(seats) + ["mix"] * len(seats) * masked + ["deal"]
    need([note.kind for note in deal] == kinds, "a deal file")
    need(deal[-1].named("accept") == dict(sorted((n.one("seat"), n.id) for n in accepts)), "the deal quotes others")
    if masked:
        check_mixes(charter, deal)
    nonce, shares = raw(terms.one("nonce")), []
    for seat, accept in zip(seats, deal, strict=False):
        share = raw(accept.one("open"))
        need(accept.one("seat") == seat and accept.key == keys[seat], f"the accept of {seat} is another's")
        need(accept.one("game") == accept.one("head") == rules.id, f"the accept of {seat} is for another game")
        need(h("lock", nonce, seat.encode(), keys[seat], share) == raw(parties[seat].one("lock")), f"lock of {seat}")
        shares.append(share)
    toss = h("toss", nonce, keys["referee"], raw(deal[-1].one("toss")))
    need(toss == raw(terms.one("tosslock")), "the toss does not open its lock")
    return keys, raw(rules.id), shares


def seated(charter: list[Note], deal: list[Note], shares: list[bytes]) -> list[str]:
    """The seats clockwise, as the charter lists them or the joint chance has seated them."""
    rules = charter[-1]
    listed = [seat for (seat,) in rules.all("seat")]
    if rules.named("option").get("seating") != "drawn":
        return listed
    need(listed == sorted(listed), "the host has ordered seats that are drawn")
    public = h("public", raw(rules.id), raw(deal[-1].one("toss")), *shares)
    return [listed[at] for at in shuffled(public, "seating", len(listed))]


def goods_of(title: str, board: str | None) -> Bag:
    """The name of the bag of one of the games of the page, and what lies in it: less what starts on the board."""
    pile, kinds = PILES[title]
    return pile, [
        kind for kind, count in kinds for _ in range(count - (BOX[board] if board and kind == "temple" else 0))
    ]


def check_seed(terms: Note, end: Note, keys: dict[str, bytes], shares: list[bytes], game: bytes) -> bytes:
    """The joint seed, once the referee's share opens its lock."""
    r0 = raw(end.one("open"))
    lock = h("lock", raw(terms.one("nonce")), b"referee", keys["referee"], r0)
    need(lock == raw(terms.one("lock")), "r_0 does not open its lock")
    return h("seed", game, r0, *shares)


def check_bag(deal: Note, seed: bytes, game: bytes, bag: Bag) -> list[str]:
    """The kinds in drawing order, once every line of the bag is the one that the joint seed gives."""
    pile, labels = bag
    order = shuffled(seed, f"bag {pile}", len(labels))
    for at, (line, token) in enumerate(zip(deal.all("bag"), order, strict=True)):
        salt = hmac.digest(seed, f"salt {pile} ".encode() + u64(at), "sha256")[:16]
        commitment = h("bag", game, pile.encode(), u64(at), u64(token), salt)
        need(line == [pile, b64(commitment)], f"line {at + 1} of the bag")
    return [labels[token] for token in order]


def check_draws(steps: list[tuple[str, list[Note]]], kinds: list[str]) -> None:
    """Draws take the next positions, or those that went back; nobody plays more of a kind than he drew, or holds."""
    bag, held = Drawing(len(kinds)), Held()
    for name, notes in steps:
        note = note_of(notes)
        drew, proofs = set(), note.all("proof")
        if first := back_to(notes):
            bag.go_back(first - 1)
            held.go_back(first - 1)
        for word, *rest in note.all("event"):
            if word == "drew":
                found = bag.draw(f"seat {rest[0]}", int(rest[1]))
                need(found is not None, f"{name}: more is drawn than the bag held")
                held.kinds.update((rest[0], kinds[at]) for at in found or ())
                drew.add(rest[0])
                held.count[rest[0]] += int(rest[1])
            elif word in ("spent", "discarded"):
                number = int(rest[-1])
                held.count[rest[0]] -= number
                if word == "spent":
                    held.kinds[rest[0], rest[1]] -= number
                    need(held.kinds[rest[0], rest[1]] >= 0, f"{name}: {rest[0]} played a {rest[1]} never drawn")
                need(held.count[rest[0]] >= 0, f"{name}: {rest[0]} gave away more tiles than the hand held")
            elif word == "hidden":
                found = bag.draw(f"place {rest[0]}", 1)
                need(found is not None, f"{name}: more is drawn than the bag held")
                held.hidden[rest[0]] = (found or [0])[0]
            elif word == "peeked":
                need(rest[1] in held.hidden, f"{name}: {rest[0]} peeks where nothing lies")
                drew.add(rest[0])
            elif word == "revealed" and rest[0] in held.hidden:
                at = held.hidden.pop(rest[0])
                need(bool(proofs) and int(proofs.pop(0)[1]) == at, f"{name}: no proof for {rest[0]}")
                need(kinds[at] == rest[1], f"{name}: {rest[0]} is not what the deal has put there")
            elif word == "laid":
                held.lain[rest[1]], held.count[rest[0]] = rest[0], held.count[rest[0]] - 1
            elif word == "revealed":
                seat = held.lain.pop(rest[0])
                held.kinds[seat, rest[1]] -= 1
                need(held.kinds[seat, rest[1]] >= 0, f"{name}: {seat} laid a {rest[1]} that was never drawn")
        bag.keep()
        held.keep()
        need(not proofs, f"{name}: a proof too many")
        if of(notes, "key"):
            need(not drew, f"{name}: a draw where a key is entered")
            drew = set(of(notes, "key")) - {HOST} if kinds else drew
        need({row[0] for row in note.all("hand")} == drew, f"{name}: hand lines do not go to those who drew")


def check_proofs(steps: list[tuple[str, list[Note]]], deal: Note, game: bytes) -> None:
    """Every proof opens its line of the bag: pile, position from 0, token, salt."""
    bag = deal.all("bag")
    for name, notes in steps:
        for pile, position, token, salt in next(note for note in notes if note.kind in ("deal", "step")).all("proof"):
            line = h("bag", game, pile.encode(), u64(int(position)), u64(int(token)), raw(salt))
            rows = [row for row in bag if row[0] == pile]
            need(rows[int(position)] == [pile, b64(line)], f"{name}: a proof that does not open the bag")


def check_at_once(steps: list[tuple[str, list[Note]]], seats: list[str]) -> None:
    """Who is asked answers; those who are asked at once show no order, and are carried out in the order of `next`."""
    for (_, before), (name, notes) in pairwise(steps):
        asked = [row[0] for row in next(note for note in before if note.kind in ("deal", "step")).all("next")]
        if notes[0].kind == "rekey":
            continue
        moves = [note for note in notes if note.kind == "move"]
        places = [seats.index(move.one("seat")) for move in moves]
        need(places == sorted(set(places)), f"{name}: the moves are not in seat order, one for each seat")
        need({move.one("seat") for move in moves} <= set(asked), f"{name}: a move of a seat that is not asked")
        let_pass = [one.seat for one in let_passes(notes)]
        if not moves and not let_pass:  # the table has decided something else: nobody answers
            continue
        if len(asked) < 2:
            need(len(moves) + len(let_pass) == 1, f"{name}: two moves where one is asked")
            continue
        need(not any(move.all("do") for move in moves), f"{name}: an order in the clear beside others")
        need(all(move.all("seal") for move in moves), f"{name}: an answer beside others that is not sealed")
        did = [row[0] for row in next(note for note in notes if note.kind == "step").all("did")]
        shares = [seat for at, seat in enumerate(did) if at == 0 or did[at - 1] != seat]
        need(shares[: len(asked)] == asked, f"{name}: answers that are missing, or not clockwise")


def check_pack(files: dict[str, bytes], terms: Note) -> None:
    """The data pack is the one that the offer names by its hash."""
    named, pack = terms.named("option").get("pack"), files.get("pack.json")
    need((named is None) == (pack is None), "a pack that is missing, or that nobody has named")
    need(pack is None or b64(h("pack", pack)) == named, "another pack than the one of the offer")


def check_chain(
    steps: list[tuple[str, list[Note]]], acks: list[tuple[str, Note]], game: str, keys: list[dict[str, bytes]]
) -> Note:
    """Every head, step, list of notes and signer; gives the end note."""
    deal, end = steps[0][1][-1], None
    heads, mix = [deal.id], next((note.id for note in steps[0][1][-2:-1] if note.kind == "mix"), "")
    need(deal.one("head") == game and deal.key == keys[0][HOST], "the deal is not the charter's")
    for number, (name, notes) in enumerate(steps[1:], 1):
        need(end is None and name == f"{number:04d}.step", f"{name}: a gap, or a step behind the end")
        *moves, step_note = notes[:-1] if notes[-1].kind == "end" else notes
        new = [raw(note.one("key")) for note in moves if note.kind == "rekey" and note.one("seat") == HOST]
        signer = (new or [keys[number][HOST]])[0]
        need(step_note.kind == "step" and step_note.key == signer, f"{name}: no step note by the referee")
        need(
            step_note.all("note") == [[move.one("seat"), move.id] for move in moves], f"{name}: other notes than listed"
        )
        for note in (*moves, step_note):
            step = int(note.one("step"))
            said = [row[0] for row in note.all("to")]
            older = note.kind in ("standing", "rekey", "unlock") or said in (["key"], ["holiday"], ["standin"])
            first = note.kind == "unlock" and step == 0  # signed before the deal
            need(step == number or first or (older and 0 < step < number), f"{name}: of another step")
            behind = mix if first else heads[step - 1]
            need(note.one("game") == game and note.one("head") == behind, f"{name}: the chain is broken")
        for move in moves:
            owner = keys[int(move.one("step"))][move.one("seat")]
            now = owner if move.kind == "unlock" else keys[number][move.one("seat")]
            owner, now = (keys[number + 1][move.one("seat")],) * 2 if move.all("pok") else (owner, now)
            need(move.kind == "rekey" or move.key == owner == now, f"{name}: not by the key of its seat")
        heads.append(step_note.id)
        if notes[-1].kind == "end":
            end = notes[-1]
            closing = (end.one("game"), end.one("head"), end.key)
            need(closing == (game, heads[-1], keys[number][HOST]), f"{name}: another end")
    need(end is not None, "the game has no end")
    assert end is not None
    for name, ack in acks:
        seat = ack.one("seat")
        closed = (game, end.id, keys[-1][seat])
        need((ack.one("game"), ack.one("head"), ack.key) == closed, f"{name}: of something else")
        need(name == f"ack-{seat}.note", f"{name}: of another seat")
    return end


def check_standing(steps: list[tuple[str, list[Note]]], seats: list[str]) -> dict[str, set[str]]:
    """Entering, naming and ending of standing answers; the seats that have some in each step, by file."""
    holds: dict[str, Note | None] = dict.fromkeys(seats)
    moved, found, kept = dict.fromkeys(seats, 0), {}, [dict(holds)]
    for number, (name, notes) in enumerate(steps[1:], 1):
        standing = [note for note in notes if note.kind == "standing"]
        named = {note.one("seat"): [row[0] for row in note.all("standing")] for note in notes if note.kind == "move"}
        places = [seats.index(note.one("seat")) for note in standing]
        need(places == sorted(set(places)), f"{name}: the standing notes are not in seat order, one for each seat")
        for note in standing:
            seat, step, before = note.one("seat"), int(note.one("step")), holds[note.one("seat")]
            need(before is None or before.id != note.id, f"{name}: what {seat} has standing is entered again")
            newer = step > moved[seat] and (before is None or step > int(before.one("step")))
            need(
                named[seat] == [note.id] if seat in named else newer, f"{name}: {seat} has said that another note holds"
            )
            holds[seat] = note
        for author, names in named.items():
            after = holds[author] if names else None
            need(names == ([after.id] if after else []), f"{name}: {author} names a note that is not here")
            holds[author], moved[author] = after, number
        for ended in (*of(notes, "left"), *of(notes, "key")):
            holds[ended] = None
        if first := back_to(notes):
            then = {seat: note.id for seat, note in kept[first - 1].items() if note is not None}
            still = {seat for seat, note in holds.items() if note is not None and then.get(seat) == note.id}
            holds = {seat: holds[seat] if seat in still else None for seat in seats}
        kept.append(dict(holds))
        found[name] = {seat for seat in seats if holds[seat] is not None}
    return found


def check_sealed(steps: list[tuple[str, list[Note]]], game: bytes, seals: Cover, covers: Mapping[str, Cover]) -> None:
    """Pins and seals come in the number and size of their question or game, and every opened line opens its pin."""
    moves: dict[tuple[str, str], Note] = {}
    for (_, before), (name, notes) in pairwise(steps):
        asked = next(note for note in before if note.kind in ("deal", "step")).named("next")
        for note in notes:
            if note.kind not in ("move", "standing"):
                continue
            question = asked.get(note.one("seat"), "") if note.kind == "move" else ""
            pins, size = covers.get(question, seals) if note.kind == "move" else covers.get("standing", seals)
            found = (len(note.all("pin")), len(raw("".join(row[0] for row in note.all("seal")))))
            plain = note.kind == "move" and found == (0, 0)
            need(plain or (bool(pins) and found == (pins, size)), f"{name}: pins or a seal of another number or size")
            if note.kind == "move":
                moves[note.one("seat"), note.one("step")] = note
        step_note = next(note for note in notes if note.kind == "step")
        for opened, order in zip(step_note.all("opened"), step_note.all("order"), strict=True):
            seat, step, line, salt = opened
            text = " ".join(order[3:])
            need(order[:3] == opened[:3], f"{name}: an opened line without its text")
            pin = h("pin", game, seat.encode(), u64(int(step)), u64(int(line)), raw(salt), text.encode())
            pinned = moves[seat, step].all("pin")
            need(0 < int(line) <= len(pinned) and pinned[int(line) - 1] == [b64(pin)], f"{name}: {text} was not pinned")


def answers(name: str, notes: list[Note]) -> list[str]:
    """The seats that standing answers spoke for in a step: what stands in `did` and no note holds or opens."""
    step_note = next(note for note in notes if note.kind == "step")
    moves = [note for note in notes if note.kind == "move"]
    did, clear = step_note.all("did"), [[move.one("seat"), *row] for move in moves for row in move.all("do")]
    need(did[: len(clear)] == clear, f"{name}: what was carried out does not begin with the move")
    lines = [[row[0], *(row[4:] if row[3] in ("win", "lose") else row[3:])] for row in step_note.all("order")]
    lines = [line for line in lines if not line[1].endswith(":")]  # the secret part of an order is no order
    seats = [order[0] for order in did[len(clear) :] if order not in lines[:1] or not lines.pop(0)]
    need(not lines, f"{name}: an opened order was not carried out")
    return seats


def check_answers(steps: list[tuple[str, list[Note]]], standing: dict[str, set[str]]) -> int:
    """Nobody is spoken for who has no standing answers, is not let pass and has not left; how many answers were given
    so.
    """
    found, neutral = 0, passing(steps)
    for name, notes in steps[1:]:
        spoken = [seat for seat in answers(name, notes) if seat not in neutral[name]]
        need(set(spoken) <= standing[name], f"{name}: an order for a seat that stands in no note of it")
        found += len(spoken)
    return found


def unchecked(files: dict[str, bytes]) -> list[str]:
    """What this checker does not look at in a finished game that it finds nothing wrong with."""
    notes, steps = record_of(files)
    found = ["the rules of the game: orders, questions, events, states, ranks"]
    if is_masked(notes["offer.note"][0]):
        found.append("the equations of mixes, locks and deck keys")
    elif PILES[notes["offer.note"][0].all("rules")[0][0]][0]:
        found.append("what hand lines and seals hold: AES-SIV is not in the standard library")
    standing = check_standing(steps, [seat for (seat,) in notes["charter.note"][-1].all("seat")])
    if spoken := check_answers(steps, standing):
        found.append(f"whether standing answers say what was answered for them: {spoken} orders")
    return found


def record_of(files: dict[str, bytes]) -> tuple[dict[str, list[Note]], list[tuple[str, list[Note]]]]:
    """The notes of every file, and those of deal and steps in order."""
    notes = {name: read(data) for name, data in sorted(files.items()) if name != "pack.json"}
    return notes, [(name, notes[name]) for name in sorted(notes) if name[0].isdigit()]


def check(
    files: dict[str, bytes], bag: Bag | None = None, covers: Mapping[str, Cover] | None = None, sample: bool = False
) -> str | None:
    """What is wrong with a finished game, or None. A game that is not on the page brings its `bag`, name and goods, and
    the pins and bytes of seals of the questions that have their own. Of all signatures a `sample` may do.
    """
    try:
        notes, steps = record_of(files)
        if found := fault_of(files, notes, steps, bag, covers or {}):
            return found
        check_signatures((note for signed in notes.values() for note in signed), sample)
    except (Wrong, ValueError, KeyError, IndexError, StopIteration) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    return None


def fault_of(
    files: dict[str, bytes],
    notes: dict[str, list[Note]],
    steps: list[tuple[str, list[Note]]],
    bag: Bag | None,
    covers: Mapping[str, Cover],
) -> str | None:
    """What is wrong with what the notes of a finished game say, whoever has signed them."""
    opening = check_opening(notes["offer.note"], notes["charter.note"], notes["0000.deal"])
    keys, game, shares = opening
    acks = [(name, found[0]) for name, found in notes.items() if name.startswith("ack-") and len(found) == 1]
    packs = [name for name in files if name == "pack.json"]
    need(len(steps) + len(acks) + len(packs) + 2 == len(files), "a file that no record has")
    terms = notes["offer.note"][0]
    title = terms.all("rules")[0][0]
    seats = seated(notes["charter.note"], notes["0000.deal"], shares)
    by_step = keys_by_step(steps, keys)
    boxes = [raw(note.one("box")) for note in notes["charter.note"][:-1]]
    standing = check_standing(steps, seats)
    programs = [join.one("seat") for join in notes["charter.note"][1:-1] if join.all("bot")]
    asked = check_people(steps, seats, terms.named("option"), boxes, by_step, standing, programs)
    end = check_chain(steps, acks, b64(game), by_step)
    if not is_masked(terms):
        check_shares(steps, terms, seats)
    check_last_box(end, steps, terms)
    check_pack(files, terms)
    check_at_once(steps, seats)
    check_answers(steps, standing)
    check_opened(steps, check_backs(steps))
    check_proofs(steps, notes["0000.deal"][-1], game)
    board = terms.named("option").get("board") if title == "tigris" else None
    bag = bag or goods_of(title, board)
    if is_masked(terms):
        check_unlocked(steps, len(bag[1]), seats)
        check_dark(steps, len(bag[1]), seats, asked)
        return "something is opened that nobody has" if end.all("open") or end.all("box") else None
    seals = SEALS.get(title, (4, 272))
    check_sealed(steps, game, seals, {"standing": STANDING.get(title, seals), **covers})
    if not bag[1]:
        sealed = any(note.all("seal") for _, step_notes in steps for note in step_notes)
        if notes["0000.deal"][-1].all("bag"):
            return "goods in a game that has none"
        return None if bool(end.all("open")) == sealed else "a box that is opened for nothing, or stays closed"
    seed = check_seed(terms, end, keys, shares, game)
    check_draws(steps, check_bag(notes["0000.deal"][-1], seed, game, bag))
    return None


def main(folder: Path) -> int:
    """Print what is found in the game of a folder; 0 for nothing, 1 for something, 2 for what is not checked at all."""
    record = {path.name: path.read_bytes() for path in sorted((folder / "record").glob("*"))}
    if "offer.note" not in record or "charter.note" not in record:
        print(f"no game lies in {folder}")
        return 2
    title = read(record["offer.note"])[0].all("rules")[0][0]
    if title not in PILES:
        print(f"games of {title} are not checked: what is in their piles is not on the page; only {', '.join(PILES)}")
        return 2
    found = check(record)
    print(found or "\n".join(["nothing found", *(f"not checked: {what}" for what in unchecked(record))]))
    return int(found is not None)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if sys.argv[1:] else ".")))
