"""Begin a new command: `python scripts/new_command.py NAME --topic TOPIC [--says TEXT --dice TEXT]`.

What is written runs at once, in both languages and with `--json`: it says which game is here and its newest step, to be
changed into what the command is for (docs/changes.md). Written are its module in `referee/cli/commands/TOPIC`, and rows
in the registry, in the catalogues, among the examples of the tests and in a transcript. Nothing is written over.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.cli.registry import FIRST_WORDS, MONTH, TOPICS, Command  # noqa: E402
from referee.i18n.compiler import program_catalogues  # noqa: E402

SAYS = {"en": "Show the game and its newest step.", "it": "Mostra la partita e il suo ultimo passo."}
"""What the command does as it is written, for its help page."""
FOUND = {"en": "{game}: step {step}", "it": "{game}: passo {step}"}
"""What it prints."""
MODULE = '''\
"""`referee NAME`: the game and its newest step."""

from __future__ import annotations

import msgspec

from referee.cli.context import Context, command
from referee.cli.printing.output import print_result


class CLASS(msgspec.Struct, frozen=True):
    """The game and its newest step."""

    game: str
    """The title of the game."""
    step: int
    """The newest step of the record."""


@command(prints=CLASS)
def FUNCTION(context: Context) -> None:
    """Show the game and its newest step."""
    session = context.session()
    found = CLASS(session.table.game.info.title, session.position.step)
    print_result(context, found, [context.sentence("NAME-found", game=found.game, step=found.step)])
'''
TRANSCRIPT = """
```console
$ referee NAME --game tigris-running
Tigris & Euphrates: step 42
```
"""


PAGE = "tests/cli/transcripts/looking.md"
"""The transcript that shows it first."""
_EXAMPLES_END = '}\n"""Each command that can be called'


def objections(name: str, topic: str, sentences: tuple[str, ...]) -> Iterator[str]:
    """Why a command cannot be called so."""
    if not re.fullmatch(r"[a-z]{2,12}", name):
        yield f"a name is one word of 2 to 12 small letters; got {name} (a command of a group goes into its module)"
    if name in FIRST_WORDS:
        yield f"there is a command called {name} already"
    if topic not in TOPICS:
        yield f"the topics are {', '.join(TOPICS)}; got {topic}"
    for sentence in sentences:
        if not re.fullmatch(r'[^\W\d_][^"\\\n]*[.]', sentence):
            yield f"what it does is one sentence with a full stop and without quotation marks; got {sentence}"


def new_files(name: str, topic: str, root: Path) -> dict[Path, str]:
    """The files that are new, with their texts."""
    module = Command(name, topic).module
    text = MODULE.replace("FUNCTION", module).replace("CLASS", f"{name.capitalize()}Result").replace("NAME", name)
    return {root / "referee" / "cli" / "commands" / topic / f"{module}.py": text}


def changed_files(name: str, topic: str, says: dict[str, str], root: Path) -> dict[Path, str]:
    """The files that get a row, with their whole texts.

    Raises:
        ValueError: the place for a row is not found in a file.
    """
    last = TOPICS[topic].rpartition("/")[2]
    rows = [
        ("referee/cli/registry.py", f'{last}",\n', f'{last}/{name}",\n'),
        (
            "tests/cli/examples.py",
            _EXAMPLES_END,
            f'    "{name}": Example(["{name}"], PLAYER, "player"),\n{_EXAMPLES_END}',
        ),
    ]
    for lang, sentence in says.items():
        pages, words = f"referee/i18n/{lang}/help.toml", f"referee/i18n/{lang}/cli.toml"
        page = f'{name} = "{sentence}"\n"{name}:examples" = "referee {name}"\n'
        rows += [(pages, "\n[brief]\n", f"{page}\n[brief]\n")]
        if topic == MONTH:
            rows += [(pages, "\n[section]\n", f'{name} = "{_in_few_words(sentence)}"\n\n[section]\n')]
        rows += [(words, "\n[value]\n", f'{name}-found = "{FOUND[lang]}"\n\n[value]\n')]
    page_of_commands = root / PAGE
    changed = {page_of_commands: page_of_commands.read_text("utf-8") + TRANSCRIPT.replace("NAME", name)}
    for file, old, new in rows:
        path = root / file
        text = changed[path] if path in changed else path.read_text("utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{file} has {old.strip()} {text.count(old)} times, so no row was added to any file")
        changed[path] = text.replace(old, new)
    return changed


def _in_few_words(sentence: str) -> str:
    """A sentence of a help page as `referee help` lists it."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Begin a new command that runs at once.")
    parser.add_argument("name", metavar="NAME", help="one word of small letters")
    parser.add_argument("--topic", required=True, help=f"where help lists it: {', '.join(TOPICS)}")
    parser.add_argument("--says", default=SAYS["en"], help="what it does, in one English sentence")
    parser.add_argument("--dice", default=SAYS["it"], help="the same in Italian")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    for objection in objections(given.name, given.topic, (given.says, given.dice)):
        parser.error(objection)
    new = new_files(given.name, given.topic, given.root)
    for path in new:
        if path.exists():
            parser.error(f"{path} is there already; nothing was written")
    try:
        changed = changed_files(given.name, given.topic, {"en": given.says, "it": given.dice}, given.root)
    except ValueError as error:
        parser.error(str(error))
    for path, text in {**new, **changed}.items():
        path.write_text(text, "utf-8")
        print(path.relative_to(given.root))
    for path, data in program_catalogues(given.root / "referee" / "i18n"):
        path.write_bytes(data)
    (module,) = new
    print("\n" + next_steps(given.name, module.relative_to(given.root)))


def next_steps(name: str, module: Path) -> str:
    """What is left to do."""
    return f"""\
Now `referee {name}` runs: it shows the game and its newest step. What is left:
1. {module}: what it does, and the fields of what it prints with --json
2. referee/i18n/en and it: its sentences in cli.toml; in help.toml "{name}:OPTION" for each option it gets
3. tests/cli/examples.py: how it is called, and how it is refused
4. tests of what it promises
Then:
python -m referee.i18n.compiler
python scripts/make_docs.py
python scripts/transcripts.py {PAGE} --update
python -m pytest tests/cli/test_output.py tests/cli/test_help.py tests/words -k {name}
python scripts/house.py --check    # one module more: raise the counts in house.toml, and say why it is worth it"""


if __name__ == "__main__":
    main()
