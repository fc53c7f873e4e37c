"""Proposals, requests for new keys and skipped seats, as one party sees them."""
