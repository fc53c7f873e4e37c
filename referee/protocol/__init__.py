"""From signed notes to a position: offers, steps, agreements, masked decks. Knows no folder, no home and no command."""
