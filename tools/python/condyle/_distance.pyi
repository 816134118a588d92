from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple

import numpy.typing as npt

from . import Placement, Robot
from ._owner import Owner

_Vector = Sequence[float] | npt.NDArray[Any]
_Place = Placement | Sequence[Sequence[float]] | npt.NDArray[Any]
_Packages = str | PathLike[str] | Sequence[str | PathLike[str]]

class Separation(NamedTuple):
    distance: float
    first: str | None
    second: str | None
    on_first: tuple[float, ...]
    on_second: tuple[float, ...]
    normal: tuple[float, ...]
    gradient: tuple[float, ...] | None = None

class PairUse(NamedTuple):
    first: str
    second: str
    touches: int
    least: float
    most: float

class DistanceWay(NamedTuple):
    nearest: Separation
    share: float
    bound: float
    looks: int

class DistanceReach(NamedTuple):
    clear: bool
    converged: bool
    q: tuple[float, ...]
    angular_error: float
    linear_error: float
    restarts: int
    nearest: Separation | None

class Convex(NamedTuple):
    type: Literal["sphere", "capsule", "box", "cylinder", "hull"]
    size: Sequence[float] = (0.0, 0.0, 0.0)
    radius: float = 0.0
    length: float = 0.0
    points: Sequence[Sequence[float]] | npt.NDArray[Any] | None = None

def convex_distance(first: Convex, first_at: _Place, second: Convex, second_at: _Place) -> Separation: ...

class Distances(Owner):
    pairs: list[tuple[str, str]]
    def __init__(
        self, robot: Robot, shapes: list[Any], names: list[str], exclude: Sequence[tuple[str, str]]
    ) -> None: ...
    def nearest(self, q: _Vector | None = None) -> Separation | None: ...
    def all(self, q: _Vector | None = None) -> list[Separation]: ...
    def between(
        self, q0: _Vector | None, q1: _Vector | None, *, tolerance: float = 1e-4, looks: int = 10000
    ) -> DistanceWay | None: ...
    def inverse_kinematics(
        self,
        body: str,
        target: _Place,
        q0: _Vector | None = None,
        *,
        margin: float = 0.0,
        weights: Sequence[float] = (1, 1, 1, 1, 1, 1),
        restarts: int = 50,
        seed: int = 0,
    ) -> DistanceReach: ...
    def sample(self, samples: int = 1000, seed: int = 0) -> list[PairUse]: ...

class DistanceCalls:
    def distances(
        self,
        obstacles: Mapping[str, tuple[Convex, _Place]] | None = None,
        *,
        exclude: Sequence[tuple[str, str]] = (),
        visuals: bool | None = None,
        robot_file: str | PathLike[str] | None = None,
        packages: _Packages | None = None,
    ) -> Distances: ...
    def distance(
        self,
        q: _Vector | None = None,
        obstacles: Mapping[str, tuple[Convex, _Place]] | None = None,
        *,
        exclude: Sequence[tuple[str, str]] = (),
        visuals: bool | None = None,
        robot_file: str | PathLike[str] | None = None,
        packages: _Packages | None = None,
    ) -> Separation | None: ...
