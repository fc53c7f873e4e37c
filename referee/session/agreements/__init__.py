"""Proposals, requests for new keys and skipped seats, as one party sees them."""

from referee.kernel.late_loading import late

late(__name__, "new_key_requests", "next_host", "proposals")
