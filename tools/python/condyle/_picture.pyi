from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal

import numpy.typing as npt

_Path = str | PathLike[str]

class Picture:
    png: bytes
    def __init__(self, size: tuple[int, int], svg: str, png: bytes) -> None: ...
    def _repr_svg_(self) -> str: ...
    def save(self, path: _Path) -> None: ...

class PictureCalls:
    def draw(
        self,
        q: npt.ArrayLike | None = None,
        *,
        view: Literal["iso", "front", "back", "side", "top"] | Sequence[float] = "iso",
        size: tuple[int, int] = (800, 600),
        frames: bool = False,
        names: bool = False,
        joints: bool = False,
        inertia: bool = False,
        torques: bool = False,
        collisions: bool = False,
        outlines: bool = False,
        wrenches: Mapping[str | int, Sequence[float] | npt.NDArray[Any]] | None = None,
        robot_file: _Path | None = None,
        packages: _Path | Sequence[_Path] | None = None,
    ) -> Picture: ...
    def _repr_html_(self) -> str: ...
