"""`python -m referee`, for a computer on which the command itself is not found."""

from referee.cli.main import main

if __name__ == "__main__":
    main()
