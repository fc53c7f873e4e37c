"""`referee open`: a page in the browser of this machine, for one person, by Starlette and uvicorn."""
