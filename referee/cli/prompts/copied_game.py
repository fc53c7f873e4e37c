"""A copy of a running game to play on with: one's own hand as it is, everything unseen dealt anew, bots for the others.

It exists only while the prompt runs: nothing is signed, written or sent, so nobody can take it for the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.output import print_aside
from referee.cli.prompts import terminal
from referee.cli.prompts.lessons import check_prompt, completions_of, hand_shown, list_orders, show_trial, tell_refused
from referee.i18n.event_text import event_sentences
from referee.kernel.bot import check_level
from referee.kernel.cases import Trial
from referee.kernel.dice import stream
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import asked_seats
from referee.kernel.grammar.lexer import healed
from referee.kernel.hashing import sha256
from referee.kernel.play import play
from referee.messages.decisions_text import result_sentences
from referee.protocol.history.dealt_anew import dealt_anew
from referee.protocol.step.bot_orders import order_of_bot
from referee.service.errors import Refused
from referee.service.opening.practice_games import try_alone
from referee.session.session import Session


def play_copy(context: Context, session: Session, level: str, seed: int) -> None:
    """Play on in a copy until it is over or left.

    Raises:
        UsageError: `--json` is typed. Unreadable: the bots of this game cannot play so well.
        OutOfOrder: the game is over or not dealt, or the reader has no seat in it.
    """
    check_prompt(context)
    copied = copied_game(session, seed)
    check_level(level, session.table.game.levels)
    said = {"title": session.called(context.lang), "step": session.position.step}
    print_aside(context, context.sentence("/practice/copy-begins", **said), "")
    _show(context, session, copied)
    print_aside(context, context.sentence("/practice/copy-help"))
    _play_on(context, session, copied, level, stream(sha256(b"copy %d" % seed), "bots"))
    print_aside(context, context.sentence("/practice/copy-ends", **said))


def copied_game(session: Session, seed: int) -> Trial:
    """The game of a session as its reader might think it is: the same seed deals the same. Raises as `play_copy`."""
    position, seat = session.history.position, session.eyes.seat
    own = session.own if position is not None else None
    if position is None or seat is None or own is None or position.over:
        raise OutOfOrder("copy-needs-seat")
    dealer = dealt_anew(session.history, position, seat, own, stream(sha256(b"copy %d" % seed), "dealt"))
    return Trial(position.state, dealer, seat, session.table.options)


def _play_on(context: Context, session: Session, copied: Trial, level: str, chance: Iterator[int]) -> None:
    game, before = session.table.game, list[Trial]()
    while True:
        copied = _others_play(context, session, copied, level, chance)
        if not asked_seats(game, copied.state):
            _show(context, session, copied)
            over = replace(session.position, state=copied.state)
            print_aside(context, *result_sentences(over, copied.seat, context.lang))
            return
        following = partial(completions_of, game, copied, context.lang)
        try:
            typed = terminal.ask_line(context.sentence("/practice/copy-prompt"), "> ", following)
        except EOFError:
            return
        word = healed(typed).strip()
        if not word or word in terminal.QUIT:
            return
        if word in terminal.UNDO:
            copied = before.pop() if before else copied
            _show(context, session, copied)
        elif not _answers_word(context, session, copied, word):
            done = try_alone(game, replace(copied, events=()), typed, context.lang)
            if isinstance(done, Refused):
                tell_refused(context, done)
            else:
                _tell_trial(context, session, done)
                before, copied = [*before, copied], done


def _answers_word(context: Context, session: Session, copied: Trial, word: str) -> bool:
    """Whether a word asks for something to be shown, which is done then."""
    if word in terminal.HELP:
        print_aside(context, context.sentence("/practice/copy-help"))
    elif word in terminal.SHOW:
        _show(context, session, copied)
    elif word in terminal.HAND:
        shown = hand_shown(context, session.table.game, copied, session.table.called)
        print_aside(context, *(shown or [context.sentence("hand-empty")]))
    elif word in terminal.MOVES:
        list_orders(context, session.table.game, copied)
    return word in (*terminal.HELP, *terminal.SHOW, *terminal.HAND, *terminal.MOVES)


def _others_play(context: Context, session: Session, copied: Trial, level: str, chance: Iterator[int]) -> Trial:
    """The copy once bots have answered for the others, until the reader is asked; what they do is told."""
    game, went_on = session.table.game, False
    while (asked := asked_seats(game, copied.state)) and copied.seat not in asked:
        own = copied.knowledge.own(asked[0])
        assert own is not None  # a dealer knows every hand
        order = order_of_bot(game, copied.state, asked[0], own, chance, level)
        done = play(game, copied.state, asked[0], order.move, copied.knowledge, secret=order.secret)
        copied, went_on = replace(copied, state=done.state, knowledge=done.knowledge, events=done.events), True
        _tell_trial(context, session, copied)
    if went_on:
        _show(context, session, copied)
    return copied


def _show(context: Context, session: Session, copied: Trial) -> None:
    show_trial(context, session.table.game, copied, session.table.called)


def _tell_trial(context: Context, session: Session, done: Trial) -> None:
    told = event_sentences(session.table.game, done.events, session.table.called, context.lang)
    print_aside(context, *(f"  {happened}" for happened in told))
