"""Distances of shapes, between a robot's bodies, and from obstacles."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from . import _condyle
from ._files import _folders
from ._mesh import Mesh
from ._owner import Owner
from ._placement import matrix_of
from ._robot import RobotBase

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._placement import Placement

    _Vector = Sequence[float] | npt.NDArray[Any]
    _Place: TypeAlias = Placement | Sequence[Sequence[float]] | npt.NDArray[Any]
    _Packages = str | PathLike[str] | Sequence[str | PathLike[str]]

_TYPES = ("sphere", "capsule", "box", "cylinder", "hull")
_WORLD = -1


class Separation(NamedTuple):
    """How far two shapes are apart, m; negative: how deep they are inside each other.

    first, second: their names; on_first, on_second: the nearest points, on_second - on_first = distance * normal
    normal: unit vector from the first to the second; gradient: derivative of the distance by q (n,), where asked for
    """

    distance: float
    first: str | None
    second: str | None
    on_first: tuple[float, ...]
    on_second: tuple[float, ...]
    normal: tuple[float, ...]
    gradient: tuple[float, ...] | None = None


class PairUse(NamedTuple):
    """What random configurations say of two shapes: how many touch, the least and the largest distance, m."""

    first: str
    second: str
    touches: int
    least: float
    most: float


class DistanceWay(NamedTuple):
    """How near shapes come on the way between two configurations.

    nearest: the Separation that was found, without gradient; share: of the way, where it is, 0 to 1
    bound: nowhere on the way is a pair nearer, m; looks: configurations that were looked at
    """

    nearest: Separation
    share: float
    bound: float
    looks: int


class DistanceReach(NamedTuple):
    """A configuration that reaches a pose apart from shapes.

    clear: the pose is reached and all pairs are farther apart than the margin; converged: the pose is reached
    q: (nq,); angular_error, linear_error: rad, m; restarts: starts after the first
    nearest: the Separation at q, without gradient; None where there are no pairs
    """

    clear: bool
    converged: bool
    q: tuple[float, ...]
    angular_error: float
    linear_error: float
    restarts: int
    nearest: Separation | None


class Convex(NamedTuple):
    """A convex shape: 'sphere', 'capsule' and 'cylinder' (along z), 'box' (size: full edges), 'hull' (of points).

    length of a capsule: without its caps; points: (count, 3)

    >>> import condyle
    >>> condyle.Convex("capsule", radius=0.05, length=0.4).type
    'capsule'
    """

    type: Literal["sphere", "capsule", "box", "cylinder", "hull"]
    size: Sequence[float] = (0.0, 0.0, 0.0)
    radius: float = 0.0
    length: float = 0.0
    points: Sequence[Sequence[float]] | npt.NDArray[Any] | None = None

    def _numbers(self) -> tuple[Any, ...]:
        if self.type not in _TYPES:
            raise ValueError(f"type: expected one of {', '.join(map(repr, _TYPES))}, not {self.type!r}")
        points = None
        if self.points is not None:
            points = [float(number) for point in self.points for number in point]
            if len(points) != 3 * len(self.points):
                raise ValueError("points: expected three numbers a point")
        return (_TYPES.index(self.type), self.size, self.radius, self.length, points)


def _flat(name: str, place: _Place) -> list[float]:
    matrix = matrix_of(name, place)
    return [float(number) for row in matrix for number in row]


def _frame(robot: RobotBase, name: str, argument: str = "exclude") -> int:
    try:
        return robot.frames.index(name)
    except ValueError:
        raise ValueError(f"{argument}: the robot has no body {name!r}") from None


def convex_distance(first: Convex, first_at: _Place, second: Convex, second_at: _Place) -> Separation:
    """Return the Separation of two Convex shapes.

    first, second: the shapes; first_at, second_at: where they stand, transforms (4, 4) or a Placement

    >>> import condyle
    >>> ball, box = condyle.Convex("sphere", radius=0.5), condyle.Convex("box", size=(2, 2, 2))
    >>> s = condyle.convex_distance(ball, condyle.Placement((3, 0, 0)), box, condyle.Placement())
    >>> round(s.distance, 12), s.normal[0]
    (1.5, -1.0)
    """
    found = _condyle._distance_convex(
        first._numbers(), _flat("first_at", first_at), second._numbers(), _flat("second_at", second_at)
    )
    return Separation._make((found[0], None, None, *found[1:], None))


class Distances(Owner):
    """The pairs of shapes of a robot and its obstacles that are looked at: all that a configuration can change, but for
    bodies that a joint or a loop holds at each other.  One thread uses it at a time.

    pairs: the names of their bodies; obstacles have those that they were given by
    """

    _instead = "make it there"

    def __init__(
        self, robot: RobotBase, shapes: list[Any], names: list[str], exclude: Sequence[tuple[str, str]]
    ) -> None:
        self._robot = robot
        self._scene = robot._distance_scene(shapes)
        for first, second in exclude:
            robot._distance_exclude(self._scene, *(_frame(robot, name) for name in (first, second)))
        self.pairs = [(names[a], names[b]) for a, b in _condyle._distance_pairs(self._scene)]

    def __repr__(self) -> str:
        return f"<condyle.Distances: {len(self.pairs)} pairs of shapes>"

    def nearest(self, q: _Vector | None = None) -> Separation | None:
        """Return the Separation of least distance at q (nq,), with its gradient; None where there are no pairs.

        >>> import condyle
        >>> scene = condyle.load("universalUR5e").distances()
        >>> round(scene.nearest([0, -1.2, 1.5, -1.9, -1.57, 0]).distance, 6)
        0.004243
        """
        pair, found, gradient = self._robot._distance_nearest(self._scene, q)
        return None if pair < 0 else Separation._make((found[0], *self.pairs[pair], *found[1:], gradient))

    def all(self, q: _Vector | None = None) -> list[Separation]:
        """Return the Separation of each of `pairs` at q (nq,).

        >>> import condyle
        >>> scene = condyle.load("universalUR5e").distances()
        >>> len(scene.all()) == len(scene.pairs)
        True
        """
        found = self._robot._distance_all(self._scene, q)
        return [Separation(s[0], *names, *s[1:]) for s, names in zip(found, self.pairs, strict=True)]

    def between(
        self, q0: _Vector | None, q1: _Vector | None, *, tolerance: float = 1e-4, looks: int = 10000
    ) -> DistanceWay | None:
        """Return the DistanceWay from q0 to q1 (nq,), which is looked at as a whole; None where there are no pairs.

        tolerance: between the distance that is found and the bound, m; looks: most configurations looked at

        >>> import condyle
        >>> scene = condyle.load("universalUR5e").distances()
        >>> way = scene.between([0, -1.2, 1.5, 0, 0, 0], [0, -1.2, 2.95, 0, 0, 0])
        >>> way.nearest.distance < 0, way.nearest.distance - way.bound <= 1e-4
        (True, True)
        """
        pair, found, share, bound, looked = self._robot._distance_between(self._scene, q0, q1, tolerance, looks)
        return (
            None if pair < 0 else DistanceWay(Separation(found[0], *self.pairs[pair], *found[1:]), share, bound, looked)
        )

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
    ) -> DistanceReach:
        """Return the DistanceReach of a body at a target, with all pairs farther apart than the margin.

        target: transform (4, 4) or a Placement in the base frame; q0: start (nq,); margin: m
        weights: of the errors [angular, linear] in the body's axes, 0: free; restarts, seed: of random starts

        >>> import condyle
        >>> robot = condyle.load("kukaIiwa14")
        >>> ball = condyle.Convex("sphere", radius=0.1), condyle.Placement((0.0, -0.15, 0.8))
        >>> scene = robot.distances({"ball": ball})
        >>> q0 = [0.2, 0.5, 0.1, -1.2, 0.3, 0.6, 0.1]
        >>> found = scene.inverse_kinematics("iiwa_link_ee", robot.get_transform("iiwa_link_ee", q0), q0, margin=0.01)
        >>> found.clear, found.nearest.distance > 0.01
        (True, True)
        """
        found = self._robot._distance_reach(
            self._scene, _frame(self._robot, body, "body"), _flat("target", target), q0, margin, weights, restarts, seed
        )
        clear, converged, q, angular, linear, used, pair, nearest = found
        at = None if pair < 0 else Separation(nearest[0], *self.pairs[pair], *nearest[1:])
        return DistanceReach(clear, converged, q, angular, linear, used, at)

    def sample(self, samples: int = 1000, seed: int = 0) -> list[PairUse]:
        """Return the PairUse of each of `pairs` in random configurations within the limits.

        samples: how many, of the seed

        >>> import condyle
        >>> uses = condyle.load("universalUR5e").distances().sample(200)
        >>> max(use.touches for use in uses) < 200
        True
        """
        found = self._robot._distance_sample(self._scene, samples, seed)
        return [PairUse(*names, *use) for use, names in zip(found, self.pairs, strict=True)]


class DistanceCalls(RobotBase):
    """Calls of a robot about distances."""

    def distances(
        self,
        obstacles: Mapping[str, tuple[Convex, _Place]] | None = None,
        *,
        exclude: Sequence[tuple[str, str]] = (),
        visuals: bool | None = None,
        robot_file: str | PathLike[str] | None = None,
        packages: _Packages | None = None,
    ) -> Distances:
        """Return the Distances of the robot's shapes from each other and from obstacles.

        obstacles: {name: (Convex, placement in the base frame)}
        exclude: pairs of bodies that are not looked at
        visuals: the visuals' shapes in place of the collision shapes; None: where no body has collision shapes
        robot_file, packages: where the files of meshes are found, whose convex hulls count; those of load() where None

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> table = condyle.Convex("box", size=(2, 2, 0.1)), condyle.Placement((0, 0, -0.05))
        >>> robot.distances({"table": table}).nearest([0, 0.3, 0, 0, 0, 0]).second
        'table'
        """
        found = self._distance_shapes(bool(visuals))
        if visuals is None and not found:
            found = self._distance_shapes(True)
        own_file, own_packages = self._origin
        file = own_file if robot_file is None else os.fspath(robot_file)
        folders = own_packages if packages is None else _folders(packages)
        shapes = [self._convex_shape(shape, file, folders) for shape in found]
        bodies = self.frames
        names = [bodies[frame] for frame, *_ in shapes]
        for name, (convex, place) in ({} if obstacles is None else obstacles).items():
            shapes.append((_WORLD, _flat("obstacles", place), convex._numbers()))
            names.append(name)
        return Distances(self, shapes, names, exclude)

    def _convex_shape(self, shape: tuple[Any, ...], file: str | None, folders: Sequence[str]) -> tuple[Any, ...]:
        frame, place, (kind, *sizes), mesh, scale = shape
        points = None
        if _TYPES[kind] == "hull":
            mesh = Mesh(_condyle._mesh_locate(mesh, file, folders))
            try:
                mesh = mesh.convex_hull()
            except _condyle.RobotError:  # it lies in a plane: its vertices are its hull
                pass
            points = (mesh.vertices * scale).ravel().tolist()
        return (frame, place, (kind, *sizes, points))

    def distance(
        self,
        q: _Vector | None = None,
        obstacles: Mapping[str, tuple[Convex, _Place]] | None = None,
        *,
        exclude: Sequence[tuple[str, str]] = (),
        visuals: bool | None = None,
        robot_file: str | PathLike[str] | None = None,
        packages: _Packages | None = None,
    ) -> Separation | None:
        """Return the Separation of the nearest bodies at q (nq,), with its gradient; None where there are no pairs.

        obstacles, exclude, visuals, robot_file, packages: as those of distances(), which is made once for many states

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> nearest = robot.distance([0, -1.2, 2.9, -1.9, -1.57, 0])
        >>> nearest.first, nearest.second, round(nearest.distance, 6), len(nearest.gradient)
        ('shoulder_link', 'forearm_link', 0.002054, 6)
        """
        return self.distances(
            obstacles, exclude=exclude, visuals=visuals, robot_file=robot_file, packages=packages
        ).nearest(q)
