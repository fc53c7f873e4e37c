"""What a shell may offer behind a command, and the scripts that ask for it."""
