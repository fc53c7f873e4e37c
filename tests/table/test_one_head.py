"""Mails are lost, doubled, changed, forged and crossed, machines stop, keys lie: the honest end with one history."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.long_runs import of
from tests.support.dishonest import network
from tests.support.dishonest.network import STEPS, Network
from tests.support.dishonest.post import Post, run

RUNS = of(12, 100)
ORDERS = of(1, 4)
LOSS = 0.3


def test_whatever_happens_to_the_mail_the_honest_end_with_one_head() -> None:
    Post.done.clear()
    run(RUNS)
    done = Post.done

    assert done["runs"] >= RUNS
    assert min(done[what] for what in ("steps", "one head", "machines stopped", "mails refused")) > RUNS // 2
    assert done["two histories convicted"] > 0
    assert done["moves kept"] > 0


def test_the_runs_find_a_host_who_signs_two_histories_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same runs where the liars' notes do not count as lies: then two histories stand unexplained."""
    monkeypatch.setattr(Post, "_convicts", _nobody)

    with pytest.raises(AssertionError, match="nobody is convicted"):
        run(of(12, 25))


def test_the_runs_find_a_move_that_is_gone_once_its_author_was_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.dishonest.post.passed_over", lambda session: ())

    with pytest.raises(AssertionError, match="the move for step"):
        run(RUNS)


def test_a_network_that_loses_a_third_of_all_mails_ends_with_one_head_for_all() -> None:
    """A few orders of delivery; `scripts/fuzz.py network` tries as many as one likes."""
    done = sum((Network(seed, LOSS).run() for seed in range(ORDERS)), Counter[str]())

    assert min(done[what] for what in ("lost", "doubled", "overtaken", "rounds of sending again")) > ORDERS
    assert done["steps"] == ORDERS * STEPS


def test_a_network_that_carries_nothing_never_ends_with_one_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_MOST", 40)

    with pytest.raises(AssertionError, match="no end after 40 ticks"):
        Network(0, 1.0).run()


def _nobody(self: Post, ours: dict[str, bytes], theirs: dict[str, bytes], honest: set[str]) -> None:
    raise AssertionError("nobody is convicted")
