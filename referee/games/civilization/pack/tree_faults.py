"""What can be wrong with eras, units, technologies, structures and wonders of a pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.games.civilization.pack.effects import Declare, Discount, GainStructure, GainUnit, TechGain, Waiting
from referee.games.civilization.pack.entries import Pack, PackWonder, Structure, Technology
from referee.games.civilization.pack.kinds import ERAS, LEVELS, MILITARY, SEATS_MOST, UNITS
from referee.kernel.errors import Unreadable


def faults_of_tables(pack: Pack) -> Iterator[Unreadable]:
    """Eras and units: those of the rules, each once; prices in fives."""
    if len(pack.eras) != ERAS:
        yield Unreadable("civilization/pack-four-eras", at="eras", found=len(pack.eras))
    signs: dict[str, str] = {}
    for unit in pack.units:
        at = f"units {unit.id}"
        if unit.id not in UNITS:
            yield Unreadable("civilization/pack-unknown-unit", at=at, field="id", found=unit.id, known=", ".join(UNITS))
        if len(unit.sign) != 1 or not unit.sign.isascii() or not unit.sign.islower():
            yield Unreadable("civilization/pack-sign-letter", at=at)
        elif signs.setdefault(unit.sign, unit.id) != unit.id:
            yield Unreadable("civilization/pack-sign-twice", at=at, other=signs[unit.sign])
    for name in UNITS:
        if name not in {unit.id for unit in pack.units}:
            yield Unreadable("civilization/pack-unit-missing", at="units", name=name)
    for era in range(1, ERAS + 1):
        if not any(tech.era == era for tech in pack.technologies):
            yield Unreadable("civilization/pack-era-empty", at="technologies", era=era)


def faults_of_technologies(pack: Pack) -> Iterator[Unreadable]:
    """Prices, prerequisites, and what technologies allow and bring."""
    known = {tech.id: tech for tech in pack.technologies}
    for tech in pack.technologies:
        at = f"technologies {tech.id}"
        yield from _faults_of_needs(at, tech, known)
        for gain in tech.gains:
            yield from _gain(at, tech, gain, pack)
        if tech.ends == "declare" and not _some_declare(pack, tech):
            yield Unreadable("civilization/pack-declared-by-nothing", at=at)
    starting = sum(not tech.needs for tech in pack.technologies)
    if starting < SEATS_MOST:
        yield Unreadable("civilization/pack-too-few-starting", at="technologies", least=SEATS_MOST, found=starting)
    yield from _rings(known)
    yield from _levels(pack)
    if not any(tech.ends for tech in pack.technologies):
        yield Unreadable("civilization/pack-no-end", at="technologies")


def _faults_of_needs(at: str, tech: Technology, known: dict[str, Technology]) -> Iterator[Unreadable]:
    if not tech.needs and tech.era != 1:
        yield Unreadable("civilization/pack-starting-era", at=at)
    for name in tech.needs:
        if name not in known:
            yield Unreadable("civilization/pack-unknown-id", at=at, field="needs", found=name[:40])
        elif known[name].era > tech.era:
            yield Unreadable("civilization/pack-needs-later", at=at, other=name)


def _gain(at: str, tech: Technology, gain: TechGain, pack: Pack) -> Iterator[Unreadable]:
    if isinstance(gain, GainUnit):
        yield from _faults_of_model(at, pack, gain.unit, tech.era)
    elif isinstance(gain, GainStructure) and gain.id not in tech.structures:
        yield Unreadable("civilization/pack-gains-not-allowed", at=at, found=gain.id[:40])


def _faults_of_model(at: str, pack: Pack, unit: str, era: int) -> Iterator[Unreadable]:
    models = (model.unit for tech in pack.technologies if tech.era == era for model in tech.models)
    if unit in MILITARY and unit not in models:
        yield Unreadable("civilization/pack-no-model", at=at, unit=unit, era=era)


def _rings(known: dict[str, Technology]) -> Iterator[Unreadable]:
    """Technologies that need each other."""
    done: set[str] = set()
    grown = True
    while grown:
        grown = False
        for name, tech in known.items():
            if name not in done and all(need in done or need not in known for need in tech.needs):
                done.add(name)
                grown = True
    for name, tech in known.items():
        if name not in done:
            other = next(need for need in tech.needs if need in known and need not in done)
            yield Unreadable("civilization/pack-needs-ring", at=f"technologies {name}", other=other)
            return


def _levels(pack: Pack) -> Iterator[Unreadable]:
    by_level: dict[int, str] = {}
    for tech in pack.technologies:
        at = f"technologies {tech.id}"
        if tech.level and not 2 <= tech.level <= LEVELS:
            yield Unreadable("civilization/pack-number-range", at=at, field="level", least=2, most=LEVELS)
        elif tech.level and by_level.setdefault(tech.level, tech.id) != tech.id:
            yield Unreadable("civilization/pack-level-twice", at=at, level=tech.level, other=by_level[tech.level])
    for level in range(2, LEVELS + 1):
        if level not in by_level:
            yield Unreadable("civilization/pack-level-missing", at="technologies", level=level)


def faults_of_works(pack: Pack) -> Iterator[Unreadable]:
    """Structures and wonders: each comes with one technology, of its own era."""
    yield from _come_once(pack, "structures", pack.structures)
    yield from _come_once(pack, "wonders", pack.wonders)
    for structure in pack.structures:
        at = f"structures {structure.id}"
        if not (structure.happy or structure.production):
            yield Unreadable("civilization/pack-structure-idle", at=at)
    for wonder in pack.wonders:
        yield from _powers(pack, wonder)


def _come_once(pack: Pack, field: str, entries: Iterable[Structure | PackWonder]) -> Iterator[Unreadable]:
    known = {entry.id: entry for entry in entries}
    found: dict[str, Technology] = {}
    for tech in pack.technologies:
        at = f"technologies {tech.id}"
        for name in getattr(tech, field):
            if name not in known:
                yield Unreadable("civilization/pack-unknown-id", at=at, field=field, found=name[:40])
            elif name in found:
                yield Unreadable("civilization/pack-comes-twice", at=at, found=name, other=found[name].id)
            elif known[name].era != tech.era:
                yield Unreadable("civilization/pack-comes-other-era", at=at, found=name, era=known[name].era)
            found.setdefault(name, tech)
    for name in known:
        if name not in found:
            yield Unreadable("civilization/pack-comes-never", at=f"{field} {name}", field=field)


def _powers(pack: Pack, wonder: PackWonder) -> Iterator[Unreadable]:
    at = f"wonders {wonder.id}"
    tech = next((tech for tech in pack.technologies if wonder.id in tech.wonders), None)
    declares = any(isinstance(power, Declare) for power in wonder.powers)
    if tech is not None and declares and tech.ends != "declare":
        yield Unreadable("civilization/pack-declares-nothing", at=at, tech=tech.id)
    for power in wonder.powers:
        if isinstance(power, Discount) and power.era != wonder.era:
            yield Unreadable("civilization/pack-discount-era", at=at, era=wonder.era)
        if isinstance(power, Waiting):
            yield from _faults_of_model(at, pack, power.unit, wonder.era)


def _some_declare(pack: Pack, tech: Technology) -> bool:
    wonders = (wonder for wonder in pack.wonders if wonder.id in tech.wonders)
    return any(isinstance(power, Declare) for wonder in wonders for power in wonder.powers)
