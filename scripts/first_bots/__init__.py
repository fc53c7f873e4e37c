"""The programs of VERSION 1, as they were: opponents for `scripts/rate_bots.py`, which calls them `first`."""
