"""The calls of other packages, answered by Hitscan: ``compat.trimesh``, ``compat.open3d`` and ``compat.pyvista``.

None of them imports the package whose calls it has; docs/python-dialects.md says what differs.
"""
from __future__ import annotations
