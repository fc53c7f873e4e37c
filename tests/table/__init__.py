"""The table: whole games with test keys, attacked from every side."""
