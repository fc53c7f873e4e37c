"""The sign of each kind of unit; all signs stand in `referee.drawing.symbols`."""

from __future__ import annotations

from typing import Final

from referee.games.civilization.data import AIR, ARTILLERY, CAVALRY, FLEET, INFANTRY

SIGN_OF: Final = {INFANTRY: "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery", FLEET: "ship", AIR: "air"}
