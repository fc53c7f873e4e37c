"""The main job on the embedded examples, in an environment that is made when it is missing: `python3 scripts/demo.py`.

On Windows `py scripts/demo.py`. What is done stands in demonstration.py: an old Python can read this file alone.
"""

import oldest  # noqa: F401 - first of all: it ends the program where Python is too old
from demonstration import main
from environment import enter

if __name__ == "__main__":
    enter("requirements/program.txt")
    main()
