"""Ground floor: what a game is. Pure functions over immutable values; imports msgspec and the standard library only."""

from referee.kernel.late_loading import late

late(__name__, "bot", "errors", "packs")

DISTRIBUTION = "pbem-referee"
"""What the program is called where it comes from."""

INDEX = ""
"""The index that has the program from this project, and empty as long as none has: anyone who registered a free name
first could run a program beside the keys of everybody who was told to install it.
"""
