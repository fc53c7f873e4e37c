"""The words people may type, English and Italian, and what each means. Any unambiguous beginning will do."""

from __future__ import annotations

from typing import Final

from referee.kernel.errors import Unreadable

MEANINGS: Final[dict[str, str]] = {
    "verb leader": "leader capo dinasta",
    "verb withdraw": "withdraw remove retract togli togliere ritira ritirare",
    "verb card": "card carta",
    "verb connect": "connect connector link join bridge collega collegare connetti connettore unisci ponte",
    "verb catastrophe": "catastrophe disaster calamity calamita catastrofe",
    "verb pass": "pass end stop done passo passa fine basta",
    "verb score": "score point points punto punti segna",
    "verb commit": "commit send impegna schiera combatti",
    "verb war": "war next conflict fight guerra conflitto prossimo",
    "verb convert": "convert conversion converti conversione",
    "verb swap": "swap exchange treasure scambia scambio tesoro",
    "verb ship": "ship boat build nave costruisci vara",
    "verb income": "income earn rendita incasso incassa",
    "verb decline": "decline none nothing nobody rifiuta rinuncia niente nessuno nessuna",
    "leader king": "king re",
    "leader priest": "priest sacerdote",
    "leader farmer": "farmer peasant contadino",
    "leader trader": "trader merchant mercante",
    "kind black": "black settlement settlements nero nera nere neri colonizzazione k",
    "kind red": "red temple temples rosso rossa rosse rossi tempio templi",
    "kind blue": "blue farm farms blu agricoltura",
    "kind green": "green market markets verde verdi commercio",
    "say yes": "yes si y",
    "say no": "no n",
    "say all": "all everything tutto tutti tutte",
    "filler": "the an un una uno in on onto to into at of for my please play place put move la il lo le i nel nella "
    "su sul sulla di da del della per mio mia gioca metti piazza sposta muovi colonna column cards carte and con with",
}

WORDS: Final = {word: meaning for meaning, words in MEANINGS.items() for word in words.split()}


def meaning_of(word: str) -> str:
    """What a typed word means: an entry of `MEANINGS`, by the whole word or by a beginning that only one entry has.

    Raises:
        Unreadable: no entry begins so, or entries of different meaning do.
    """
    if word in WORDS:
        return WORDS[word]
    found = sorted({meaning for known, meaning in WORDS.items() if len(word) > 1 and known.startswith(word)})
    if len(found) == 1:
        return found[0]
    if not found:
        raise Unreadable("{found} is no word of this game", found=repr(word))
    likely = ", ".join(known for known in WORDS if known.startswith(word))
    raise Unreadable("{found} may begin several words: {likely}", found=repr(word), likely=likely)
