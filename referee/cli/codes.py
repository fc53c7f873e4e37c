"""Exit codes, by the layer that speaks. Refusals carry their own (3 to 6, 69, 70, 74)."""

DONE = 0
FAULT = 1  # audit found a fault; cases run had a failing case
USAGE = 2
NO_GAME = 3  # audit: no game here
BUG = 70
INTERRUPTED = 130
