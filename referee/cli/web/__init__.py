"""`referee open`: a page in the browser of this machine, for one person. Starlette and uvicorn are the extra `page`."""
