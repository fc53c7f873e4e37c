"""The table drawn: as text for terminals and letters."""
