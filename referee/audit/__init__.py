"""Recompute a game from its record and compare; findings, facts, stray files, the index of many games."""
