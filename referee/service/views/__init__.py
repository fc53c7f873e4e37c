"""What one reader sees of a table and may do there: the view, its answers, and what the table allows at all."""
