"""Claims, the evidence before a judge, verdicts."""
