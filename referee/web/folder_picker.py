"""The folders of this computer that a page shows: by tokens that were drawn for them, never by a path."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.service.errors import NotHere
from referee.service.home.shared_folders import FolderHere, folders_below
from referee.service.reader import Reader
from referee.web.code_files import PageHost
from referee.web.json_answers import json_response, refusal_response


class FolderRow(msgspec.Struct, frozen=True):
    """A folder that may be shared."""

    token: str
    """What is sent back for it."""
    name: str
    """Its name."""
    told: str
    """That it is empty, or why it cannot be shared; empty if there is nothing to say."""
    refused: bool
    """Whether it cannot be shared; the folders in it may."""


class FolderList(msgspec.Struct, frozen=True):
    """The folders of a place."""

    name: str
    """The name of the place; empty for the places where people share."""
    above: str
    """The token of the place above it; empty for the first list."""
    rows: tuple[FolderRow, ...]
    """Its folders."""


class FolderPicker(NamedTuple):
    """The folders that a page has shown, by their tokens."""

    host: PageHost
    shown: dict[str, Path]

    def routes(self) -> list[Route]:
        """Where a list of folders is."""
        return [Route("/data/folders", self.folders, methods=["GET"])]

    def folders(self, request: Request) -> Response:
        """The folders in one that was shown before, or where people share."""
        reader = self.host.reader()
        try:
            place = self.path_of(request.query_params["at"]) if request.query_params.get("at") else None
        except RefereeError as error:
            return refusal_response(error, reader.lang)
        rows = tuple(self._row(reader, found) for found in folders_below(reader.home, place))
        above = next((token for token, path in self.shown.items() if place and path == place.parent), "")
        return json_response(FolderList(safe_text(place.name) if place is not None else "", above, rows))

    def path_of(self, token: str) -> Path:
        """The folder of a token. Raises NotHere: none was drawn for it."""
        if token not in self.shown:
            raise NotHere("no-such-folder-shown")
        return self.shown[token]

    def _row(self, reader: Reader, found: FolderHere) -> FolderRow:
        known = (token for token, path in self.shown.items() if path == found.path)
        token = next(known, "") or str(len(self.shown) + 1)
        self.shown[token] = found.path
        code = "folder-not-shared" if found.is_refused else "folder-is-empty" if found.is_empty else ""
        told = Sentence(code).told(reader.lang) if code else ""
        return FolderRow(token, safe_text(found.path.name or str(found.path)), told, found.is_refused)
