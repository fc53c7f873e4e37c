"""The four words: one's own, large enough to be read out, and a field for each that is heard."""

from __future__ import annotations

from collections.abc import Mapping

from referee.cli.web.layout import tr
from referee.drawing.svg_document import escaped
from referee.kernel.sentence import Sentence
from referee.protocol.history.safety_words import ALL, SafetyWords
from referee.protocol.seating import REFEREE


def comparison_form(
    lang: str, words: SafetyWords, called: Mapping[str, str], given: Mapping[str, str], wrong: int
) -> str:
    """Fields for what another says, above them what one says oneself; word number `wrong` was none."""
    new = ", ".join(escaped(called.get(role, role)) for role in words.new_keys)
    rows = "".join(
        f'<h2>{tr(lang, code)}</h2><p class="words">{"".join(f"<span>{escaped(word)}</span>" for word in spoken)}</p>'
        for code, spoken in (("page-read-yours", words.words), ("page-read-your-six", words.own_key))
        if spoken
    )
    kept = given.get("heard", "").split()
    typed = {at: given.get(f"heard.{at}", "") or "".join(kept[at - 1 : at]) for at in range(1, 7 if new else 5)}
    inputs = "".join(_word(lang, at, text, is_wrong=at == wrong) for at, text in typed.items())
    six = f'<p class="small dim">{tr(lang, "page-six-words", names=new)}</p>' if new else ""
    return (
        f"{rows}<fieldset><legend>{tr(lang, 'page-type-theirs')}</legend>"
        f'<div class="wordfields">{inputs}</div></fieldset>{six}{_who(lang, words, called, given.get("who", ""))}'
    )


def _word(lang: str, at: int, text: str, *, is_wrong: bool) -> str:
    invalid = ' aria-invalid="true" aria-describedby="why"' if is_wrong else ""
    label = tr(lang, "page-word", number=at)
    return (
        f'<input type="text" id="f-heard.{at}" name="heard.{at}" aria-label="{label}" autocomplete="off" '
        f'autocapitalize="none" spellcheck="false" value="{escaped(text)}"{invalid}>'
    )


def _who(lang: str, words: SafetyWords, called: Mapping[str, str], chosen: str) -> str:
    """Whom one hears: those that are still to be heard first, all of them in one call last."""
    roles = sorted(words.heard, key=lambda role: words.heard[role] in _DONE)
    named = {role: called.get(role) or Sentence("the-host").told(lang) for role in roles}
    chosen = REFEREE if chosen in ("host", REFEREE) else chosen
    options = "".join(
        f'<option value="{escaped(role)}"{" selected" if role == chosen else ""}>{escaped(name)}</option>'
        for role, name in (*named.items(), (ALL, Sentence("page-all-at-once").told(lang)))
    )
    label = f'<label for="f-who">{tr(lang, "page-who-says")}</label>'
    return f'<p>{label}<select id="f-who" name="who">{options}</select></p>'


_DONE = ("equal", "known", "without")
