from collections.abc import Sequence
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._tree import Tree

_Path = str | PathLike[str]
_Paths = _Path | Sequence[_Path]
_Vector = tuple[float, float, float]
_Inertia = tuple[float, float, float, float, float, float]

class MeshProperties(NamedTuple):
    lower: _Vector
    upper: _Vector
    volume: float
    center: _Vector
    inertia: _Inertia
    watertight: bool
    def to_pandas(self) -> Any: ...

class Solid(NamedTuple):
    volume: float
    center: _Vector
    inertia: _Inertia
    lower: _Vector
    upper: _Vector
    hulls: int
    def to_pandas(self) -> Any: ...

class Mesh:
    vertices: npt.NDArray[np.float64]
    triangles: npt.NDArray[np.intc]
    def __init__(
        self,
        source: _Path | bytes | bytearray | memoryview | None,
        name: str = "mesh.stl",
        *,
        max_bytes: int = 0,
        handle: object = None,
    ) -> None: ...
    def measure(self, scale: Sequence[float] = (1, 1, 1)) -> MeshProperties: ...
    def convex_hull(self) -> Mesh: ...

def mesh_locate(mesh: str, robot_file: _Path | None = None, packages: _Paths = ()) -> str: ...
def measure_shapes(
    tree: Tree, body: str, visuals: bool = False, *, robot_file: _Path | None = None, packages: _Paths = ()
) -> Solid: ...
