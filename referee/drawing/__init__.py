"""Pictures without game words: lines of styled spans for a terminal, shapes for SVG. Only the door knows colours."""
