"""Where games, homes and files lie on this machine."""
