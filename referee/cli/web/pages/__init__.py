"""The pages of `referee open`, one module each."""
