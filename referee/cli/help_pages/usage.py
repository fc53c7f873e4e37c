"""What was typed after `referee`: put in order before it is read, and answered with a fix when it makes no sense."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee.cli.help_pages.page import PageWords
from referee.cli.registry import ALONE, GROUPS, TOPICS
from referee.kernel.errors import UsageError
from referee.kernel.sentence import Sentence

_WITH_VALUE = ("--game", "-g", "--as", "--lang")
_ALONE = ("--json", "--plain")
_LONGEST_NAME = 255
_HELP = ("-h", "--help")


def with_value() -> tuple[str, ...]:
    """The shared options that another word follows."""
    return _WITH_VALUE


def options_last(arguments: list[str]) -> list[str]:
    """The arguments with the shared options after the command: `referee --json status` means `referee status --json`.

    Without a command they ask for the status; `help` and `version` may be words. A help page has none of them but the
    language, which is known already.
    """
    own = _without_common(arguments)
    if own == ["--full"]:
        return ["status", *arguments]
    if own[:1] == ["help"] and own[1:2] and own[1] not in (*TOPICS, *_HELP):  # as `git help log`
        return [*(own[1:] if own[1:] != ["all"] else ()), "--help"]
    if own == ["version"]:
        return ["--version"]
    if len(own) == 1 and own[0] in ALONE:
        at = arguments.index(own[0])
        arguments = [*arguments[: at + 1], ALONE[own[0]], *arguments[at + 1 :]]
    elif (len(own) == 1 and own[0] in GROUPS) or any(word in _HELP for word in _before_the_end(own)):
        return own
    arguments = _with_number(arguments)
    place = 0
    while place < len(arguments):
        word = arguments[place]
        if word in _WITH_VALUE:
            place += 2
        elif word in _ALONE or word.startswith(tuple(f"{name}=" for name in _WITH_VALUE)):
            place += 1
        else:
            break
    common, rest = arguments[:place], arguments[place:]
    if rest:
        return [*_command_words(rest), *common, *rest[len(_command_words(rest)) :]] if common else rest
    return ["status", *arguments]


def _with_number(arguments: list[str]) -> list[str]:
    """`--lesson` alone means all, from how the game is won."""
    found = [at for at, word in enumerate(arguments) if word == "--lesson"]
    at = found[0] if found else len(arguments)
    if not found or (at + 1 < len(arguments) and arguments[at + 1].isdecimal()):
        return arguments
    return [*arguments[: at + 1], "0", *arguments[at + 1 :]]


def _before_the_end(arguments: list[str]) -> list[str]:
    """The arguments that may be options: those before `--`."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def _without_common(arguments: list[str]) -> list[str]:
    options = _before_the_end(arguments)
    kept, place = [], 0
    while place < len(options):
        if options[place] in _WITH_VALUE:
            place += 2
            continue
        if options[place] not in _ALONE and not options[place].startswith(tuple(f"{name}=" for name in _WITH_VALUE)):
            kept.append(options[place])
        place += 1
    return [*kept, *arguments[len(options) :]]


def _command_words(rest: list[str]) -> list[str]:
    """The words of the command itself: two for a group such as `key new`."""
    return rest[:2] if rest[0] in GROUPS else rest[:1]


def check_command(word: str, known: Iterable[str], path: str) -> None:
    """Check that a word is one of the commands after `path`. Raises Misused with the nearest one."""
    if word in known:
        return
    near = _nearest(word, known)
    raise UsageError(
        "no-such-command",
        command=f"{path} {word}",
        hint=Sentence("did-you-mean-command", path=path, near=near) if near else Sentence("help-lists-all", path=path),
    )


def misuse(error: Any, arguments: list[str]) -> UsageError:
    """The refusal for an error of the command line's parser, told by what the error carries."""
    context = error.ctx
    path = context.command_path if context is not None else " ".join(["referee", *_command_words(arguments)])
    command = context.command if context is not None else None
    words: PageWords | None = getattr(command, "words", None)
    example = next((line.split("   ")[0] for line in words.examples()), None) if words is not None else None
    hint = Sentence("such-as", example=example, path=path) if example else Sentence("see-help", path=path)
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    if type(error).__name__ == "NoSuchOption":
        near = _nearest(str(option), [name for each in command.params for name in each.opts]) if command else None
        hint = Sentence("did-you-mean", name=near) if near else Sentence("see-help", path=path)
        return UsageError("no-such-option", path=path, option=option, hint=hint)
    if option is not None:
        return UsageError("option-needs-value", option=option, hint=hint)
    if type(error).__name__ == "MissingParameter":
        return UsageError("argument-missing", path=path, what=_param_name(param, words), hint=hint)
    if param is not None:
        word = next((word for word in arguments[1:] if word[:1].isalpha()), "")
        if arguments[:1] == ["show"] and word:
            hint = Sentence("rule-tells-words", word=shlex.quote(word))
        return UsageError("not-a-number", what=_param_name(param, words), hint=hint)
    extra = error.message.partition(" (")[2].removesuffix(")")
    if extra:
        name = _file_of_words(arguments)
        hint = Sentence("name-in-quotes", name=shlex.quote(name)) if name is not None else hint
        return UsageError("surplus-argument", path=path, extra=extra, hint=hint)
    return UsageError("command-missing", path=path, hint=Sentence("help-lists-all", path=path))


def _file_of_words(words: list[str]) -> str | None:
    """The name of a file that several words in a row make, if there is one: the shell has cut it at its blanks."""
    names = (" ".join(words[begin:end]) for begin in range(len(words)) for end in range(begin + 2, len(words) + 1))
    return next((name for name in names if len(name) < _LONGEST_NAME and Path(name).is_file()), None)


def _param_name(param: Any, words: PageWords | None) -> str:
    if param.param_type_name == "argument":
        name = str(param.metavar or param.name).upper()
        return words.metavars(name) if words is not None else name
    return str(max(param.opts, key=len))


def _nearest(word: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # for somebody who has mistyped

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.6)), None)
