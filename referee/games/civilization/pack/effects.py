"""The closed vocabulary of a pack: what boxes of cards, technologies and wonders can do. `do` names the effect.

What is not said here cannot be said: a text without a code is refused by the checker, and needs a change of program.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from referee.games.civilization.pack.bounds import Credits, Fighter, Fighters, Off, Times, Within

Scope = Literal["earlier", "offer"]
"""Which free technologies: of the current or an earlier era, or any on offer."""

Per = Literal["settlement", "level", "unit", "fleet", "production", "happiness", "technology", "wonder", "resource"]
"""What an income counts: units are land units and fleets, resources are exploited markers."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing that is done."""


class CountedEffect(Effect, frozen=True):
    """Something of which there is a number `n`."""

    n: Times


class Repeated(CountedEffect, frozen=True):
    """A line of a box that can be used several times, at most `n`."""


class ScoreEffect(Effect, frozen=True, tag="score"):
    """A count, with a happy face more for the active player. Source: CV 18.1."""


class GainEffect(CountedEffect, frozen=True, tag="gain"):
    """`n` credits from the bank."""

    n: Credits


class IncomeEffect(Effect, frozen=True, tag="income"):
    """`n` credits for each of what `per` names."""

    per: Per
    n: Credits


class Colonists(Repeated, frozen=True, tag="colonists"):
    """`n` colonists, placed free."""


class BuyColonists(Repeated, frozen=True, tag="buy-colonists"):
    """Up to `n` colonists at their price."""


class FoundEffect(Repeated, frozen=True, tag="found"):
    """Up to `n` new settlements, each `off` credits cheaper."""

    off: Off = 0


class GrowEffect(Repeated, frozen=True, tag="grow"):
    """Settlements grow up to `n` times, the first time `off` credits cheaper."""

    off: Off = 0


class BuildEffect(Repeated, frozen=True, tag="build"):
    """Up to `n` structures, the first `off` credits cheaper."""

    off: Off = 0


class FreeTech(Repeated, frozen=True, tag="free-tech"):
    """`n` technologies free, out of `scope`; if there is none, 20 credits for each."""

    scope: Scope


class BuyTech(Repeated, frozen=True, tag="buy-tech"):
    """Up to `n` technologies, each `off` credits cheaper."""

    off: Off = 0


class BuyUnits(Repeated, frozen=True, tag="buy-units"):
    """Up to `n` units of these types, each `off` credits cheaper."""

    units: Fighters
    off: Off = 0


class FreeUnit(Repeated, frozen=True, tag="free-unit"):
    """`n` units free, of the latest era that has a technology for them; infantry at least of the first."""

    unit: Fighter


class MoveEffect(Repeated, frozen=True, tag="move"):
    """Up to `n` own units, each up to `steps` adjacent areas."""

    steps: Times


class UpgradeEffect(Effect, frozen=True, tag="upgrade"):
    """Any number of own units of these types become units of the current era, for `price` credits each."""

    units: Fighters
    price: Credits


ByItself = ScoreEffect | GainEffect | IncomeEffect
"""What asks nobody."""

Simple = (
    ByItself
    | Colonists
    | BuyColonists
    | FoundEffect
    | GrowEffect
    | BuildEffect
    | FreeTech
    | BuyTech
    | BuyUnits
    | FreeUnit
    | MoveEffect
    | UpgradeEffect
)


class ChooseEffect(CountedEffect, frozen=True, tag="choose"):
    """`n` times one of `among`; the same one may be taken again."""

    n: Annotated[int, Within(1, 4)]
    among: tuple[Simple, ...]


BoxEffect = Simple | ChooseEffect
"""What is in a box of a card."""

AT_ONCE = (GainEffect, IncomeEffect, Colonists, BuyColonists, FoundEffect, GrowEffect, BuildEffect)
"""What all may do at the same time, alone or in a choice: no order of one changes what another may do."""


class GainUnit(Effect, frozen=True, tag="unit"):
    """`n` units of a type, of the technology's era."""

    unit: Fighter
    n: Times


class GainStructure(Effect, frozen=True, tag="structure"):
    """A structure, by its id."""

    id: str


class GainGrowth(CountedEffect, frozen=True, tag="grow"):
    """Settlements grow `n` times, free."""


TechGain = GainUnit | GainStructure | GainGrowth
"""What the discoverer of a technology gets at once, beside its wonders."""


class Happy(CountedEffect, frozen=True, tag="happy"):
    """`n` happy faces."""


class Production(CountedEffect, frozen=True, tag="production"):
    """`n` production symbols."""


class StartIncome(CountedEffect, frozen=True, tag="income"):
    """`n` credits at the start of each turn of the owner."""

    n: Credits


class Discount(Effect, frozen=True, tag="discount"):
    """Technologies of `era` cost `n` credits less."""

    era: int
    n: Credits


class Wall(CountedEffect, frozen=True, tag="wall"):
    """Units that defend a settlement of one's own have `n` more instead of 1."""


class Waiting(Effect, frozen=True, tag="units"):
    """`n` units that wait on the card until the start of the next turn of the owner."""

    unit: Fighter
    n: Times


class FirstColonists(CountedEffect, frozen=True, tag="colonists"):
    """`n` colonists at once."""


class Survey(Effect, frozen=True, tag="peek"):
    """A look at one covered marker at the start of each turn of the owner."""


class Substitute(Effect, frozen=True, tag="substitute"):
    """Another resource symbol for the card played."""


class Razing(Effect, frozen=True, tag="strike"):
    """Once: all units and the settlement of one territory are removed."""


class Declare(Effect, frozen=True, tag="declare"):
    """The end of the game, at the end of any turn."""


Power = (
    Happy
    | Production
    | StartIncome
    | Discount
    | Wall
    | Waiting
    | FirstColonists
    | Survey
    | Substitute
    | Razing
    | Declare
)
"""What a wonder does for its owner."""
