"""Exit codes, by the layer that speaks. Refusals carry their own (3 to 6, 69, 70, 74)."""

DONE = 0
FAULT = 1  # audit found a fault; cases run had a failing case
USAGE = 2
NO_GAME = 3  # audit: no game here
BUG = 70
UNTOLD = 74  # no refusal could be told: neither stream can be written
INTERRUPTED = 130
UNREAD = 141  # who read our output has gone; what a shell says of a program that the signal for it ends
