"""One step: what a seat signed, what the host makes of it, and how everybody else follows."""

from referee.kernel.late_loading import late

late(__name__, "draft", "ending", "produce", "record_step", "simultaneous", "split_orders", "step_run", "tokens")
