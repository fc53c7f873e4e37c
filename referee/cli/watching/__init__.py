"""An unattended party: one look after the other, what came is received, what is due is sent, and a line tells it."""
