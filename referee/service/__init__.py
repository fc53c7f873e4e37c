"""What a person can do, as functions that give values: they print nothing, ask nobody, and two may run at once."""
