"""Many games audited: in processes, in a cluster, by an index; what they have in common, and what is reported."""
