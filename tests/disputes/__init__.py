"""Every row of the fault table as a story: what is shown, and what a judge finds of it."""
