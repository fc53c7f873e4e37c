"""A seat that does not answer: how long it is waited for, the words that say so, moves that were skipped."""
