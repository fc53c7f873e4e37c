"""A report for people: what an audit or a judge has found, as one page of HTML or Markdown that stands alone."""
