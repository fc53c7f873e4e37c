"""`referee move` alone: orders one by one, each answered by what it leads to, taken back at will, then signed or not.

It works the same with a pipe instead of a person: then every line must be right, and the end of the input is the end of
the orders.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.lines import event_lines, loss_warning_lines, planned_order_in_names
from referee.cli.printing.output import picture_lines, print_notice
from referee.cli.printing.width import fit_to_stream
from referee.cli.prompts import drafts
from referee.cli.prompts.order_list import order_lines, order_list_lines, orders_in_words, orders_with_word
from referee.cli.prompts.terminal import HAND, HELP, MOVES, NO, QUIT, RULE, SHOW, UNDO, YES, ask_line, is_terminal
from referee.cli.prompts.turn_view import hand_lines, labelled_hand_lines
from referee.i18n.event_text import prompt_prose, question_for_reader
from referee.i18n.refusal_text import refusal_lines
from referee.i18n.rule_text import full_rule_id, is_rule_id, rules_about
from referee.i18n.rule_text import rule_text as explained
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.game import Viewer
from referee.kernel.grammar.lexer import healed
from referee.kernel.requests import TURN, Request
from referee.messages.forecast import (
    FEW,
    failing_plan_sentences,
    failing_plans,
    few_orders_text,
    is_plan_useful,
    is_unfinished,
    next_step_forecast,
    orders_to_answer,
    unfinished_part_text,
)
from referee.messages.order_choices import example_answer, legal_choices
from referee.messages.page_search import search_pages
from referee.protocol.allowances import allowances_of
from referee.protocol.step.draft import CONFLICT, MoveDraft, draft
from referee.protocol.step.position import Position
from referee.protocol.step.split_orders import WIN, parts_of_line, unfinished_order
from referee.service.moves import move_drafts
from referee.session.session import Session

_COMMAND = re.compile(r"\A\s*referee\s+(?:move\s+)?", re.IGNORECASE)
"""How a command begins, which somebody types inside of the prompt."""

WITH_MORE = frozenset((*MOVES, *RULE))
"""The prompt's own words with something after them."""

ENDS, SEALED = ("prompt-if-win", "prompt-if-lose"), ("sealed-if-won", "sealed-if-lost")
"""The two ends of a conflict, in the order in which they are asked about: the prompt for the line, and the text of the
line.
"""


def compose_move(context: Context, session: Session, *, keeps: bool) -> MovePrompt:
    """The orders that somebody types, one after the other; one who `keeps` a draft goes on with it.

    Raises:
        Stopped: the person left. Unreadable, IllegalMove: the input of a pipe is not a move.
    """
    talk = MovePrompt(context, session, keeps=keeps)
    if is_terminal():
        own, step = talk.names[talk.seat], session.position.step + 1
        print_notice(context.sentence("prompt-begins", title=session.table.title, step=step, seat=own))
    if keeps:
        talk.take_up(drafts.stored_draft_lines(context, session))
    if is_terminal() and talk.drafted is None:
        talk.ask_in_words()
    talk.go_on()
    talk.asked_for_rest = True  # anybody who ended it with Enter has seen what is open
    return talk


def begin_move(context: Context, session: Session, lines: Sequence[str], *, keeps: bool) -> MovePrompt:
    """The orders that came with the command; for an answer that they leave out the person is asked.

    Raises:
        Stopped: the person left. Unreadable, IllegalMove: they are no move.
    """
    try:
        talk = MovePrompt(context, session, lines, keeps=keeps)
    except IllegalMove as refused:
        talk = MovePrompt(context, session, keeps=keeps)
        if not (keeps and talk.begins(lines, refused.rest)):
            raise
    if keeps and talk.typed:
        drafts.replace_draft(context, session, talk.typed)
    if talk.waiting:
        talk.go_on()
        talk.asked_for_rest = True
    return talk


def _piped() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip() or "\n"


