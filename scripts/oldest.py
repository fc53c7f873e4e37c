"""To import this ends the program with a sentence where Python is too old for the project.

Every Python from 2.7 on can read this file, and those that import it first: nothing newer may stand in them.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this runs under whatever Python the machine has
    raise SystemExit("referee needs Python 3.11 or newer; this is " + sys.version.split()[0])
