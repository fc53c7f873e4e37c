"""All tests, in an environment that is made when it is missing: `python3 scripts/test.py [--fast | pytest arguments]`.

On Windows `py scripts/test.py`. What is run, and the other ways, stand in suite.py: an old Python can read this file
alone.
"""

import oldest  # noqa: F401 - first of all: it ends the program where Python is too old
from suite import main

if __name__ == "__main__":
    main()
