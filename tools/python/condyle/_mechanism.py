"""Mechanisms: robots with closed loops, moved by some of their joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._placement import Placement
from ._robot import RobotBase
from ._tasks import Constraint, _list

if TYPE_CHECKING:
    import numpy.typing as npt

    from . import Trajectory

    _Profile = Literal["trapezoid", "cubic", "quintic", "minimum_jerk", "b_spline", "time_optimal"]
    _Array = npt.NDArray[Any]
    _Numbers = npt.ArrayLike | None


class Assembly(NamedTuple):
    """A configuration q (..., nq) that closes the loops of a mechanism, and the largest gaps left, rad and m.

    restarts: how often the search began anew; above 0 the branch need not be that of the configuration given
    """

    q: _Array
    angular_gap: Any
    linear_gap: Any
    restarts: Any


class MechanismMotion(NamedTuple):
    """Velocities qd and accelerations qdd (..., n) of all joints of a mechanism."""

    qd: _Array
    qdd: _Array


class MechanismTorques(NamedTuple):
    """Torques tau (..., n) of a mechanism's drives, 0 at the other joints, and the constraint forces (..., rows)."""

    tau: _Array
    forces: _Array


class MechanismAcceleration(NamedTuple):
    """Accelerations du (..., k) of the independent coordinates, and the constraint forces (..., rows)."""

    du: _Array
    forces: _Array


class MechanismDerivatives(NamedTuple):
    """Derivatives (..., n, k) of the drives' torques: entry [i, j] is that of torque i by coordinate j.

    by_q: by steps of the independent coordinates, along which the loops stay closed; by_u and by_du: by u and by du
    """

    by_q: _Array
    by_u: _Array
    by_du: _Array


class MechanismTerms(NamedTuple):
    """The terms of M du + product + gravity = G^T tau.

    G: (..., n, k), the velocities of all joints are G u
    M: (..., k, k); product and gravity: (..., k)
    """

    G: _Array
    M: _Array
    product: _Array
    gravity: _Array


class MechanismState(NamedTuple):
    """A configuration q (..., nq) and velocities qd (..., n) that keep the constraints."""

    q: _Array
    qd: _Array


