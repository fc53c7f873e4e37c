"""What goes to others: which mails are due, to whom, by which way, and what was sent."""
