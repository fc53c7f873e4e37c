"""A report for people: what an audit or a judge has found, as one page of HTML or Markdown that stands alone."""

from referee.kernel.late_loading import late

late(__name__, "audit_page", "html", "verdict_page")