class Mechanism:
    """A robot with closed loops, of Robot.mechanism(); k is the number of its degrees of freedom.

    q: the configuration (nq,) at which the independent coordinates were chosen, with the loops closed
    coordinates: which degrees of freedom (of qd) are independent, a tuple of k numbers
    joints: the names of the joints that these belong to
    actuated: the names of the joints with drives

    In shapes ... stands for any dimensions that count states, as for the calls of Robot.
    """

    def __init__(
        self,
        robot: RobotBase,
        constraints: Constraint | Sequence[Constraint],
        actuated: str | Sequence[str] | None,
        q: _Numbers,
    ) -> None:
        self._robot = robot
        self._constraints = _list("Constraint", Constraint, constraints)
        joints = robot.joints
        names = [joint.name for joint in joints if not joint.mimics]
        chosen = names if actuated is None else [actuated] if isinstance(actuated, str) else list(actuated)
        for name in chosen:
            if name not in names:
                raise ValueError(f"actuated: the robot has no moving joint {name!r} of its own")
        self.actuated = tuple(chosen)
        self._degrees = {joint.name: range(joint.qd.start, joint.qd.stop) for joint in joints if not joint.mimics}
        self._actuated = tuple(degree for name in chosen for degree in self._degrees[name])
        closed: _Array
        closed, *_ = self._call("assemble", (q,), at=None)
        self.q = closed
        self.coordinates = robot._mechanism_coordinates(self._constraints, self._actuated, self.q)
        owners = {degree: name for name, degrees in self._degrees.items() for degree in degrees}
        self.joints = tuple(owners[degree] for degree in self.coordinates)

    def _call(
        self,
        name: str,
        arrays: tuple[_Numbers, ...],
        *,
        held: Sequence[int] = (),
        at: int | None = 0,
        dt: float = 0.0,
        out: Any = None,
    ) -> Any:
        """at: 0: the coordinates are those of self.q; None: none are needed."""
        return self._robot._mechanism(
            name, self._constraints, self._actuated, held, self.q if at == 0 else None, dt, out, arrays
        )

    def __repr__(self) -> str:
        return f"<condyle.Mechanism of {self._robot.name!r}: {len(self.coordinates)} degrees of freedom, {', '.join(self.joints)}>"

    def assemble(
        self, q: _Numbers = None, held: str | Sequence[str] | None = None, *, out: _Array | None = None
    ) -> Assembly:
        """Return the Assembly near q (..., nq): the loops closed to 1e-12 rad and m on the branch that q is on.

        Limits of joints are not looked at.

        q: (..., nq); by default self.q
        held: names of joints that stay as they are; by default the independent coordinates do
        out: an Assembly of arrays for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> closed = arm.assemble(arm.q + [0, 0, 0.01, 0, 0, 0])  # the elbow stays there, others follow
        >>> bool(closed.linear_gap < 1e-12), bool(closed.q[2] == arm.q[2] + 0.01)
        (True, True)
        """
        given = () if held is None else [held] if isinstance(held, str) else held
        unknown = [name for name in given if name not in self._degrees]
        if unknown:
            raise ValueError(f"held: the robot has no moving joint {unknown[0]!r} of its own")
        numbers = self.coordinates if held is None else tuple(i for name in given for i in self._degrees[name])
        return Assembly(*self._call("assemble", (q,), held=numbers, at=None, out=out))

    def motion(
        self, q: _Numbers, u: _Numbers = None, du: _Numbers = None, *, out: tuple[_Array, _Array] | None = None
    ) -> MechanismMotion:
        """Return the MechanismMotion of the independent velocities u and accelerations du (..., k) at q (..., nq).

        q: closes the loops, as that of assemble()
        u, du: rad/s and rad/s2, or m; by default 0
        out: a MechanismMotion of arrays for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> qd = arm.motion(arm.q, [0, 0, 1]).qd
        >>> robot.frame_velocity("tool0", arm.q, qd)[3:].round(9) + 0  # the tool's point stays
        array([0., 0., 0.])
        """
        return MechanismMotion(*self._call("motion", (q, u, du), out=out))

    def inverse_dynamics(
        self,
        q: _Numbers,
        u: _Numbers = None,
        du: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array] | None = None,
    ) -> MechanismTorques:
        """Return the MechanismTorques for a motion u, du (..., k) at q (..., nq) under the forces fext.

        q: closes the loops, as that of assemble()
        u, du: of the independent coordinates; by default 0
        fext: external forces, as for robot.inverse_dynamics()
        out: a MechanismTorques of arrays for the result

        More drives than degrees of freedom share it by the least sum of squares.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> arm.inverse_dynamics(arm.q).tau.round(2) + 0  # N m
        array([-21.15,   0.  ,  17.47,   0.  ,   0.  ,   0.  ])
        """
        return MechanismTorques(*self._call("inverse_dynamics", (q, u, du, fext), out=out))

    def derivatives(
        self,
        q: _Numbers,
        u: _Numbers = None,
        du: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array, _Array] | None = None,
    ) -> MechanismDerivatives:
        """Return the MechanismDerivatives of inverse_dynamics() at q (..., nq), u, du (..., k), exact to rounding.

        q: closes the loops, as that of assemble()
        u, du: of the independent coordinates; by default 0
        fext: external forces, as for robot.inverse_dynamics()
        out: MechanismDerivatives of arrays for the result

        Every independent coordinate has to have a drive.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> by = arm.derivatives(arm.q)
        >>> by.by_q.shape
        (6, 3)
        >>> slopes = by.by_q[list(arm.coordinates)]  # at rest, of the potential energy
        >>> bool(abs(slopes - slopes.T).max() < 1e-6)
        True
        """
        return MechanismDerivatives(*self._call("derivatives", (q, u, du, fext), out=out))

    def forward_dynamics(
        self,
        q: _Numbers,
        u: _Numbers = None,
        tau: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array] | None = None,
    ) -> MechanismAcceleration:
        """Return the MechanismAcceleration that the torques tau (..., n) cause at q (..., nq), u (..., k).

        q: closes the loops, as that of assemble()
        u: of the independent coordinates; tau: N m or N; by default 0
        fext: external forces, as for robot.inverse_dynamics()
        out: a MechanismAcceleration of arrays for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> holding = arm.inverse_dynamics(arm.q).tau
        >>> arm.forward_dynamics(arm.q, tau=holding).du.round(9) + 0
        array([0., 0., 0.])
        """
        return MechanismAcceleration(*self._call("forward_dynamics", (q, u, tau, fext), out=out))

    def terms(
        self, q: _Numbers, u: _Numbers = None, *, out: tuple[_Array, _Array, _Array, _Array] | None = None
    ) -> MechanismTerms:
        """Return the MechanismTerms at q (..., nq), u (..., k): the equation of motion in independent coordinates.

        q: closes the loops, as that of assemble()
        u: of the independent coordinates; by default 0
        out: MechanismTerms of arrays for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> terms = arm.terms(arm.q)
        >>> terms.M.shape, terms.G.shape
        ((3, 3), (6, 3))
        """
        return MechanismTerms(*self._call("terms", (q, u), out=out))

    def step(
        self,
        q: _Numbers,
        qd: _Numbers,
        dt: float,
        tau: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array] | None = None,
    ) -> MechanismState:
        """Return the MechanismState that follows q (..., nq), qd (..., n) dt s later, with the loops closed.

        q, qd: keep the constraints
        dt: s
        tau: torques (..., n), N m or N, constant during the step; by default 0
        fext: external forces, as for robot.inverse_dynamics()
        out: a MechanismState of arrays for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> holding = arm.inverse_dynamics(arm.q).tau
        >>> arm.step(arm.q, [0] * 6, 0.01, holding).qd.round(9) + 0
        array([0., 0., 0., 0., 0., 0.])
        """
        return MechanismState(*self._call("step", (q, qd, tau, fext), at=None, dt=dt, out=out))

    def trajectory(
        self,
        waypoints: Sequence[Sequence[float]] | _Array,
        profile: _Profile = "time_optimal",
        *,
        velocity: _Numbers = None,
        acceleration: _Numbers = None,
        effort: _Numbers = None,
        scale: float = 1.0,
    ) -> Trajectory:
        """Return a Trajectory through waypoints (m, nq), of which the positions of the independent joints count.

        All other joints follow, with the loops closed to 1e-8 rad and m, from where assemble() has them at the first.

        profile, velocity, acceleration, effort, scale: as those of Robot.trajectory(); a time-optimal motion keeps the
            limits of the drives' efforts, which inverse_dynamics() gives

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        >>> arm = robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        >>> move = arm.trajectory([arm.q, arm.q + [0, 0, 0.1, 0, 0, 0]], velocity=[1] * 6, acceleration=[5] * 6)
        >>> bool(move.duration > 0.1)
        True
        """
        from . import Trajectory

        points = self._robot._waypoints(waypoints)
        if points:
            points[0] = [float(number) for number in self.assemble(points[0]).q]
        limits = self._robot._limits_or_own(velocity, acceleration, effort)
        flat = [number for row in points for number in row]
        handle = self._robot._trajectory_loops(
            self._constraints, self._actuated, self.q, flat, len(points), (profile, *limits, scale)
        )
        return Trajectory(self._robot, handle, len(points), self)


