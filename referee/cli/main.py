"""The entry point: answers `--version` at once, turns every refusal into a sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys

from referee import __version__
from referee.cli import codes

TYPE_CHECKING = False  # importing it takes as long as the whole answer to --version
if TYPE_CHECKING:
    from referee.kernel.errors import RefereeError


def main() -> None:
    """Run the command line and exit."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"referee {__version__}")
        return
    _limit_core()
    # A command makes many objects and drops few: looking for garbage again and again would take a tenth of its time.
    gc.set_threshold(400_000)
    _exit_at_once(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code; whatever goes wrong has been said on stderr."""
    try:
        from referee.cli.app import root  # --version is told without it
        from referee.cli.helping.usage import arranged
        from referee.cli.options import language

        _stream_encodings()
        lang = language(arguments)
        if "_REFEREE_COMPLETE" in os.environ:
            return _tell_shell(arguments)
        arguments = arranged(arguments)
        result = root(lang)(arguments, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
        if result == codes.INTERRUPTED:  # the command line turns Ctrl-C into this number, and says nothing
            raise KeyboardInterrupt
        return result if isinstance(result, int) else codes.DONE
    except BrokenPipeError:
        # Anybody who read our output has seen enough; Python would complain once more at exit.
        sys.stderr.close()
        return codes.DONE
    except (Exception, KeyboardInterrupt) as error:
        return _leave(error, arguments)


def _tell_shell(arguments: list[str]) -> int:
    """Tell a shell what could stand next."""
    from referee.cli.completion.answer import answer  # for a shell that asks

    sys.stdout.write(answer(os.environ["_REFEREE_COMPLETE"], arguments))
    return codes.DONE


def _leave(error: BaseException, arguments: list[str]) -> int:
    """Say what went wrong. The command line's own errors are known by name: which module they live in changes."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        print(error)
        return codes.USAGE
    if kind == "Exit":
        return int(getattr(error, "exit_code", codes.DONE))
    from referee.cli.printing.errors import report  # only what is refused needs its words

    refusal = _refusal(error, kind, arguments)
    report(refusal, arguments)
    return refusal.exit_code


def _refusal(error: BaseException, kind: str, arguments: list[str]) -> RefereeError:
    from referee.cli.helping.usage import misuse
    from referee.cli.printing.errors import Stopped  # only what is refused needs its words
    from referee.kernel.errors import BrokenState, RefereeError

    if isinstance(error, KeyboardInterrupt):
        return Stopped("interrupted")
    if kind == "Abort" or isinstance(error, EOFError):
        return Stopped("nothing-done")
    if isinstance(error, RefereeError) and not isinstance(error, BrokenState):
        return error
    if hasattr(error, "exit_code") and hasattr(error, "ctx"):
        return misuse(error, arguments)
    from referee.cli.bugs import reported  # for a failure of our own alone

    return reported(error, arguments)


def _stream_encodings() -> None:
    """Let a terminal that lacks a letter show its number instead: no output is worth a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")


def _exit_at_once(code: int) -> None:
    """Leave the process to the system. Freeing every object first would take another tenth of a short command."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # anybody who read it has gone, or it is closed
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
