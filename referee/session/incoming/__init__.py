"""What came by mail or folder is recorded, kept or refused."""

from referee.kernel.late_loading import late

late(__name__, "host_switch", "steps")