class MechanismCalls(RobotBase):
    """Calls of a robot about its loops."""

    @property
    def loops(self) -> tuple[Constraint, ...]:
        """The loops that the robot's file states, a tuple of Constraint.

        They are <connect> and <weld> between bodies or sites of MJCF, <loop_joint> of URDF, and joints of SDF and USD
        that close a chain. The robot's other calls leave them open.

        >>> import condyle
        >>> condyle.load("universalUR5e").loops
        ()
        """
        return tuple(
            Constraint(body, other, rows, Placement(*here), Placement(*there))
            for body, other, rows, here, there in self._loops()
        )

    def mechanism(
        self,
        constraints: Constraint | Sequence[Constraint] | None = None,
        actuated: str | Sequence[str] | None = None,
        q: _Numbers = None,
    ) -> Mechanism:
        """Return the Mechanism of the robot and the constraints that close its loops, one Constraint or several.

        constraints: by default those of the robot's file, loops
        actuated: names of the joints with drives; by default all
        q: a configuration (nq,) near one that closes the loops; by default home

        The independent coordinates are chosen there, joints with drives first.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        >>> arm = robot.mechanism(held, ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"], [0, -1.5, 1.5, 0, 0, 0])
        >>> len(arm.coordinates), arm.joints
        (3, ('shoulder_pan_joint', 'elbow_joint', 'wrist_3_joint'))
        """
        return Mechanism(self, self.loops if constraints is None else constraints, actuated, q)
