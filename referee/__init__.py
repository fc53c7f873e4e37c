"""A play-by-mail referee: signed moves, sealed hands, a joint seed, and an audit anybody can run."""

from referee.i18n import catalogue, formatting
from referee.kernel.late_loading import late
from referee.kernel.sentence import set_teller

__version__ = "0.1.0"

DISTRIBUTION = "pbem-referee"
"""What the program is called where it comes from."""

INDEX = ""
"""The index that has the program from this project, and empty as long as none has: whoever registers a free name first
would run his program beside the keys of everybody who was told to install it.
"""

late(__name__, "games")
# Catalogues are read when something is said for the first time, not when a part of the package is imported.
set_teller(
    lambda sentence, lang: formatting.sentence_text(sentence, lang),
    lambda game, context, code: catalogue.in_each_language(game, context, code),
)
