"""What people read: letters, and what happened in a step."""
