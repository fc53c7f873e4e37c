"""A play-by-mail referee: signed moves, sealed hands, a joint seed, and an audit anybody can run."""

from referee.kernel.sentence import Sentence, tell_with

TYPE_CHECKING = False  # importing `typing` takes longer than all of this module
if TYPE_CHECKING:
    from collections.abc import Mapping

__version__ = "0.1.0"


def _tell(sentence: Sentence, lang: str) -> str:
    # Catalogues are read when something is said for the first time, not when a part of the package is imported.
    from referee.words.filling import tell

    return tell(sentence, lang)


def _typed(game: str, context: str, code: str) -> "Mapping[str, str]":
    from referee.words.catalogue import in_each_language

    return in_each_language(game, context, code)


tell_with(_tell, _typed)
