"""What is due to be sent, to whom and by which way; who is late."""
