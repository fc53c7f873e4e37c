"""Notes that arrive by mail or folder are recorded, kept or refused."""

from referee.kernel.late_loading import late

late(__name__, "host_switch", "opening", "steps")
