"""What the program is called where it comes from.

`INDEX` is the index that has the program from this project, and empty as long as none has: whoever registers a free
name first would run his program beside the keys of everybody who was told to install it.
"""

from __future__ import annotations

DISTRIBUTION = "pbem-referee"
INDEX = ""
