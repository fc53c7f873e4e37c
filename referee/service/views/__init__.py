"""What one reader sees of a table and may do there: the view, its answers, and what the table allows at all."""

from referee.kernel.late_loading import late

late(__name__, "bot_reasons", "lobby", "whole_status")
