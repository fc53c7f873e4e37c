"""The entry point: answers `--version` at once, turns every refusal into a sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys

from referee import __version__
from referee.cli import exit_codes
from referee.cli.printing.streams import failed_stream, give_up, has_no_reader, let_terminals_read, open_streams

TYPE_CHECKING = False  # importing it takes as long as the whole answer to --version
if TYPE_CHECKING:
    from referee.kernel.errors import RefereeError


def main() -> None:
    """Run the command line and exit."""
    if getattr(sys, "frozen", False):
        _serve_as_worker()
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"referee {__version__}")
        return
    _limit_core()
    # A command makes many objects and drops few: looking for garbage again and again would take a tenth of its time.
    gc.set_threshold(400_000)
    _exit_at_once(run(sys.argv[1:]))


def _serve_as_worker() -> None:
    """Be the process that another one has asked for: a program in one file is started again for each of them."""
    # Before Python 3.14 the name that the package has for it answers on Windows alone.
    from multiprocessing.spawn import freeze_support

    freeze_support()


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code; whatever goes wrong has been said on stderr."""
    open_streams()
    try:
        from referee.cli.app import root  # --version is told without it
        from referee.cli.help_pages.usage import options_last
        from referee.cli.options import language

        let_terminals_read()
        lang = language(arguments)
        if "_REFEREE_COMPLETE" in os.environ:
            return _tell_shell(arguments)
        arguments = options_last(arguments)
        result = root(lang)(arguments, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
        if result == exit_codes.INTERRUPTED:  # the command line turns Ctrl-C into this number, and says nothing
            raise KeyboardInterrupt
        return result if isinstance(result, int) else exit_codes.DONE
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        if has_no_reader(error):
            give_up("stdout", "stderr")  # anybody who read our output has seen enough; nothing more is said
            return exit_codes.UNREAD
        if isinstance(error, SystemExit):
            raise
        try:
            return _leave(error, arguments)
        except OSError:  # nobody can be told
            return exit_codes.UNTOLD


def _tell_shell(arguments: list[str]) -> int:
    """Tell a shell what could stand next."""
    from referee.cli.completion.candidates import completion_answer  # for a shell that asks

    sys.stdout.write(completion_answer(os.environ["_REFEREE_COMPLETE"], arguments))
    return exit_codes.DONE


def _leave(error: BaseException, arguments: list[str]) -> int:
    """Say what went wrong. The command line's own errors are known by name: which module they live in changes."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        print(error)
        return exit_codes.USAGE
    if kind == "Exit":
        return int(getattr(error, "exit_code", exit_codes.DONE))
    from referee.cli.printing.errors import print_refusal  # only what is refused needs its words

    refusal = _refusal(error, kind, arguments)
    print_refusal(refusal, arguments)
    return refusal.exit_code


def _refusal(error: BaseException, kind: str, arguments: list[str]) -> RefereeError:
    from referee.cli.help_pages.usage import misuse
    from referee.cli.printing.errors import StoppedByUser  # only what is refused needs its words
    from referee.kernel.errors import BrokenState, FileTrouble, RefereeError

    if isinstance(error, KeyboardInterrupt):
        return StoppedByUser("interrupted")
    if kind == "Abort" or isinstance(error, EOFError):
        return StoppedByUser("nothing-done")
    if isinstance(error, RefereeError) and not isinstance(error, BrokenState):
        return error
    if hasattr(error, "exit_code") and hasattr(error, "ctx"):
        return misuse(error, arguments)
    if failed := failed_stream(error):
        return FileTrouble("file-trouble", path=failed, reason=str(getattr(error, "strerror", "")).lower())
    from referee.cli.crash_report import crash_refusal  # for a failure of our own alone

    return crash_refusal(error, arguments)


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
