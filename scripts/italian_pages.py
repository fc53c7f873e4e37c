"""The pages of a game in Italian: `docs/it/regole-<game>.md` and `docs/it/ordini-<game>.md`, from the catalogues from
which the English ones are made; see `scripts/make_docs.py`, which writes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.i18n.catalogue import catalogue_text
from referee.i18n.option_names import option_name, option_value_text, preset_name
from referee.i18n.rule_text import anchor
from referee.kernel.game import AnyGame
from referee.kernel.grammar import VERB, Entry, Part
from referee.kernel.grammar.spelling import spoken
from referee.kernel.sentence import in_language

RULES = """\
In English: [{title}](../rules/{game}.md).
La pagina inglese ha anche le fonti, e i casi che rispettano e violano ogni regola; ogni regola qui ha il link. Ogni
regola è una frase; in fondo ci sono i punti che il regolamento non dice o che si possono leggere in due modi, con la
nostra scelta e il perché. Un rifiuto nomina la sua regola:
`referee rule "{first}"` la spiega, e `referee rule PAROLA` cerca.
"""

ORDERS = """\
In English: [{title}](../orders/{game}.md).
Si scrive in italiano o in inglese, minuscolo o maiuscolo, con o senza articoli e preposizioni; basta l'inizio di una
parola, se nient'altro comincia così. Più ordini si separano con una virgola, con `e`, con `poi`, andando a capo, o
cominciando il seguente. Le parti fra parentesi si possono tralasciare, `..` vuol dire che può essercene più d'uno. Un
ordine in corsivo non ha bisogno del verbo, se la sua domanda è aperta.
"""

SORTS: Mapping[str, str] = {
    "answer": "risposta",
    "between": "tra",
    "card": "carta",
    "cell": "tessera",
    "colour": "colore",
    "column": "colonna",
    "every": "tutti",
    "among": "che cosa dà",
    "face": "faccia",
    "from": "da dove",
    "head": "testa",
    "kind": "tipo",
    "leader": "leader",
    "less": "togliendo il colono",
    "letter": "lettera",
    "number": "numero",
    "old": "era",
    "paid": "con un colono",
    "place": "luogo",
    "resource": "risorsa",
    "role": "leader",
    "say": "sì o no",
    "ship": "nave",
    "sign": "segno",
    "slot": "spazio",
    "space": "casella",
    "spare": "tessera avanzata",
    "sparing": "con parsimonia",
    "stays": "quale resta",
    "structure": "struttura",
    "technology": "tecnologia",
    "way": "modo",
    "when": "quando",
    "whole": "quanto",
    "wholly": "con un colono",
}
"""What the parts of an order are called; a game of a package has no page here."""


def rules_page(game: AnyGame, book: Mapping[str, Any]) -> str:
    """The rules of a game, its options, and our answers, with their Italian from its `book`."""
    name, rules = game.info.name, book["rules"]
    title = in_language(game.info.title, "it")
    lines = [f"# {title}: le regole e le nostre risposte", ""]
    lines += [RULES.format(title=game.info.title, game=name, first=next(iter(rules))), "## Opzioni", ""]
    lines += ["| opzione | valori (il primo vale se non si dice altro) | |", "|---|---|---|"]
    for option in game.info.options:
        values = [option.default, *(value for value in option.choices if value != option.default)]
        known = ", ".join(option_value_text(name, option.name, value, "it") for value in values)
        about = catalogue_text(name, "option", option.name, "it")
        lines.append(f"| `{option_name(name, option.name, 'it')}` | {known} | {about} |")
    for preset, chosen in game.info.presets:
        said = ", ".join(
            f"{option_name(name, one, 'it')} {option_value_text(name, one, value, 'it')}" for one, value in chosen
        )
        lines += ["", f"Insieme `{preset_name(name, preset, 'it')}`: {said}."]
    lines += ["", "## Regole", ""]
    for rule_id, rule in rules.items():
        rulings = "".join(f", [{ruling}](#{ruling.lower()})" for ruling in rule.get("rulings", ()))
        english = f"[English](../rules/{name}.md#{anchor(rule_id)})"
        lines += [f'<a id="{anchor(rule_id)}"></a>**{rule_id}** {rule["it"]} ({english}{rulings})', ""]
    lines += ["## Punti discussi", ""]
    for ruling_id, ruling in book.get("rulings", {}).items():
        why = catalogue_text(name, "ruling", f"{ruling_id}:why", "it")
        question = ruling.get("question_it", "")
        said = " ".join(filter(None, (question and f"*{question}*", ruling["it"], why)))
        lines += [f'<a id="{ruling_id.lower()}"></a>**{ruling_id}** {said}', ""]
    return "\n".join(lines).rstrip() + "\n"


def orders_page(game: AnyGame) -> str:
    """The words of the orders of a game."""
    entries = list(game.notation.words())
    lines = [f"# {in_language(game.info.title, 'it')}: le parole degli ordini", ""]
    lines += [ORDERS.format(title=game.info.title, game=game.info.name), "## Ordini", ""]
    lines += ["| ordine | per esempio | risponde a | altre parole |", "|---|---|---|---|"]
    for verb in (one for one in entries if one.sort == VERB):
        first, *others = _words(verb, entries)
        shape = " ".join((f"*{first}*" if verb.bare else first, *map(_part, verb.parts)))
        answers = ", ".join(catalogue_text(game.info.name, "word-asked", code, "it") or code for code in verb.answers)
        lines.append(f"| {shape} | `{spoken(verb.example, entries, 'it')}` | {answers} | {', '.join(others)} |")
    for sort in dict.fromkeys(one.sort for one in entries if one.sort != VERB):
        lines += ["", f"## {SORTS[sort].capitalize()}", "", "| si scrive | anche |", "|---|---|"]
        alike = [one for one in entries if one.sort == sort]
        taught = {_words(one, entries)[0] for one in alike}
        for one in alike:
            first, *others = _words(one, entries)
            if game.named is not None and (called := game.named(one.name, "it")):
                others, first = [first, *others], called
            lines.append(f"| {first} | {', '.join(dict.fromkeys((*others, *({one.name} - taught))))} |")
    return "\n".join(lines) + "\n"


def _words(one: Entry, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What an entry is called in Italian, the first is what is taught; its name in the notes where that is all."""
    taught = spoken(one.example, entries, "it").split()[:1] if one.sort == VERB else []
    words = dict(one.words).get("it", ())
    return tuple(dict.fromkeys((*taught, *words))) or (one.name,)


def _part(part: Part) -> str:
    name = re.sub(r"\s", "-", SORTS[part.sort]).upper()
    if part.least > 1 and part.most == part.least:
        return " ".join([name] * part.least)
    name += " .." if part.most > max(1, part.least) else ""
    return name if part.least else f"[{name}]"
