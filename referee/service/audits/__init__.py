"""One game audited, and many at once: in processes, in a cluster, by an index."""

from referee.kernel.late_loading import late

late(__name__, "cluster")
