"""The form of each command, made of its row: its parameters are the fields, its help page tells them, the shell's
completion offers values. What a form sends becomes the words that are typed.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import typer

from referee.cli.app import built
from referee.cli.help_pages.page import PageWords
from referee.cli.options import COMMON
from referee.cli.parameters import sort_of
from referee.cli.registry import COMMANDS, Command
from referee.cli.web.layout import tr
from referee.cli.web.pages.new_game import as_it_reads, game_of, options_of, which_game
from referee.drawing.svg_document import escaped
from referee.kernel.errors import Unreadable
from referee.record.file_names import slug

Kind = Literal["text", "lines", "flag", "file", "files", "name"]
FILES = ("file", "files")
"""The kinds of a field whose value comes as files, or is pasted."""

Given = Mapping[str, str]
"""What stands in the fields, as text."""

LEFT = frozenset(COMMON) - {"as_name"} | {
    *("help", "yes"),
    *(
        "svg",
        "html",
        "markdown",
        "index",
        "anew",
        "signers",
        "opened",
        "printed",
        "clip",
    ),  # where it goes: it is on the page
    *("listed", "folders", "paths", "named", "archive to", "sync folder"),  # a path: no request names one
    *("jobs", "cluster", "tls", "shard"),  # for many games, on many machines
    *("digest", "eml", "sending"),  # over all games: the page has a room of them
    "keep",  # what this machine looks through from now on: said at it alone
    "practice lesson",  # it asks and reads line by line, which nobody can answer at a page
}
"""Parameters without a field, by their names, behind the command where it is one of several; `yes` is its button."""

_NAMES = frozenset({"folder", "place"})
"""Parameters that name a new folder: on the page by a name, which is no path."""

_SELDOM = frozenset(
    {"place", "folder", "join seat", "preset", "void", "offer why", "pack_file", "seen", "bot", "without"}
    | {f"practice {name}" for name in ("seed", "option", "back")}
)
"""Fields that stand folded below the others, by their names, behind the command where it is one of several."""

_MOST = 300
"""So many values are offered at most."""


class FormField(NamedTuple):
    """A field: the name of its parameter, how it is typed (`--name`; nothing for an argument), what it is in words."""

    name: str
    kind: Kind
    typed: str
    told: str
    required: bool
    number: bool = False


def on_page(name: str) -> Command | None:
    """The command of this name that has a form."""
    row = COMMANDS.get(name)
    return row if row is not None and not row.apart else None


@lru_cache(128)
def fields(name: str, lang: str) -> tuple[FormField, ...]:
    """The fields of a command, those that it cannot do without first."""
    words = PageWords(name, lang)
    params = [each for each in _command(name, lang).params if not {each.name, f"{name} {each.name}"} & LEFT]
    made = [_field(each, words) for each in params if each.metavar != "COMMAND"]  # no page says what a machine runs
    return tuple(sorted(made, key=lambda field: (field.name == "as_name", not field.required)))


def _command(name: str, lang: str) -> Any:
    return built(COMMANDS[name], lang)


def _field(param: Any, words: PageWords) -> FormField:
    is_argument = param.param_type_name == "argument"
    many = param.multiple if not is_argument else param.nargs != 1
    kind: Kind = "lines" if many else "text"
    if param.name in _NAMES:
        kind = "name"
    elif sort_of(param) == "path":
        kind = "files" if many else "file"
    elif not is_argument and param.is_flag:
        kind = "flag"
    told = words.parameter(param)[1].removesuffix(f"  [{words.title('required')}]")
    typed = "" if is_argument else max(param.opts, key=len)
    return FormField(str(param.name), kind, typed, told, bool(param.required), sort_of(param) == "number")


def needs_yes(name: str) -> bool:
    """Whether a command has something that it does only after a yes."""
    return any(param.name == "yes" for param in _command(name, "en").params)


def offered(name: str, lang: str, game: str | None, given: Given) -> dict[str, list[tuple[str, str]]]:
    """What may stand in each field, (value, what it is), as a shell that asks would be told."""
    command = _command(name, lang)
    context = typer.Context(command, info_name=name)
    context.obj, context.params = lang, {"game": game, "game_name": given.get("game_name")}
    asked = {field.name for field in fields(name, lang) if field.kind in ("text", "lines")}
    found = {
        param.name: [(str(item.value), str(item.help or "")) for item in param.shell_complete(context, "")[:_MOST]]
        for param in command.params
        if param.name in asked
    }
    return {name: values for name, values in found.items() if values}


def words_of(
    name: str, given: Given, paths: Mapping[str, Sequence[str]], *, game: str | None = None, yes: bool = False
) -> list[str]:
    """The command as it is typed; `paths` are those of the files that came in its fields.

    Raises:
        Unreadable: a path stands where a name belongs, or a text holds what nobody can type.
    """
    options, behind = list[str](), list[str]()
    for field in fields(name, "en"):
        values = paths.get(field.name, ()) if field.kind in FILES else _values(field, _text_of(field, given))
        if field.kind == "flag":
            options += [field.typed] if values else []
        elif field.typed:
            options += [f"{field.typed}={value}" for value in values]
        else:
            behind += values
    options += ["--yes"] if yes and needs_yes(name) else []
    options += [f"--game={game}"] if game is not None else []
    end = ["--"] if any(value.startswith("-") for value in behind) else []
    return [*name.split(), *options, *end, *behind]


def read_line(line: str) -> tuple[str | None, dict[str, str] | None]:
    """The command of a line that could be typed, and what stands in its fields; None in place of the command if it has
    no form, and of the fields if the line leaves something open, such as FILE.
    """
    words = shlex.split(line)[1:]
    name = next((name for name in (" ".join(words[:2]), *words[:1]) if on_page(name) is not None), None)
    if name is None:
        return (words[0] if words else None), None
    rest = words[len(name.split()) :]
    if any(len(word) > 1 and word.isalpha() and word.isupper() for word in rest):
        rest = []
    command = _command(name, "en")
    params = command.make_context(name, rest, resilient_parsing=True).params
    given = {field.name: params.get(field.name) for field in fields(name, "en") if field.kind not in FILES}
    return name, {key: _as_text(value) for key, value in given.items() if value}


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return "1" if value is True else str(value)


def _text_of(field: FormField, given: Given) -> str:
    """What stands in a field; of one that takes several also what stands in fields of their own."""
    if field.kind != "lines":
        return given.get(field.name, "")
    begin = f"{field.name}."
    apart = [
        text.strip() if (part := name.removeprefix(begin)).isdecimal() else f"{part}={text.strip()}"
        for name, text in given.items()
        if name.startswith(begin) and text.strip()
    ]
    return "\n".join((given.get(field.name, ""), *apart))


def _values(field: FormField, text: str) -> list[str]:
    """What stands in a field: line by line where several can. Raises Unreadable."""
    lines = text.replace("\r\n", "\n").split("\n") if field.kind == "lines" else [text]
    values = [line.strip() for line in lines if line.strip()]
    for value in values:
        if any((char < " " and char != "\t") or char == "\x7f" for char in value):
            raise Unreadable("page-no-text", what=field.told)
        if field.kind == "name" and value != slug(value):
            raise Unreadable("page-no-path", name=value)
    return values


def inputs(name: str, lang: str, given: Given, game: str | None, keys: Sequence[str] = ()) -> tuple[str, str]:
    """The fields as markup, with what stands in them, and what stands beside them; of several `keys` of the home one
    can be named.
    """
    away = {*(("as_name",) if len(keys) < 2 else ()), *(("offer_file", "files") if given.get("kept") else ())}
    begin = end = beside = ""
    apart: tuple[str, ...] = ()
    if name == "offer":
        chosen = game_of(given)
        given = {**given, "game_name": chosen.info.name}
        begin, end, beside = which_game(lang, chosen), options_of(lang, chosen, given), as_it_reads(lang, chosen, given)
        away |= {"game_name"} if given.get("option") else {"game_name", "option"}
        apart = ("title", "name")
    if name == "words" and game is not None:
        away |= {"heard", "who"}
    known = offered(name, lang, game, given)
    shown = [field for field in fields(name, lang) if field.name not in away]
    made = {field: _input(lang, field, given.get(field.name, ""), known.get(field.name, [])) for field in shown}
    seldom = "".join(made.pop(field) for field in shown if field.name in _SELDOM or f"{name} {field.name}" in _SELDOM)
    folded = f"<details><summary>{tr(lang, 'page-seldom')}</summary>{seldom}</details>" if seldom else ""
    named = "".join(made.pop(field) for field in shown if field.name in apart)
    return "".join([begin, *made.values(), end, folded]), f"{named}{beside}"


def _input(lang: str, field: FormField, value: str, known: Sequence[tuple[str, str]]) -> str:
    at, told, text = escaped(f"f-{field.name}"), escaped(field.told), lines_escaped(value)
    head = f'id="{at}" name="{escaped(field.name)}"{" required" if field.required and field.kind not in FILES else ""}'
    if field.kind == "flag":
        return f'<p><label><input type="checkbox" {head} value="1"{" checked" if value else ""}> {told}</label></p>'
    label = f'<label for="{at}">{told}</label>'
    if field.kind in FILES:
        many = " multiple" if field.kind == "files" else ""
        name, paste = escaped(field.name), tr(lang, "page-or-paste")
        area = f'<textarea name="{name}" rows="4" aria-label="{paste}" placeholder="{paste}">{text}</textarea>'
        return f'<p class="drop">{label}<input type="file" {head}{many}>{"" if field.typed else area}</p>'
    if field.kind == "lines":
        return f'<p>{label}<textarea {head} rows="2">{text}</textarea>{_list(at, known)}</p>'
    if (field.required or field.name == "game_name") and known:  # no other value would do
        chosen = "".join(
            f'<option value="{escaped(one)}"{" selected" if one == value else ""}>{escaped(about or one)}</option>'
            for one, about in known
        )
        return f"<p>{label}<select {head}>{chosen}</select></p>"
    mode = ' inputmode="numeric"' if field.number else ""
    of = f' list="{at}-known"' if known else ""
    head += f'{mode}{of} autocomplete="off" value="{escaped(value)}"'
    return f'<p>{label}<input type="text" {head}>{_list(at, known)}</p>'


def lines_escaped(text: str) -> str:
    """A text of several lines as that of an element that keeps them."""
    return "\n".join(map(escaped, text.replace("\r\n", "\n").split("\n")))


def _list(at: str, known: Sequence[tuple[str, str]]) -> str:
    """What is offered. A field of one line has it at hand; below one of several it can be read."""
    options = "".join(f'<option value="{escaped(value)}">{escaped(about)}</option>' for value, about in known)
    return f'<datalist id="{at}-known">{options}</datalist>' if known else ""


def hidden(given: Given, names: Iterable[str]) -> str:
    """Fields that are sent once more as they were."""
    return "".join(
        f'<textarea name="{escaped(name)}" hidden>{lines_escaped(given[name])}</textarea>'
        for name in names
        if given.get(name)
    )


def button(name: str, lang: str) -> str:
    """What is on the button of a command: what it does, without who does it."""
    return escaped(PageWords(name, lang).button())


def form(
    name: str,
    lang: str,
    action: str,
    given: Given,
    *,
    game: str | None = None,
    keys: Sequence[str] = (),
    more: str = "",
    signed: str = "",
) -> str:
    """The form of a command; `more` are hidden fields, `signed` stands above its button. A file that came before is not
    asked for again.
    """
    shown, beside = inputs(name, lang, given, game, keys)
    kind = ' enctype="multipart/form-data"' if 'type="file"' in shown else ""
    about = PageWords(name, lang).text()
    look = "panel mine" if signed else "panel"
    go = f'<button class="go">{button(name, lang)}</button>'
    if beside:
        again = f"<button formmethod=get formnovalidate>{tr(lang, 'page-read-it')}</button>"
        look, shown = "two", f'<div class="panel">{shown}</div>'
        beside = f'<aside class="panel mine"><h2>{tr(lang, "page-invitation")}</h2>{beside}'
        signed, go = f"{beside}{signed}", f"{go}{again}"
    return (
        f'<form class="{look}" method="post" action="{escaped(action)}"{kind}>{more}{shown}{signed}'
        f'<div class="row">{go}</div>{"</aside>" if beside else ""}'
        f"</form><details><summary>{tr(lang, 'page-what-it-does')}</summary>"
        f'<p class="told">{lines_escaped(about)}</p></details>'
    )
