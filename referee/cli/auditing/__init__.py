"""Many games audited: in processes, in a cluster, by an index; what they have in common, and what is reported."""

from referee.kernel.late_loading import late

late(__name__, "cluster")