class MovePrompt:
    """What was typed so far, and where it has led. `asked_for_rest`: a turn that is not over was asked about;
    `waiting`: what was typed before its time, offered at the next prompt for it.
    """

    def __init__(self, context: Context, session: Session, typed: Sequence[str] = (), *, keeps: bool = False) -> None:
        assert session.eyes.seat is not None
        self.keeps = keeps
        self.context, self.session, self.seat = context, session, session.eyes.seat
        self.game, self.names = session.table.game, session.table.called
        self.typed = list(typed)
        self.drafted = draft(session.position, session.eyes, self.typed) if self.typed else None
        self.is_done = self.asked_for_rest = self._is_explained = False
        self.waiting = ""
        self._end = 0

    def go_on(self) -> None:
        """Read lines until the orders are done.

        Raises:
            Stopped: the person left. Unreadable, IllegalMove: the input of a pipe is not a move.
        """
        self._take_the_only_way()
        while not self.is_done:
            try:
                line = ask_line(self.label(), "> ", self.following, self._early()) if is_terminal() else _piped()
            except EOFError:
                if is_terminal():
                    raise StoppedByUser("nothing-signed") from None
                break
            self.take(line)
        if self.drafted is None:
            raise Unreadable("move-without-order")

    def take_back(self) -> None:
        """Take the last line back."""
        self.is_done = False
        self._undo("")

    def label(self) -> str:
        """The question before a line: which action, how many tiles, which of few answers."""
        request = self._request
        if self._seals:
            return self.context.sentence(ENDS[self._end] if self._has_ends else "prompt-then")
        assert request is not None
        asked = prompt_prose(self.game, request, self.context.lang)
        few = orders_to_answer(self.position, self.seat)
        numbers = [order.split()[-1] for order in few if order != ".."]
        if asked and request.question == CONFLICT and numbers and all(map(str.isdigit, numbers)):
            return self.context.sentence("prompt-range", asked=asked, least=numbers[0], most=numbers[-1])
        if asked or len(few) > FEW or ".." in few:
            return asked or self.context.sentence("prompt-order")
        return few_orders_text(self.position, self.seat, few).told(self.context.lang)

    @property
    def _seals(self) -> bool:
        """Whether what is typed now is sealed: somebody else is asked first, or the pieces drawn are not known."""
        request, drafted = self._request, self.drafted
        return request is None or request.seat != self.seat or (drafted is not None and drafted.run.unforeseen)

    @property
    def _has_ends(self) -> bool:
        """Whether that is for the ends of a conflict: who is asked decides it."""
        request, drafted = self._request, self.drafted
        return request is not None and request.question == CONFLICT and not (drafted and drafted.run.unforeseen)

    def _early(self) -> str:
        """What was typed before its time, once, where it may stand now."""
        request = self._request
        if not self.waiting or not (self._seals or (request is not None and request.question == TURN)):
            return ""
        offered, self.waiting = self.waiting, ""
        return offered

    def begins(self, lines: Sequence[str], rest: str) -> bool:
        """Take up lines as far as they go before `rest`, which waits for the answer before it; whether there is one."""
        healed_lines = [healed(line).strip() for line in lines]
        at = next((at for at, line in enumerate(healed_lines) if rest and line.endswith(healed(rest))), None)
        if at is None or self.session.position.on_turn != self.seat:
            return False
        cut = healed_lines[at].removesuffix(healed(rest)).rstrip(" ,;&")
        own = lines[at].strip()
        late = own[-len(rest) :] if len(own) == len(healed_lines[at]) else rest
        head = own[: len(cut)] if len(own) == len(healed_lines[at]) else cut
        for line in filter(None, (*lines[:at], head)):
            self._accept(line)
        in_conflict = self._request is not None and self._request.question == CONFLICT
        if in_conflict and not allowances_of(self.session.table).plans:
            print_notice(self.context.sentence("put-off-move", order=late))
            return True
        print_notice(self.context.sentence("put-off-commit" if in_conflict else "put-off", order=late))
        self.waiting = "; ".join((late, *lines[at + 1 :]))
        return True

    def following(self, typed: str) -> tuple[str, ...]:
        """The words that can follow what is typed of a line: orders by the rules, and the prompt's own words."""
        begun = healed(typed).lstrip()
        own = [word for word in self._words() if begun and word.startswith(begun)]
        try:
            state, lang = self._ahead.state, self.context.lang
            found = self.game.notation.complete(unfinished_order(typed), state, self.seat, lang)
        except RefereeError:
            found = ()
        return (*found, *own)

    def ask_in_words(self) -> None:
        """The reader's question in a sentence, where the prompt itself is too short for it."""
        request = self._request
        if request is None or request.seat != self.seat or prompt_prose(self.game, request, self.context.lang):
            return
        position = self.position
        view = Viewer(self.names, self.seat, position.knowledge.own(self.seat), self.context.lang)
        print_notice("  " + " ".join(question_for_reader(self.game, position.state, view)))

    def take(self, line: str) -> None:
        """One line: a word of the prompt, or orders."""
        line = _COMMAND.sub("", line)  # `referee hand` means what the prompt's own word does
        word, _, rest = healed(line).strip().partition(" ")
        own = self._words().get(word)
        if own is not None and (not rest or word in WITH_MORE):
            own(rest)
        elif not word:
            self._end_line()
        else:
            self._orders(line)

    def _end_line(self) -> None:
        """Enter: what is open stays open. Of two ends of a conflict the other one is asked about first."""
        if self.drafted is None or not is_terminal():
            return
        if self._seals and self._has_ends and self._end + 1 < len(ENDS):
            self._end += 1
            return
        self.is_done = not self.asks_for_rest()

    def asks_for_rest(self) -> bool:
        """Ask, once, about a turn that is not over yet; whether that was to be asked."""
        position, drafted = self.session.position, self.drafted
        if self.asked_for_rest or drafted is None or not is_unfinished(position, self.seat, drafted):
            return False
        self.asked_for_rest = True
        left = unfinished_part_text(position, self.seat, drafted, self.context.lang)
        print_notice(self.context.sentence("enter-again-signs", left=left))
        return True

    def _words(self) -> dict[str, Callable[[str], None]]:
        said = {
            UNDO: self._undo,
            MOVES: self._moves,
            SHOW: self._show,
            HAND: self._hand,
            RULE: self._rule,
            HELP: self._help,
            QUIT: self._quit,
        }
        return {word: does for words, does in said.items() for word in words}

    def take_up(self, lines: Sequence[str]) -> None:
        """Go on with the lines of a draft, up to the first that does not hold any more, which is told."""
        for line in lines:
            try:
                self._accept(line)
            except RefereeError as refused:
                self._told(refused)
                print_notice(self.context.sentence("draft-up-to-here", line=line))
                return

    def _orders(self, line: str) -> None:
        ends = is_terminal() and self._seals and self._has_ends and parts_of_line(line)[0].condition is None
        if ends:
            line = self.context.sentence(SEALED[self._end], order=line)
        try:
            self._accept(line)
            if ends:
                self._end += 1
                self.is_done = self.is_done or self._end == len(ENDS)
        except RefereeError as refused:
            if not is_terminal():
                raise
            if line.strip().lower() in (*YES, *NO) and self.drafted is not None:
                print_notice("  " + self.context.sentence("prompt-enter-goes-on"))
                return
            rest = getattr(refused, "rest", "")
            if not self.begins((line,), rest):
                self._refused(refused)
                return
        self._keep()

    def _accept(self, line: str) -> None:
        drafted = draft(self.session.position, self.session.eyes, [*self.typed, line])
        if self._passes_nothing(drafted):
            print_notice("  " + self.context.sentence("nothing-to-pass"))
            return
        before, self.drafted = self.drafted, drafted
        self.typed.append(line)
        self._tell(before, drafted)
        full = len(drafted.lines) == self.game.info.pins
        self.is_done = self.is_done or not drafted.run.turn_runs or full
        self._take_the_only_way()

    def _take_the_only_way(self) -> None:
        """The one answer that a hand leaves to a question, if it does nothing: nobody has to type it. How many tiles go
        into a conflict is asked anyway, since a player who is in one wants to see it.
        """
        request, game, position = self._request, self.game, self.position
        if not is_terminal() or self.is_done or self._seals or request is None or request.question in (TURN, CONFLICT):
            return
        few = orders_to_answer(position, self.seat)
        move = game.neutral(position.state, self.seat) if game.neutral is not None else None
        if move is not None and few == (game.notation.format_order(move),):
            order = orders_in_words(game, few[0], self.context.lang)
            print_notice("  " + self.context.sentence("only-answer", order=order))
            self._accept(order)

    def _passes_nothing(self, drafted: MoveDraft) -> bool:
        """Whether all that a line adds is to pass or to skip, sealed for a moment that does not come: it would only end
        the plan.
        """
        before = self.drafted
        if before is None or not is_terminal() or drafted.do != before.do:
            return False
        added = drafted.lines[len(before.lines) :]
        doubted = (
            (one.line for one in failing_plans(self.session.position, self.seat, drafted)) if len(added) == 1 else ()
        )
        return any(" " not in line for line in doubted if line in added)

    def _keep(self) -> None:
        if self.keeps:
            move_drafts.store_draft(self.session, self.typed)

    def _told(self, refused: RefereeError) -> None:
        for text in refusal_lines(refused, self.context.lang):
            for part in fit_to_stream(text, sys.stderr):
                print(part, file=sys.stderr)

    def _refused(self, refused: RefereeError) -> None:
        meant = getattr(refused, "meant", None)
        if meant is not None:
            refused.hint = None  # the question says it
        self._told(refused)
        if meant is None:
            return
        line = self.context.ask(self.context.sentence("did-you-mean", name=meant))
        if line.lower() in YES:
            self._orders(meant)
        elif line and line.lower() not in NO:
            self.take(line)

    def _tell(self, before: MoveDraft | None, now: MoveDraft) -> None:
        """What the line has led to: what is new since the one before it, and the next question."""
        old = len(before.run.events) if before is not None else 0
        for text in event_lines(self.context, self.session, now.run.events[old:]):
            print_notice(text)
        for sealed in now.run.by_name(now.lines, behind=now.do)[len(before.lines) if before is not None else 0 :]:
            print_notice(f"  {planned_order_in_names(self.context, self.game, sealed)}")
        known = (*loss_warning_lines(self.context, self.session, before), *self._doubts(before))
        for text in (*loss_warning_lines(self.context, self.session, now), *self._doubts(now)):
            if text not in known:
                print_notice(f"  {text}")
        held = self._hand_sizes(now)
        if held != self._hand_sizes(before):
            print_notice(f"  {held}")
        request = self._request
        if request is not None and request.seat == self.seat and not now.run.unforeseen and now.run.turn_runs:
            self.ask_in_words()
        elif now.run.turn_runs and not is_plan_useful(self.session.position, self.seat, now):
            self.is_done = is_terminal()
        elif now.run.turn_runs and not self._is_explained:
            self._is_explained = True
            self._explain_plan(now)

    def _explain_plan(self, now: MoveDraft) -> None:
        """Print what happens next, and what is done with lines typed for it."""
        lang = self.context.lang
        print_notice("  " + next_step_forecast(self.session.position, self.seat, now, lang).told(lang))
        if is_terminal():
            print_notice(self.context.sentence("seal-for-ends" if self._has_ends else "seal-for-then"))

    def _doubts(self, drafted: MoveDraft | None) -> tuple[str, ...]:
        """The sealed lines that can never be carried out, or cannot as things stand, each with why."""
        return (
            ()
            if drafted is None
            else failing_plan_sentences(self.session.position, self.seat, drafted, self.context.lang)
        )

    def _hand_sizes(self, drafted: MoveDraft | None) -> str:
        """What everybody sees and the reader may use, where orders have led; "" in a game without such things."""
        holds, position = self.game.faces.holds, self.session.position
        state = position.state if drafted is None else drafted.run.state
        return holds(state, Viewer(self.names, self.seat, None, self.context.lang)) if holds is not None else ""

    def _undo(self, rest: str) -> None:
        if not self.typed:
            print_notice("  " + self.context.sentence("prompt-nothing-typed"))
            return
        print_notice("  " + self.context.sentence("prompt-undone", line=self.typed.pop()))
        position, eyes = self.session.position, self.session.eyes
        self.drafted = draft(position, eyes, self.typed) if self.typed else None
        self._end = sum(part.condition == WIN for line in self.typed for part in parts_of_line(line))
        self._keep()

    def _moves(self, rest: str) -> None:
        position = self._ahead
        found = legal_choices(position, self.seat, self.context.lang)
        lines = (
            order_lines(self.context, self.game, found, orders_with_word(position, found, rest))
            if rest
            else list(order_list_lines(self.context, self.game, position.state, self.seat, found))
        )
        for line in lines or (self.context.sentence("no-order-among", word=rest, count=len(found)),):
            print_notice(line)

    def _show(self, rest: str) -> None:
        for line in board_lines_now(self.context, self):
            print_notice(line)
        if self.game.named is not None:
            print_notice(self.context.sentence("prompt-code-of"))

    def _hand(self, rest: str) -> None:
        held = labelled_hand_lines(self.context, self.session)
        for line in held or filter(None, (self._hand_sizes(self.drafted), *hand_lines(self.context, self.session))):
            print_notice(f"  {line}")

    def _rule(self, rest: str) -> None:
        """What the pages of the game and the rules say about words, or the rule with this id."""
        info, lang = self.game.info, self.context.lang
        view = Viewer(self.names, self.seat, None, lang)
        pages = [] if is_rule_id(rest) else search_pages(self.game, self.position.state, view, rest)
        rules = () if is_rule_id(rest) else rules_about(rest, (info.name,), lang, near=not pages)
        try:
            rules = rules if pages or rules else (explained(full_rule_id(rest, lambda: info.rule_prefix), lang),)
        except Unreadable as refused:
            self._told(refused)
        for line in (*pages, *(f"[{text.id}] {text.sentence}" for text in rules)):
            print_notice(f"  {line}")

    def _help(self, rest: str) -> None:
        """The answers to this very question, as the rules allow them, one as it is typed, the prompt's own words."""
        request, state = self._request, self._ahead.state
        if any(asked.seat == self.seat for asked in self.game.requests(state)):
            self._moves("")
        if self._seals and self.drafted is not None:
            self._explain_plan(self.drafted)
        elif request is not None and request.seat == self.seat:
            order = few_orders_text(self.position, self.seat, [example_answer(self.position, request)], brief=True)
            print_notice(self.context.sentence("prompt-example", order=order))
        print_notice(self.context.sentence("prompt-help"))

    def _quit(self, rest: str) -> None:
        raise StoppedByUser("nothing-signed")

    @property
    def position(self) -> Position:
        """Where the orders so far have led."""
        position = self.session.position
        run = self.drafted.run if self.drafted is not None else None
        return position if run is None else replace(position, state=run.state, knowledge=run.knowledge)

    @property
    def _ahead(self) -> Position:
        """Where what is typed next is read: after a face that is not known, as if it were a plain one."""
        run = self.drafted.run if self.drafted is not None else None
        supposed = run.supposed if run is not None else None
        return self.position if supposed is None else replace(self.position, state=supposed)

    @property
    def _request(self) -> Request | None:
        """The question that is open: the reader's, where several are asked at once."""
        requests = self.game.requests(self.position.state)
        return next((request for request in requests if request.seat == self.seat), next(iter(requests), None))


def board_lines_now(context: Context, talk: MovePrompt) -> list[str]:
    """The board where the orders so far have led; what they change is marked."""
    view = Viewer(talk.names, talk.seat, None, context.lang, since=talk.session.position.state)
    return picture_lines(talk.game.faces.text(talk.position.state, view))
