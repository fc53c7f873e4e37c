"""All that is printed: data, sentences, refusals, in the width of the window."""
