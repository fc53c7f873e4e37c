"""The entry point: answers `--version` at once, turns every refusal into a sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys

from referee import __version__
from referee.cli import codes


def main() -> None:
    """Run the command line and exit."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"referee {__version__}")
        return
    _limit_core()
    # A command makes many objects and drops few: looking for garbage again and again would take a tenth of its time.
    gc.set_threshold(100_000)
    _exit_at_once(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code; whatever goes wrong has been said on stderr."""
    from referee.cli.app import app_for
    from referee.kernel.errors import RefereeError

    try:
        result = app_for(arguments)(arguments, standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else codes.DONE
    except RefereeError as error:
        from referee.cli.refusals import say

        say(error, arguments)
        return error.exit_code
    except KeyboardInterrupt:
        print("referee: interrupted; nothing is half written", file=sys.stderr)
        return codes.INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain once more at exit.
        sys.stderr.close()
        return codes.DONE
    except Exception as error:
        return _leave(error)


def _leave(error: Exception) -> int:
    code = getattr(error, "exit_code", None)
    show = getattr(error, "show", None)
    if show is not None and isinstance(code, int):  # a usage error of the command line
        show()
        return code
    if type(error).__name__ == "Exit" and isinstance(code, int):
        return code
    if type(error).__name__ == "Abort":
        print("referee: nothing was done", file=sys.stderr)
        return codes.INTERRUPTED
    from referee.cli.refusals import dump

    dump(error)
    return codes.BUG


def _exit_at_once(code: int) -> None:
    """Leave the process to the system. Freeing every object first would take another tenth of a short command."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # whoever read it has gone, or it is closed
            continue
    os._exit(code)


def _limit_core() -> None:
    """No core dump of a process that has held keys."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        return


if __name__ == "__main__":
    main()
