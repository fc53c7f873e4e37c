"""An unattended party: one look after the other, what came is received, what is due is sent, and a line tells it."""

from referee.kernel.late_loading import late

late(__name__, "hook", "look_once")
