"""What people read about a game: letters, news, boards in text, choices, forecasts."""

from referee.kernel.late_loading import late

late(__name__, "conflict_view", "order_choices", "order_parts", "skip_text", "step_news")
