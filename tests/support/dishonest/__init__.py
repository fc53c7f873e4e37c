"""Hosts and players with valid keys who lie, and what the tools of honest people make of it."""
