"""A tree or scene on its way to other processes: by the path of its file, or by its bytes.

A Shared is small to send where the tree was mapped from a file, and otherwise one block of bytes. Whoever receives it
loads the tree when it is first asked for, once: so errors come up where the tree is used, with the name of the file,
and not while a message is read. Processes in between, as a scheduler, pass it on and load nothing.
"""
from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import socket
import threading
from typing import Any, Dict, Optional, TYPE_CHECKING, Tuple, Union, cast

from ._errors import ArgumentError, Error, FileError, FormatError
from ._library import lib
from .tree import Tree

if TYPE_CHECKING:
    from .scene import Scene

# Of a tree's bytes, what tells it from others: the version, the size, and the checksum of all that follows.
_IDENTITY = 32


def bytes_of(tree: Tree) -> memoryview:
    """The bytes of a tree where they lie, read-only. They stay as long as this is used."""
    handle, size = tree._use(), ctypes.c_size_t()
    address = lib.hit_bvh_bytes(handle.address, ctypes.byref(size))
    block = (ctypes.c_ubyte * size.value).from_address(address)
    block.keep = handle  # type: ignore[attr-defined]
    return memoryview(block).cast("B").toreadonly()


class Shared:
    """A tree or scene that other processes load once each; made by ``share``.

    kind      Tree or Scene: what ``get`` returns
    identity  bytes that tell its content from others
    path      the file that it is mapped from; None where its bytes are sent
    nbytes    its size
    """

    __slots__ = ("__weakref__", "_content", "_loaded", "_lock", "_trusted", "_users", "identity", "kind",
                 "nbytes", "path")

    def __init__(self, kind: type, identity: bytes, nbytes: int, path: Optional[str], trusted: bool, content: Any,
                 loaded: Optional[Union[Tree, Scene]] = None, users: Optional[Dict[int, Any]] = None) -> None:
        """Made by ``share``. content: the bytes, with anything that has a buffer; None where there is a path.

        users  by id, what was attached to the objects of a scene: it stays in this process
        """
        self.kind, self.identity, self.nbytes, self.path = kind, identity, nbytes, path
        self._trusted, self._content, self._loaded, self._lock = trusted, content, loaded, threading.Lock()
        self._users = users or {}

    def get(self) -> Any:
        """The Tree or Scene, loaded by the first call."""
        with self._lock:
            if self._loaded is None:
                if self.path is not None:
                    self._loaded = _open(self.kind, self.path, self.identity, self._trusted)
                else:
                    self._loaded = self.kind.from_bytes(self._content)  # type: ignore[attr-defined]
                    if isinstance(self._loaded, Tree):
                        self._content = None  # the tree has it
                    else:
                        self._loaded._users = dict(self._users)
            return self._loaded

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, ...]:
        content = None
        if self.path is None:
            with self._lock:
                content = self._content if self._content is not None else bytes_of(cast(Tree, self._loaded))
            # From version 5 on a message may carry large blocks beside it, without a copy.
            content = pickle.PickleBuffer(content) if protocol >= 5 else bytes(content)
        return _arrived, (self.kind, self.identity, self.nbytes, self.path, self._trusted, content)

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + (0 if self.path is not None else self.nbytes)

    def __dask_tokenize__(self) -> Tuple[str, bytes, Optional[str]]:
        return self.kind.__name__, self.identity, self.path

    def __repr__(self) -> str:
        return f"<Shared {self.kind.__name__} of {self.nbytes} bytes{f' in {self.path}' if self.path else ''}>"


def share(tree: Any, *, by: Optional[str] = None) -> Shared:
    """A tree or scene for other processes, as it is now: later edits and refits do not change it.

    tree  a Tree or a Scene. A scene with user shapes cannot be sent; what is attached to objects stays here
    by    "path": each process maps the file that the tree was opened from (Tree.open), and all on one machine share
          its memory. The file must be there for each under the same path, and be the same: that is checked.
          "bytes": the tree itself is sent. None: by path where the tree was opened from a file, else bytes
    """
    if by not in (None, "path", "bytes"):
        raise ArgumentError(f"by is {by!r}: expected 'path', 'bytes' or None")
    if isinstance(tree, Shared):
        return tree if by is None or by == ("bytes" if tree.path is None else "path") else share(tree.get(), by=by)
    if isinstance(tree, Tree):
        view = bytes_of(tree)
        path = None if by == "bytes" else tree._path
        if by == "path" and path is None:
            raise ArgumentError("this tree was not opened from a file: write it with save, and get it with Tree.open")
        return Shared(Tree, bytes(view[:_IDENTITY]), len(view), path, tree._trusted, None, tree.__copy__())
    if type(tree).__module__.partition(".")[0] == "hitscan":
        from .scene import Scene
        if isinstance(tree, Scene):
            if by == "path":
                raise ArgumentError("a scene is sent by its bytes: leave out by='path'")
            content = tree.to_bytes()
            return Shared(Scene, hashlib.blake2b(content, digest_size=16).digest(), len(content), None, False, content,
                          users=dict(tree._users))
    raise ArgumentError(f"tree is a {type(tree).__name__}: expected a hitscan.Tree, a hitscan.Scene, or what share "
                        "made of one")


def _arrived(kind: type, identity: bytes, nbytes: int, path: Optional[str], trusted: bool, content: Any) -> Shared:
    return Shared(kind, identity, nbytes, path, trusted, content)


def _open(kind: type, path: str, identity: bytes, trusted: bool) -> Tree:
    """Map the file of a tree, if it is the one that was meant."""
    here = f"on {socket.gethostname()}, in process {os.getpid()}"
    advice = "Let all processes reach the same file under this path, or send the tree itself: share(tree, by='bytes')"
    try:
        with open(path, "rb") as file:
            found = file.read(_IDENTITY)
            size = os.fstat(file.fileno()).st_size
        if found != identity or size != int.from_bytes(identity[16:24], "little"):
            raise FormatError(f"{path}: the file {here} is not the one that the tree was opened from: it has {size} "
                              f"bytes, or another checksum. {advice}")
        tree: Tree = kind.open(path, trusted=trusted)  # type: ignore[attr-defined]
    except OSError as error:
        raise FileError(f"{path}: {getattr(error, 'strerror', None) or error} ({here}). {advice}") from error
    except FormatError:
        raise
    except Error as error:
        raise type(error)(f"{error} ({here})") from error
    if bytes(bytes_of(tree)[:_IDENTITY]) != identity:  # replaced between the two looks at it
        raise FormatError(f"{path}: the file {here} was replaced while it was opened. {advice}")
    return tree
