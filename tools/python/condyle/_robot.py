"""What the calls of a Robot build on: its joints and bodies, and what is set of its drives and payloads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _condyle
from ._tables import as_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

_INFINITY = float("inf")


class Joint(NamedTuple):
    """A moving joint: where its coordinates stand, and its limits."""

    name: str
    type: str
    body: str
    unit: str
    q: slice
    qd: slice
    lower: float
    upper: float
    effort: float | None
    velocity: float | None
    mimics: bool
    multiplier: float
    offset: float

    def to_pandas(self) -> Any:
        return as_frame(self)


class Body(NamedTuple):
    """A body of the tree: mass in kg, inertia [Ixx Iyy Izz Iyz Ixz Ixy] in kg m2 about its origin."""

    name: str
    parent: str | None
    joint: str | None
    joint_type: str | None
    mimics: str | None
    mass: float
    center_of_mass: tuple[float, float, float]
    inertia: tuple[float, float, float, float, float, float]
    axis: tuple[float, float, float]

    def to_pandas(self) -> Any:
        return as_frame(self)


class Payload(NamedTuple):
    """What a frame carries: kg, m, and [Ixx Iyy Izz Iyz Ixz Ixy] about the center of mass in the frame's axes, kg m2."""

    mass: float
    center_of_mass: tuple[float, float, float]
    inertia: tuple[float, float, float, float, float, float]

    def to_pandas(self) -> Any:
        return as_frame(self)


