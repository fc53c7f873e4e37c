"""A play-by-mail referee: signed moves, sealed hands, a joint seed, and an audit anybody can run."""

from referee.kernel.sentence import Sentence, set_teller

TYPE_CHECKING = False  # importing `typing` takes longer than all of this module
if TYPE_CHECKING:
    from collections.abc import Mapping

__version__ = "0.1.0"


def _tell(sentence: Sentence, lang: str) -> str:
    # Catalogues are read when something is said for the first time, not when a part of the package is imported.
    from referee.i18n.formatting import sentence_text

    return sentence_text(sentence, lang)


def _typed_words_of_code(game: str, context: str, code: str) -> "Mapping[str, str]":
    from referee.i18n.catalogue import in_each_language

    return in_each_language(game, context, code)


set_teller(_tell, _typed_words_of_code)
