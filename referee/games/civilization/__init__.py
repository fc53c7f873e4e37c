"""Civilization, new rules by Fabrizio Aspesi: a game of eras, played from a data pack."""
