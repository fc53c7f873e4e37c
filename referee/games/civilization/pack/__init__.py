"""Data packs: what is printed in a box of the game, apart from the rules."""

from __future__ import annotations

from referee.games.civilization.pack.components import Components
from referee.games.civilization.pack.entries import FORMAT, Pack
from referee.games.civilization.pack.reading import faults_of, read_pack, shipped_bytes, shipped_components

__all__ = ["FORMAT", "Components", "Pack", "faults_of", "read_pack", "shipped_bytes", "shipped_components"]
