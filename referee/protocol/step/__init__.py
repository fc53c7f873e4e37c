"""One step: what a seat signed, what the host makes of it, and how everybody else follows."""
