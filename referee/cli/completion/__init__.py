"""What a shell may offer after a command, and the scripts that ask for it."""
