"""A progress bar for somebody who waits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from referee.cli.context import Context
from referee.cli.printing.output import has_watcher


def progress_bar(context: Context, label: str) -> Callable[[int, int], None] | None:
    """What is told how much of how much is done, and shows it from then on; None where nobody waits at a terminal."""
    if context.plain or not has_watcher(context, sys.stderr):
        return None
    from rich.console import Console
    from rich.progress import Progress as Bar

    bar = Bar(console=Console(stderr=True), transient=True)
    task = bar.add_task(label)

    def tell(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)
        if done == total:
            bar.stop()

    return tell
