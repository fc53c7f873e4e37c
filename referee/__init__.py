"""A play-by-mail referee: signed moves, sealed hands, a joint seed, and an audit anybody can run."""

from referee.kernel.sentence import Sentence, tell_with

__version__ = "0.1.0"


def _tell(sentence: Sentence, lang: str) -> str:
    # Catalogues are read when something is said for the first time, not when a part of the package is imported.
    from referee.words.filling import tell

    return tell(sentence, lang)


tell_with(_tell)