class RobotBase(_condyle.Robot):
    """A robot of the extension, with its joints and bodies, and what is set of it."""

    # The robot's file, None where it has none, and the folders of packages: there its meshes are looked for.
    _origin: tuple[str | None, Sequence[str]] = (None, ())
    # How the robot was loaded, as options of the command.
    _origin_options: tuple[str, ...] = ()

    @property
    def joints(self) -> tuple[Joint, ...]:
        """The moving joints, a tuple of Joint in the order of bodies.

        >>> import condyle
        >>> joint = condyle.load("universalUR5e").joints[1]
        >>> joint.name, joint.q, joint.effort
        ('shoulder_lift_joint', slice(1, 2, None), 150.0)
        """
        return tuple(
            Joint(
                name, kind, body, unit, slice(q, q + nq), slice(v, v + nv), lower, upper,
                None if effort == _INFINITY else effort, None if velocity == _INFINITY else velocity, mimics, multiplier, offset,
            )
            for name, kind, body, unit, q, nq, v, nv, lower, upper, effort, velocity, mimics, multiplier, offset
            in self._joints()
        )  # fmt: skip

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies of the tree, a tuple of Body, the base first.

        >>> import condyle
        >>> [body.mass for body in condyle.load("universalUR5e").bodies if body.mass > 8]
        [8.393]
        """
        return tuple(Body(*fields) for fields in self._bodies())

    def configuration(
        self, start: npt.ArrayLike | None = None, /, **positions: npt.ArrayLike
    ) -> npt.NDArray[np.float64]:
        """Return a configuration (nq,) with the positions of joints by name; the others stand as in start, or home.

        >>> import condyle
        >>> condyle.load("universalUR5e").configuration(elbow_joint=1.5)
        array([0. , 0. , 1.5, 0. , 0. , 0. ])
        """
        q = self.home_configuration()
        if start is not None:
            q[:] = start
        places = {joint.name: joint.q for joint in self.joints if not joint.mimics}
        for name, value in positions.items():
            if name not in places:
                raise KeyError(f"the robot has no joint {name!r} of its own; it has {', '.join(places)}")
            q[places[name]] = value
        return q

    def random_configuration(self, seed: int | None = None, count: int | None = None) -> npt.NDArray[np.float64]:
        """Return a configuration (nq,) within the limits, or count of them (count, nq); the same for the same seed.

        >>> import condyle
        >>> condyle.load("universalUR5e").random_configuration(1, 1000).shape
        (1000, 6)
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        q = self._random_configurations(seed, 1 if count is None else count)
        return q if count is None else q.reshape(count, self.nq)

    def set_drives(
        self,
        *,
        damping: bool = False,
        friction: bool = False,
        friction_width: float = 0.005,
        rotors: bool = False,
        springs: bool = False,
        load: bool = False,
        offsets: bool = False,
    ) -> None:
        """Set which drives act in the dynamics.

        damping: viscous; friction: Coulomb's and Stribeck's; rotors: the inertias of the motors' rotors; springs: of the
        joints; load: friction that grows with the load of the gear; offsets: constant torques
        friction_width: velocity at which friction is 76 % of its limit, rad/s or m/s

        >>> import condyle
        >>> condyle.load("universalUR5e").set_drives(damping=True, friction=True)
        """
        self._set_drives(damping, friction, friction_width, rotors, springs, load, offsets)

    def set_temperatures(self, rise: npt.ArrayLike | None = None) -> None:
        """Set by how many kelvins each joint is above the temperature at which its friction was measured.

        rise: (nv,); None: 0

        >>> import condyle
        >>> condyle.load("universalUR5e").set_temperatures([10, 10, 5, 0, 0, 0])
        """
        self._set_temperatures(rise)

    def get_drives(self) -> dict[str, Any]:
        """Return which drives act, a dictionary that set_drives() takes as keywords.

        >>> import condyle
        >>> condyle.load("universalUR5e").get_drives()["damping"]
        False
        """
        names = ("damping", "friction", "friction_width", "rotors", "springs", "load", "offsets")
        return dict(zip(names, self._get_drives(), strict=True))

    def get_payload(self, frame: str | int) -> Payload | None:
        """Return the Payload of a frame, None where it carries none.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> robot.set_payload("tool0", 3.0)
        >>> robot.get_payload("tool0").mass
        3.0
        """
        payload = self._get_payload(frame)
        return payload and Payload(*payload)

    def frame_is_fixed(self, frame: str | int) -> bool:
        """Tell whether a frame is the base or welded to it, so that nothing moves it.

        >>> import condyle
        >>> condyle.load("universalUR5e").frame_is_fixed("base")
        True
        """
        return self._frame_is_fixed(frame)

    def limit_violations(self, q: Sequence[float] | npt.NDArray[Any], tolerance: float = 0.0) -> list[int]:
        """Return the indices of the coordinates of q (nq,) that lie outside their limits by more than the tolerance.

        >>> import condyle
        >>> condyle.load("universalUR5e").limit_violations([9, 0, 0, -7, 0, 0])
        [0, 3]
        """
        return self._limit_violations(q, tolerance)

    def set_payload(
        self,
        frame: str | int,
        mass: float,
        center_of_mass: Sequence[float] = (0, 0, 0),
        inertia: Sequence[float] = (0, 0, 0, 0, 0, 0),
    ) -> None:
        """Set the rigid body that a frame carries, as if it were welded to it; a mass of 0 takes it away.

        mass: kg
        center_of_mass: in the frame, m
        inertia: [Ixx Iyy Izz Iyz Ixz Ixy] about the center of mass in the frame's axes, kg m2

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> robot.set_payload("tool0", 3.0, (0, 0, 0.05))
        >>> round(robot.total_mass, 2)
        19.99
        """
        self._set_payload(frame, mass, center_of_mass, inertia)

    def _waypoints(self, waypoints: Any) -> list[list[float]]:
        """Returns way points as lists of numbers; the columns of a table by the names of joints."""
        from ._frames import fill

        (rows,), _ = fill(self, [("q", waypoints, (self.nq,))])
        try:
            points = [[float(number) for number in row] for row in rows]
        except TypeError:
            raise TypeError(f"waypoints: expected rows of {self.nq} numbers") from None
        for row in points:
            if len(row) != self.nq:
                raise ValueError(f"waypoints: expected rows of {self.nq} numbers, not {len(row)}")
        import array

        self._watch_degrees(array.array("d", [number for row in points for number in row]), "waypoints")
        return points

    def _limits_or_own(self, *given: npt.ArrayLike | None) -> list[npt.ArrayLike]:
        """Returns limits of velocity, acceleration and effort; the robot's own in place of None."""
        return [own if limit is None else limit for own, limit in zip(self.motion_limits(), given, strict=True)]
