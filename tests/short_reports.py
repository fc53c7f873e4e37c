"""A worker tells of a test in two messages instead of six: that it is over, and how it ended.

What a set-up or a clean-up without a fault has to say nobody reads; and what some workers say of thousands of tests one
process has to hear, which shares their cores.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol


class Quiet:
    """A plugin of a worker."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        return True
