"""Ground floor: what a game is. Pure functions over immutable values; imports msgspec and the standard library only."""

from referee.kernel.late_loading import late

late(__name__, "bot", "errors", "option_history", "packs")

DISTRIBUTION = "pbem-referee"
"""What the program is called where it comes from."""

INDEX = ""
"""The index that has the program from this project, and empty as long as none has: whoever registers a free name first
would run his program beside the keys of everybody who was told to install it.
"""
