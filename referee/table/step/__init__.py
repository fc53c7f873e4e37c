"""One step: what a seat signed, what the referee makes of it, and how everybody else follows."""
