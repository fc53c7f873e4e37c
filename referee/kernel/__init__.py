"""Ground floor: what a game is. Pure functions over immutable values; imports msgspec and the standard library only."""
