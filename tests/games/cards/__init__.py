"""The card game: case book, a slow reference of its conflicts, whole games as texts, and the promises in between."""
