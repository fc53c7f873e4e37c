"""`referee open`: a page in the browser of this computer, for one person, by Starlette and uvicorn."""

from referee.kernel.late_loading import late

late(__name__, "server")
