"""The colours of the picture in daylight, in the dark and on paper, and the one style sheet made of them."""

from __future__ import annotations

from typing import Final

FILLS: Final = ("paper", "ink", "dim", "land", "sea", "card")
LIGHT: Final = {
    "paper": "#fbf6e9",
    "ink": "#26211c",
    "dim": "#5f5547",
    "land": "#ecdcb8",
    "sea": "#d6eaf5",
    "sealine": "#56889f",
    "coast": "#7d6a3e",
    "card": "#f3e6c6",
}
DARK: Final = {
    "paper": "#16130f",
    "ink": "#f3ead8",
    "dim": "#b9ab95",
    "land": "#4b4130",
    "sea": "#15303f",
    "sealine": "#7fb2c9",
    "coast": "#c9b88a",
    "card": "#4b4130",
}
PRINT: Final = {
    "paper": "#ffffff",
    "ink": "#000000",
    "dim": "#333333",
    "land": "#f3ead6",
    "sea": "#ffffff",
    "sealine": "#56889f",
    "coast": "#000000",
    "card": "#ffffff",
}

SEATS: Final = (
    ("#b84a00", "#fff8e6"),
    ("#6d2f9e", "#fff8e6"),
    ("#00736b", "#fff8e6"),
    ("#e3b100", "#2b2000"),
    ("#7cc0ee", "#0d2338"),
    ("#4a4a4f", "#fff8e6"),
)
"""(colour, sign on it) of each seat; the same in every theme."""

GOLD: Final = ("#f2c12e", "#4a3200")
"""(ribbon, its text)."""

_TYPE: Final = (
    "text{font-family:system-ui,'Segoe UI','DejaVu Sans',Verdana,sans-serif;font-variant-numeric:tabular-nums}"
    ".h{font-size:26px;font-weight:700}.b{font-size:19px}.n{font-size:21px;font-weight:700}"
    ".nm{font-size:17px;font-weight:700}.nl{font-size:14px;font-weight:700}.cd{font-size:46px;font-weight:700}"
    ".u{font-size:19px;font-weight:700}.u3{font-size:14px;font-weight:700}"
    ".sn{font-size:15px;font-style:italic}.sl{font-size:13px}.m{text-anchor:middle}.none{fill:none}.code{display:none}"
    "@media(max-width:900px){.code{display:inline}.full{display:none}.h{font-size:56px}.b{font-size:44px}"
    ".n{font-size:50px}.sn{font-size:30px}.arm{display:none}}"
)


def style() -> str:
    """The style sheet: daylight, fixed colours, type, then the dark and paper."""
    seats = "".join(
        f".q{n}{{fill:{colour}}}.g{n}{{stroke:{colour}}}.e{n}{{color:{sign}}}text.t{n}{{fill:{sign}}}"
        for n, (colour, sign) in enumerate(SEATS, 1)
    )
    gold = f".gold{{fill:{GOLD[0]}}}text.ongold{{fill:{GOLD[1]}}}.goldsign{{color:{GOLD[1]}}}"
    return (
        f"<style>{_theme(LIGHT)}{_TYPE}{seats}{gold}"
        f"@media(prefers-color-scheme:dark){{{_theme(DARK)}}}@media print{{{_theme(PRINT)}}}</style>"
    )


def _theme(colours: dict[str, str]) -> str:
    rules = [f".{name}{{fill:{colours[name]}}}" for name in FILLS]
    rules += [f".{name}{{stroke:{colours[name]}}}" for name in ("sealine", "coast")]
    rules += [f".landline{{stroke:{colours['land']}}}", f".halo{{stroke:{colours['paper']}}}"]
    rules += [f".inksign{{color:{colours['ink']}}}", f".dimsign{{color:{colours['dim']}}}"]
    return f"text{{fill:{colours['ink']}}}" + "".join(rules)
