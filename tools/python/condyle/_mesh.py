"""Meshes: triangles of files, what they enclose, and where they are found."""

from __future__ import annotations

import os
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _condyle
from ._files import _folders
from ._owner import Constant
from ._tables import as_frame

if TYPE_CHECKING:
    from ._tree import Tree

    _Path = str | PathLike[str]
    _Paths = _Path | Sequence[_Path]
    _Vector = tuple[float, float, float]
    _Inertia = tuple[float, float, float, float, float, float]


class MeshProperties(NamedTuple):
    """The solid that a mesh encloses, at 1 kg/m3: bounding box, volume (m3), center (m), inertia [ixx ixy ixz iyy iyz izz]
    about the center; watertight: each edge belongs to two triangles, which agree on inside and outside."""

    lower: _Vector
    upper: _Vector
    volume: float
    center: _Vector
    inertia: _Inertia
    watertight: bool

    def to_pandas(self) -> Any:
        return as_frame(self)


class Solid(NamedTuple):
    """What shapes fill, at 1 kg/m3, in the frame of their link; hulls: open meshes, for which their convex hull counts."""

    volume: float
    center: _Vector
    inertia: _Inertia
    lower: _Vector
    upper: _Vector
    hulls: int

    def to_pandas(self) -> Any:
        return as_frame(self)


class Mesh(Constant):
    """A triangle mesh: a path (.stl, .obj, .dae), or bytes with a name that ends so.

    vertices: (count, 3), m; triangles: (count, 3), indices of vertices, counterclockwise seen from outside

    >>> import condyle
    >>> mesh = condyle.Mesh(b"v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\nf 2 3 4\\nf 1 4 3\\n", "tetrahedron.obj")
    >>> mesh.measure().watertight, round(mesh.measure().volume, 4)
    (True, 0.1667)
    """

    _instead = "load its file there"

    def __init__(
        self,
        source: _Path | bytes | bytearray | memoryview | None,
        name: str = "mesh.stl",
        *,
        max_bytes: int = 0,
        handle: object = None,
    ) -> None:
        import numpy

        if handle is None and isinstance(source, (bytes, bytearray, memoryview)):
            handle = _condyle._mesh_from_bytes(source, name)
        elif handle is None:
            handle = _condyle._mesh_load(os.fspath(source), max_bytes)  # type: ignore[arg-type]  # fails for None
        self._handle = handle
        vertices, triangles = _condyle._mesh_contents(handle)
        self.vertices = numpy.frombuffer(vertices, numpy.float64).reshape(-1, 3)
        self.triangles = numpy.frombuffer(triangles, numpy.intc).reshape(-1, 3)

    def __repr__(self) -> str:
        return f"<condyle.Mesh: {len(self.vertices)} vertices, {len(self.triangles)} triangles>"

    def measure(self, scale: Sequence[float] = (1, 1, 1)) -> MeshProperties:
        """Return the MeshProperties of the mesh with coordinates multiplied by scale.

        >>> import condyle
        >>> text = b"v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\nf 2 3 4\\nf 1 4 3\\n"
        >>> condyle.Mesh(text, "t.obj").measure((2, 2, 2)).upper
        (2.0, 2.0, 2.0)
        """
        return MeshProperties(*_condyle._mesh_measure(self._handle, scale))

    def convex_hull(self) -> Mesh:
        """Return the convex hull, a Mesh.

        >>> import condyle
        >>> text = b"v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\n"
        >>> condyle.Mesh(text, "t.obj").convex_hull()
        <condyle.Mesh: 4 vertices, 4 triangles>
        """
        return Mesh(None, handle=_condyle._mesh_convex_hull(self._handle))


def mesh_locate(mesh: str, robot_file: _Path | None = None, packages: _Paths = ()) -> str:
    """Return the path of a mesh that a robot names: package://NAME/PATH, file:///PATH, or a path.

    robot_file: relative names begin in its folder; packages: folders, searched first

    >>> import condyle
    >>> condyle.mesh_locate("hand.stl", "/robots/arm.urdf")
    '/robots/hand.stl'
    """
    return _condyle._mesh_locate(mesh, None if robot_file is None else os.fspath(robot_file), _folders(packages))


def measure_shapes(
    tree: Tree, body: str, visuals: bool = False, *, robot_file: _Path | None = None, packages: _Paths = ()
) -> Solid:
    """Return the Solid of the collision shapes of a Tree's body, or of its visuals.

    tree: a Tree; body: a name
    robot_file, packages: where the files of meshes are found, as for Robot.draw()

    >>> import condyle
    >>> text = "<robot name='r'><link name='a'><collision><geometry><box size='1 2 3'/></geometry></collision></link></robot>"
    >>> condyle.measure_shapes(condyle.load(text).tree(), "a").volume
    6.0
    """
    index = _condyle._tree_find(tree._handle, "body", body)
    file = None if robot_file is None else os.fspath(robot_file)
    return Solid(*_condyle._shapes_measure(tree._handle, index, visuals, file, _folders(packages)))
