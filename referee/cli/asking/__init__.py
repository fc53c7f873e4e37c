"""What is asked of the person at the terminal: the move prompt, yes or no, and what must be seen before an answer."""
