"""Help pages, and what is said of a command line that makes no sense."""
