"""Recompute a game from its record and compare; findings, facts, stray files, the index of many games."""

from referee.kernel.late_loading import late

late(__name__, "comments")
