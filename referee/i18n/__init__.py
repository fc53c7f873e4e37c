"""Words for people, in every language there is a folder for: sentences by their code, events, questions, rules."""

from referee.kernel.late_loading import late

late(__name__, "catalogue", "event_text", "formatting", "option_names", "rule_text")
