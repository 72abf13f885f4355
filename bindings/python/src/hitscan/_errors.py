"""Exceptions and warnings: the library's own words, as Python's own kinds."""
from __future__ import annotations

from typing import Dict, Optional, Type

from . import _declarations as c


class Error(Exception):
    """What went wrong, in the words of the library.

    ``offset`` is the byte of a file, or the index of an element, where the trouble lies, and ``line`` the line of a
    text file, counted from 1; both are 0 where they say nothing.
    """

    offset: int = 0
    line: int = 0


class ArgumentError(Error, ValueError):
    """An argument makes no sense: a shape, a number, an object that is gone."""


class FormatError(Error, ValueError):
    """A file or block of bytes is not what it should be."""


class FileError(Error, OSError):
    """Reading or writing a file failed."""


class GeometryError(Error, ValueError):
    """A bad primitive, and the call was told to refuse those."""


class TopologyError(Error, ValueError):
    """New geometry does not fit the old structure: build again."""


class LimitError(Error, OverflowError):
    """More than the library can count, or may take."""


class OutOfMemory(Error, MemoryError):
    """An allocation failed; nothing has changed."""


class Cancelled(Error):
    """A progress function said stop."""


class PrecisionWarning(UserWarning):
    """Numbers were rounded to float, and that moved a point by more than a millionth of the size of what it is in."""


_KINDS: Dict[int, Type[Error]] = {
    c.HIT_ERROR_ARGUMENT: ArgumentError,
    c.HIT_ERROR_MEMORY: OutOfMemory,
    c.HIT_ERROR_CANCELLED: Cancelled,
    c.HIT_ERROR_GEOMETRY: GeometryError,
    c.HIT_ERROR_LIMIT: LimitError,
    c.HIT_ERROR_FILE: FileError,
    c.HIT_ERROR_FORMAT: FormatError,
    c.HIT_ERROR_TOPOLOGY: TopologyError,
}


def make(status: int, message: str, offset: int = 0, line: int = 0, path: Optional[str] = None) -> Error:
    """The exception for a status; with a path, as in ``bunny.obj:12: ...``, unless the message has it already."""
    if path is not None and path not in message:
        message = f"{path}:{line}: {message}" if line else f"{path}: {message}"
    error = _KINDS.get(status, Error)(message)
    error.offset, error.line = offset, line
    return error
