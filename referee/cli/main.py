"""The entry point: answers `--version` at once, turns every refusal into a sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys

from referee import __version__
from referee.cli import app, crash_report, exit_codes, options
from referee.cli.completion import candidates
from referee.cli.help_pages import usage
from referee.cli.printing import errors as refusals
from referee.cli.printing.streams import failed_stream, give_up, has_no_reader, let_terminals_read, open_streams
from referee.kernel import errors


def main() -> None:
    """Run the command line and exit."""
    serve_as_worker()
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"referee {__version__}")
        return
    limit_core()
    # A command makes many objects and drops few: looking for garbage again and again would take a tenth of its time.
    gc.set_threshold(400_000)
    leave_at_once(run(sys.argv[1:]))


def serve_as_worker() -> None:
    """Be the process that another one has asked for, if one has: a program that has Python inside is started again for
    each of them.
    """
    if not getattr(sys, "frozen", False):
        return
    # Before Python 3.14 the name that the package has for it answers on Windows alone.
    from multiprocessing.spawn import freeze_support

    freeze_support()


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code; whatever goes wrong has been said on stderr."""
    open_streams()
    try:
        let_terminals_read()
        lang = options.language(arguments)
        if "_REFEREE_COMPLETE" in os.environ:
            sys.stdout.write(candidates.completion_answer(os.environ["_REFEREE_COMPLETE"], arguments))
            return exit_codes.DONE
        arguments = usage.options_last(arguments)
        result = app.root(lang)(arguments, prog_name="referee", standalone_mode=False)
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


def _leave(error: BaseException, arguments: list[str]) -> int:
    """Say what went wrong. The command line's own errors are known by name: which module they live in changes."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        print(error)
        return exit_codes.USAGE
    if kind == "Exit":
        return int(getattr(error, "exit_code", exit_codes.DONE))
    refusal = _refusal(error, kind, arguments)
    refusals.print_refusal(refusal, arguments)
    return refusal.exit_code


def _refusal(error: BaseException, kind: str, arguments: list[str]) -> errors.RefereeError:
    if isinstance(error, KeyboardInterrupt):
        return refusals.StoppedByUser("interrupted")
    if kind == "Abort" or isinstance(error, EOFError):
        return refusals.StoppedByUser("nothing-done")
    if isinstance(error, errors.RefereeError) and not isinstance(error, errors.BrokenState):
        return error
    if hasattr(error, "exit_code") and hasattr(error, "ctx"):
        return usage.misuse(error, arguments)
    if failed := failed_stream(error):
        return errors.FileTrouble("file-trouble", path=failed, reason=str(getattr(error, "strerror", "")).lower())
    return crash_report.crash_refusal(error, arguments)


def leave_at_once(code: int) -> None:
    """Leave the process to the system. Freeing every object first would take another tenth of a short command."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # anybody who read it has gone, or it is closed
            continue
    os._exit(code)


def limit_core() -> None:
    """No core dump of a process that has held keys."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        return


if __name__ == "__main__":
    main()
