"""The opening of a table: its charter is made and accepted."""
