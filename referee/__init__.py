"""A play-by-mail referee: signed moves, sealed hands, a joint seed, and an audit anybody can run."""

from referee.i18n import catalogue, formatting
from referee.kernel.late_loading import late
from referee.kernel.sentence import set_teller

__version__ = "0.1.0"

late(__name__, "games")
# Catalogues are read when something is said for the first time, not when a part of the package is imported.
set_teller(
    lambda sentence, lang: formatting.sentence_text(sentence, lang),
    lambda game, context, code: catalogue.in_each_language(game, context, code),
)
