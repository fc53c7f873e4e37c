"""A second, slow and literal reading of the rulebook, written as one conversation.

Spaces are (row, column) pairs in a dict, regions are found by walking, and a game is a generator that asks a question
and is sent the answer. It shares the printed data with the game and nothing else; `test_reference.py` plays random
games beside it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.games.tigris.reference_table import (
    COLOUR_OF_ROLE,
    COLOUR_OF_TILE,
    MONUMENTS,
    ROLE_OF_COLOUR,
    TILE_OF_COLOUR,
    Spot,
    Table,
    around,
    cross,
    is_kingdom,
    lines,
    name,
    region,
    regions_at,
    spot,
    square,
    temples_beside,
    where_is,
)

Question = tuple[Any, ...]
Talk = Generator[Question, list[str], None]


class GameOver(Exception):
    """The game has ended; the argument says how."""


# --- a game as a conversation ---------------------------------------------------------------------------------------


def game(table: Table) -> Talk:
    """The whole game. Yields (seat, question, details ..) and is sent the words of the answer."""
    try:
        while True:
            for table.action in (0, 1):
                words = yield table.active, "turn"
                yield from act(table, words)
            yield from end_turn(table)
            table.active = (table.active + 1) % table.seats
            table.action = 0
    except GameOver as over:
        table.ended = str(over)


def act(table: Table, words: list[str]) -> Talk:
    seat = table.active
    table.idle = table.idle + 1 if words == ["pass"] else 0
    if words[0] == "place":
        yield from lay_tile(table, words[1], spot(words[2]))
    elif words[0] == "leader":
        yield from place_leader(table, words[1], spot(words[2]))
    elif words[0] == "withdraw":
        place = where_is(table, seat, words[1])
        assert place
        del table.leaders[place]
    elif words[0] == "catastrophe":
        place = spot(words[1])
        table.catastrophes[seat] -= 1
        table.tiles.pop(place, None)
        table.destroyed.add(place)
        send_home(table)
    elif words[0] == "swap":
        count = int(words[1])
        if count > table.bag:
            table.hands[seat] -= count
            raise GameOver("swap")
        table.bag -= count
        if table.options["bag"] == "empty" and table.bag == 0:
            raise GameOver("bag")
    if table.options["treasures"] == "action":
        yield from hand_out_treasures(table)


def lay_tile(table: Table, tile: str, place: Spot) -> Talk:
    table.hands[table.active] -= 1
    kingdoms = [here for here in regions_at(table, place) if is_kingdom(table, here)]
    table.tiles[place] = tile
    if len(kingdoms) == 2:
        yield from fight_wars(table, place)
    else:
        score_tile(table, COLOUR_OF_TILE[tile], place)
    if table.options["buildings"]:
        yield from offer_building(table, place)
    yield from offer_monument(table, place)


def score_tile(table: Table, colour: str, place: Spot) -> None:
    here = region(table, place)
    for role in (ROLE_OF_COLOUR[colour], "king"):
        owners = [seat for where, (seat, who) in table.leaders.items() if where in here and who == role]
        if owners:
            table.points[owners[0]][colour] += 2 if table.buildings.get(colour) in here else 1
            return


def place_leader(table: Table, role: str, place: Spot) -> Talk:
    seat = table.active
    old = where_is(table, seat, role)
    if old:
        del table.leaders[old]
    table.leaders[place] = (seat, role)
    here = region(table, place)
    rivals = [where for where, (_, who) in table.leaders.items() if where in here and who == role and where != place]
    if not rivals:
        return
    (other,) = rivals
    defender = table.leaders[other][0]
    attack, defence = temples_beside(table, place), temples_beside(table, other)
    winner = yield from conflict(table, COLOUR_OF_ROLE[role], seat, attack, defender, defence)
    del table.leaders[other if winner == seat else place]
    table.points[winner]["red"] += 1


def conflict(
    table: Table, colour: str, attacker: int, attack: int, defender: int, defence: int
) -> Generator[Question, list[str], int]:
    """Ask both sides for tiles; returns the winner."""
    english = table.options["english"]
    for seat in (attacker, defender):
        hand = table.hands[seat]
        allowed = set(range(hand + 1))
        if english and seat == attacker:
            allowed = {n for n in allowed if n == 0 or attack + n > defence}
        elif english:
            allowed = {n for n in allowed if n == 0 or (attack > defence and defence + n == attack)}
        count = 0
        if allowed != {0}:
            words = yield seat, "commit", colour, attack, defence
            count = int(words[1])
            assert count in allowed
        table.hands[seat] -= count
        if seat == attacker:
            attack += count
        else:
            defence += count
    return attacker if attack > defence else defender


def fight_wars(table: Table, joining: Spot) -> Talk:
    while True:
        wars: dict[str, list[Spot]] = {}
        for colour, role in ROLE_OF_COLOUR.items():
            sides = regions_at(table, joining)
            here = [where for where in sorted(table.leaders) if table.leaders[where][1] == role]
            linked = [where for where in here if any(where in side for side in sides)]
            if len(linked) == 2 and not any(linked[0] in side and linked[1] in side for side in sides):
                wars[colour] = linked
        if not wars:
            return
        colour = next(iter(wars))
        if len(wars) > 1:
            words = yield table.active, "war", *sorted(wars, key=lambda c: min(wars[c]))
            colour = words[1]
        yield from fight_war(table, joining, colour, wars[colour])


def fight_war(table: Table, joining: Spot, colour: str, leaders: list[Spot]) -> Talk:
    place_of = {table.leaders[where][0]: where for where in leaders}
    attacker = next(seat for seat in [(table.active + i) % table.seats for i in range(table.seats)] if seat in place_of)
    (defender,) = set(place_of) - {attacker}
    tile = TILE_OF_COLOUR[colour]
    followers = {
        seat: [p for p in region(table, place_of[seat], leave_out=joining) if table.tiles.get(p) == tile]
        for seat in place_of
    }
    winner = yield from conflict(table, colour, attacker, len(followers[attacker]), defender, len(followers[defender]))
    loser = defender if winner == attacker else attacker
    lost = [p for p in followers[loser] if p not in table.buildings.values()]
    if colour == "red":
        others = [where for where in table.leaders if where != place_of[loser]]
        lost = [p for p in lost if p not in table.treasures and not set(around(p)) & set(others)]
    for place in lost:
        del table.tiles[place]
    del table.leaders[place_of[loser]]
    table.points[winner][colour] += 1 + len(lost)


def offer_building(table: Table, place: Spot) -> Talk:
    colour = COLOUR_OF_TILE[table.tiles[place]]
    stands = table.buildings.get(colour)
    allowed: set[Spot] = set()
    for line in lines(table, place):
        longest = max(len(own) for own in lines(table, stands)) if stands else 0
        if len(line) >= 3 and len(line) > longest and stands not in line:
            allowed |= set(line)
    if allowed:
        words = yield table.active, "building", colour, *(name(p) for p in sorted(allowed))
        if words[0] == "building":
            table.buildings[colour] = spot(words[1])


def offer_monument(table: Table, place: Spot) -> Talk:
    tile = table.tiles[place]
    colour = COLOUR_OF_TILE[tile]
    row, column = place
    corners = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
    squares = [c for c in corners if all(table.tiles.get(p) == tile for p in square(c))]
    left = [m for m in MONUMENTS if colour in m.split("-") and m not in table.monuments]
    squares = squares if left else []
    crosses = []
    if table.options["ziggurat"] and table.ziggurat is None:
        centres = [(row - 1, column), (row, column - 1), place, (row, column + 1), (row + 1, column)]
        crosses = [c for c in centres if all(table.tiles.get(p) == tile for p in cross(c))]
    if not squares and not crosses:
        return
    names = left if squares else []
    words = yield (
        table.active, "monument", colour, tuple(map(name, squares)), tuple(names), tuple(map(name, crosses))
    )  # fmt: skip
    if words[0] == "monument":
        corner = spot(words[2]) if len(words) > 2 else squares[0]
        table.monuments[words[1]] = corner
        cover(table, square(corner))
    elif words[0] == "ziggurat":
        table.ziggurat = spot(words[1])
        cover(table, cross(table.ziggurat))


def cover(table: Table, places: list[Spot]) -> None:
    for place in places:
        table.tiles[place] = "covered"
    table.buildings = {colour: where for colour, where in table.buildings.items() if where not in places}
    send_home(table)


def send_home(table: Table) -> None:
    table.leaders = {where: who for where, who in table.leaders.items() if temples_beside(table, where)}


def hand_out_treasures(table: Table) -> Talk:
    for step in range(table.seats):
        seat = (table.active + step) % table.seats
        trader = where_is(table, seat, "trader")
        if not trader:
            continue
        here = sorted(region(table, trader) & table.treasures)
        if len(here) < 2:
            continue
        count = len(here) - 1
        first = [p for p in here if p in table.first]
        if table.options["corners"] == "nearest":
            away = {p: min(abs(p[0] - r) + abs(p[1] - c) for r in (0, 10) for c in (0, 15)) for p in here}
            first = [p for p in here if away[p] != max(away.values())]
        others = [p for p in here if p not in first]
        if len(first) == count:
            taken = first
        elif len(first) < count and len(others) == count - len(first):
            taken = here
        else:
            words = yield seat, "treasure", count, *map(name, first), *map(name, others)
            taken = (
                [p for p in here if name(p) != words[3]] if words[1] == "all" else [spot(word) for word in words[1:]]
            )
            assert len(set(taken)) == count and (set(first) <= set(taken) or set(taken) <= set(first))
        table.treasures -= set(taken)
        table.won[seat] += count


def end_turn(table: Table) -> Talk:
    seat = table.active
    king = where_is(table, seat, "king")
    if king and table.ziggurat and table.ziggurat in region(table, king):
        words = yield seat, "colour"
        table.points[seat][words[1]] += 1
    if table.options["treasures"] == "turn":
        yield from hand_out_treasures(table)
    for role, colour in COLOUR_OF_ROLE.items():
        place = where_is(table, seat, role)
        for monument, corner in table.monuments.items():
            if place and colour in monument.split("-") and corner in region(table, place):
                table.points[seat][colour] += 1
    if len(table.treasures) <= 2:
        raise GameOver("treasures")
    for step in range(table.seats):
        other = (seat + step) % table.seats
        drawn = min(6 - table.hands[other], table.bag)
        table.bag -= drawn
        table.hands[other] += drawn
        if table.hands[other] < 6:
            raise GameOver("refill")
    if table.options["bag"] == "empty" and table.bag == 0:
        raise GameOver("bag")
    if table.options["agreement"] and table.idle >= 6 * table.seats:
        raise GameOver("agreement")


def placings(table: Table) -> tuple[int, ...]:
    """The rank of each seat: treasures go one by one where the colour is weakest."""
    rows = []
    for points, treasures in zip(table.points, table.won, strict=True):
        colours = dict(points)
        for _ in range(treasures):
            weakest = min(colours, key=lambda colour: colours[colour])
            colours[weakest] += 1
        rows.append(sorted(colours.values()))
    return tuple(sum(other > row for other in rows) + 1 for row in rows)
