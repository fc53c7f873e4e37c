"""A play-by-mail referee: signed moves, sealed hands, a joint seed, and an audit anybody can run."""

__version__ = "0.1.0"
