"""The room of all games: those that wait for the reader first; where there are none, the ways to one."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.web.components import (
    LOCKED,
    bar,
    board_link,
    drop_zone,
    link,
    refusal_page,
    run_for_page,
    shell_line,
    tr_plain,
)
from referee.cli.web.forms import hidden
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.pages.new_game import USUAL
from referee.drawing.svg_document import escaped
from referee.games import all_games
from referee.kernel.game import AnyGame
from referee.kernel.sentence import in_language
from referee.protocol.seating import REFEREE
from referee.service.dates import iso_day_text
from referee.service.views.games_list import GameRow, Games
from referee.session.game_folders import GameLocation, game_locations


def games_page(context: Context, *, news: str = "", title: str = "") -> WebPage:
    """All games, those that wait for the reader first; above them what came of the button that was pressed."""
    lang, answer = context.lang, run_for_page(context, ["games"])
    if answer.refused is not None:
        return refusal_page(lang, answer.refused, answer)
    rows = answer.read(Games).games
    mine = [row for row in rows if row.turn and row.stage != "over"]
    known = {place.path: place for place in game_locations(context.home())}
    cards = {row.folder: _card(context, row, known.get(row.folder), first=row is (mine or [None])[0]) for row in rows}
    first, others = ("".join(cards[row.folder] for row in rows if (row in mine) is wanted) for wanted in (True, False))
    waiting = tr_plain(lang, "page-waiting" if mine else "page-none-waits", count=len(mine))
    above = f'<ul class="games">{first}</ul>' if first else ""
    below = f"<h2>{tr(lang, 'page-waiting-others')}</h2>" if first and others else ""
    below += f'<ul class="games">{others}</ul>' if others else ""
    begin = "".join(link(f"/do/{name}", tr(lang, code), row=False) for name, code in _BEGINNINGS)
    body = f'{news}{above}{drop_zone(lang)}{below}<div class="row">{begin}</div>{shell_line(lang, answer)}'
    if not rows:
        body = f"{news}{_begun_by(lang)}{shell_line(lang, answer)}"
    heading = waiting if rows else tr_plain(lang, "page-no-games")
    return WebPage(
        tr_plain(lang, title) if title else heading, body, lang, top=bar(lang, waiting=len(mine), here="games")
    )


_BEGINNINGS = (("join", "page-join"), ("offer", "page-offer"), ("practice", "page-practice"))


def _begun_by(lang: str) -> str:
    """Where there is no game yet: what this is, one that begins at once, and the other ways to one."""
    usual, *others = sorted(all_games(), key=lambda game: game.info.name != USUAL)
    chips = "".join(_practice(lang, game, escaped(in_language(game.info.title, lang))) for game in others)
    hero = _practice(lang, usual, tr(lang, "page-practice"), ' class="go"')
    ways = (
        ("page-have-friends", "page-have-friends-how", "offer", "page-offer"),
        ("page-have-games", "page-have-games-how", "key-import", "page-bring-key"),
    )
    panels = "".join(
        f'<section class="panel"><h2>{tr(lang, head)}</h2><p>{tr(lang, how)}</p>'
        f"{link(f'/do/{name}', tr(lang, button_code))}</section>"
        for head, how, name, button_code in ways
    )
    return (
        f'<section class="hero"><p class="lead">{tr(lang, "page-welcome")}</p>{hero}'
        f'<p class="small">{tr(lang, "page-practice-how", game=in_language(usual.info.title, lang))}</p>'
        f'<div class="row">{chips}</div></section>'
        f'<div class="three">{drop_zone(lang, title="page-was-invited")}{panels}</div>'
    )


def _practice(lang: str, game: AnyGame, text: str, look: str = "") -> str:
    """The button of a game that is practised at once."""
    kept = hidden({"game_name": game.info.name}, ("game_name",))
    return f'<form method="post" action="/do/practice">{kept}<button{look}>{text}</button></form>'


def _card(context: Context, row: GameRow, place: GameLocation | None, *, first: bool) -> str:
    lang = context.lang
    if row.trouble is not None:
        trouble = f'<p class="bad">{escaped(row.trouble.sentence)}</p>'
        if row.trouble.code == LOCKED and place is not None:  # the room itself asks for the passphrase
            trouble = link(f"/game/{escaped(place.offer)}", tr(lang, "page-look"))
        return f'<li class="gamecard"><div><h2>{escaped(row.title)}</h2>{trouble}</div></li>'
    foot = _foot(lang, row, f"/game/{escaped(place.offer)}", first=first) if place is not None else ""
    has_board = place is not None and row.stage in _WITH_BOARD
    shown = board_link(lang, place.offer, "board", row.title, " loading=lazy") if place and has_board else ""
    last = f'<p class="last">{escaped(" ".join(row.last))}</p>' if row.last and row.result is None else ""
    return (
        f'<li class="gamecard{" first" if first else ""}">{shown}<div>{_tag(context, row)}<h2>{escaped(row.title)}</h2>'
        f'{last}{_ranking(lang, row)}<p class="dim">{_about(lang, row)}</p></div>{foot}</li>'
    )


def _tag(context: Context, row: GameRow) -> str:
    """Who is waited for, since when."""
    lang, since = context.lang, iso_day_text(context.lang, row.since)
    if row.stage == "over":
        return f'<p class="tag">{tr(lang, "page-over")}</p>'
    if row.turn:
        return f'<p class="tag you">{tr(lang, "page-your-turn-since", since=since)}</p>'
    who = ", ".join(_role_name(lang, row, role) for role in row.asked) or tr_plain(lang, "games-players")
    return f'<p class="tag">{tr(lang, "page-waits-for", names=who, since=since)}</p>'


def _ranking(lang: str, row: GameRow) -> str:
    """The places of a game that is over."""
    ranks = sorted(row.result.ranks.items(), key=lambda rank: rank[1]) if row.result is not None else []
    seats = ", ".join(tr_plain(lang, "page-result", place=at, name=_role_name(lang, row, seat)) for seat, at in ranks)
    return f"<p>{escaped(seats)}</p>" if seats else ""


def _about(lang: str, row: GameRow) -> str:
    """Which game, with whom, who hosts, how many days; and that somebody may be reminded."""
    others = [row.called.get(seat, seat) for seat in row.seats if seat != row.you]
    about = [tr(lang, "page-plays-with", game=row.plays, names=", ".join(others)) if others else escaped(row.plays)]
    if row.you in (REFEREE, row.host) and row.you:
        about.append(tr(lang, "page-you-host"))
    elif (hosts := row.called.get(row.host or REFEREE)) not in (None, tr_plain(lang, "the-host")):
        about.append(tr(lang, "page-hosts", name=hosts))
    if row.deadline and row.stage == "playing":
        about.append(tr(lang, "page-days-over" if row.remind else "page-allows", days=row.deadline))
    return f"{'. '.join(about)}."


def _foot(lang: str, row: GameRow, at: str, *, first: bool) -> str:
    """The way into the game, and the button that reminds whoever is late."""
    look = tr(lang, "page-play" if row.turn and row.stage == "playing" else "page-look")
    press = ""
    if row.remind and row.you is not None:
        names = ", ".join(row.called.get(seat, seat) for seat in row.remind)
        seats = hidden({"seat": "\n".join(row.remind)}, ("seat",))
        press = f"<button>{tr(lang, 'page-remind', names=names)}</button>"
        press = f'<form method="post" action="{at}/do/remind">{seats}{press}</form>'
    return f'<footer><a class="button{" go" if first else ""}" href="{at}">{look}</a>{press}</footer>'


_WITH_BOARD = ("playing", "over")


def _role_name(lang: str, row: GameRow, role: str) -> str:
    return tr_plain(lang, "games-you") if role == row.you else row.called.get(role, role)
