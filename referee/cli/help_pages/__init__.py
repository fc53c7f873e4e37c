"""Help pages, and what is said of a command line that makes no sense."""

from referee.kernel.late_loading import late

late(__name__, "usage")
