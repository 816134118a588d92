"""Parameters from recordings: smoothing, excitation, identification, and what a motion uses of the limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from . import _condyle
from ._owner import Constant, Owner
from ._robot import RobotBase
from ._tables import as_frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from . import Trajectory
    from ._simulation import Motion

    _Array = npt.NDArray[np.float64]
    _Vector = Sequence[float] | npt.NDArray[Any]


class Parameter(NamedTuple):
    """A parameter of a body or a drive.

    kind: 'm', 'hx' ... 'Izz', 'damping', 'coulomb' or 'rotor_inertia'
    link: in whose frame it is; of a drive, the link that its joint carries
    velocity: of a drive, its degree of freedom; None for a body
    """

    kind: str
    link: str
    velocity: int | None


class IdentificationResult(NamedTuple):
    """The parameters that recorded rows tell, and how well; p parameters, n degrees of freedom.

    rows, rank: rows that were added, and base parameters that they determine; full_rank: those of the robot
    certain: of the base parameters from best to worst, those with a standard deviation below their size
    condition_number, noise: of the weighted regressor; standard deviation of a residual of weight 1
    parameters, prior, standard_deviations: (p,) each
    covariance: (p, p)
    identifiability: (p,), 1: determined by itself, 0: without effect on any torque
    base_values, base_deviations: (rank,); base_combinations: (rank, p); base_parameters: indices, the factor 1 in each
    joint_rms, joint_prior_rms, joint_weights: (n,), residuals of the parameters and of the prior, and the weights
    inconsistent_before, inconsistent_after: bodies and drives that cannot exist
    consistency_cost: how far the estimate went to become consistent, in standard deviations
    """

    rows: int
    rank: int
    full_rank: int
    certain: int
    condition_number: float
    noise: float
    parameters: _Array
    prior: _Array
    standard_deviations: _Array
    covariance: _Array
    identifiability: _Array
    base_values: _Array
    base_deviations: _Array
    base_combinations: _Array
    base_parameters: tuple[int, ...]
    joint_rms: _Array
    joint_prior_rms: _Array
    joint_weights: _Array
    inconsistent_before: int
    inconsistent_after: int
    consistency_cost: float

    def to_pandas(self) -> Any:
        return as_frame(self)


class Peak(NamedTuple):
    """An extreme value, and the row and time where it is; NaN where no row gives it, or the row has no time."""

    value: float
    row: int
    time: float

    def to_pandas(self) -> Any:
        return as_frame(self)


class LimitUse(NamedTuple):
    """What a motion uses of the limits of one degree of freedom; N m or N, rad/s or m/s, W, J.

    effort_used, velocity_used: peaks in parts of the limit, NaN where it is not known
    margin: the least distance to a position limit, negative beyond it
    effort_unknown, velocity_unknown, position_unknown: an excess may have stayed unseen, since the limit is not known
        or a row does not tell the torque, velocity or position
    name: of the joint, with the component where it has several
    """

    torque: Peak
    rms_torque: float
    effort_used: float
    speed: Peak
    velocity_used: float
    margin: Peak
    power: Peak
    energy_driven: float
    energy_braked: float
    effort_exceeded: bool
    velocity_exceeded: bool
    position_exceeded: bool
    effort_unknown: bool
    velocity_unknown: bool
    position_unknown: bool
    name: str = ""

    def to_pandas(self) -> Any:
        return as_frame(self)


class LimitReport(NamedTuple):
    """What a motion uses of the limits: uses, a LimitUse for each degree of freedom; how many exceed one; and the rows.

    unknown: of how many degrees of freedom an excess may have stayed unseen
    tolerance: the part of a limit by which it may be exceeded
    """

    uses: tuple[LimitUse, ...]
    exceeded: int
    rows: int
    unknown: int
    tolerance: float

    def __repr__(self) -> str:
        rows = "1 row" if self.rows == 1 else f"{self.rows} rows"
        unknown = f", {self.unknown} not known" if self.unknown else ""
        verdict = f"{self.exceeded} of {len(self.uses)} degrees of freedom beyond a limit"
        return f"<condyle.LimitReport: {rows}, {verdict}{unknown}{self._most_used()}>"

    def _most_used(self) -> str:
        """Returns which limit of effort or velocity is used most, as the end of a sentence."""
        parts = [(use.effort_used, "effort", use.name) for use in self.uses]
        parts += [(use.velocity_used, "velocity", use.name) for use in self.uses]
        known = [part for part in parts if part[0] == part[0]]  # NaN: not known
        if not known:
            return ""
        used, limit, name = max(known)
        return f"; most used: {100 * used:.1f} % of the {limit} of {name}"

    def to_pandas(self) -> Any:
        return as_frame(self)


def smoothing_half_width(cutoff: float) -> float:
    """Return half the width of the window of Robot.smoothing_rows(), s.

    cutoff: Hz; of a sine of this frequency half the amplitude remains

    >>> import condyle
    >>> condyle.smoothing_half_width(5.0) > condyle.smoothing_half_width(10.0)
    True
    """
    return _condyle._smoothing_half_width(cutoff)


def parameters_are_consistent(parameters: _Vector) -> tuple[bool, float]:
    """Return whether ten parameters [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz] are those of a body that can exist, and a margin.

    The margin is the smallest eigenvalue of the pseudo-inertia without units: 0 at the border.

    >>> import condyle
    >>> condyle.parameters_are_consistent([1, 0, 0, 0, 1, 0, 0, 1, 0, 3])[0]
    False
    """
    return _condyle._parameters_are_consistent(parameters)


def parameters_make_consistent(parameters: _Vector, margin: float = 0.0) -> tuple[_Array, float]:
    """Return the ten parameters (10,) of a body that can exist that are nearest to those given, and the distance.

    margin: the least eigenvalue that the pseudo-inertia may have

    >>> import condyle
    >>> condyle.parameters_make_consistent([1, 0, 0, 0, 1, 0, 0, 1, 0, 1])[1]
    0.0
    """
    return _condyle._parameters_make_consistent(parameters, margin)


class Identification(Owner):
    """A least-squares problem for the parameters of a robot, made by Robot.identification().

    >>> import condyle, numpy
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> q, qd, qdd = (robot.random_configuration(seed, 50) / 3 for seed in (1, 2, 3))
    >>> problem = robot.identification()
    >>> problem.add(q, qd, qdd, robot.inverse_dynamics(q, qd, qdd))
    >>> result = problem.solve()
    >>> result.rank == result.full_rank, bool(result.joint_rms.max() < 1e-9)
    (True, True)
    """

    _instead = "make another by Robot.identification(), and add the rows to it"

    def __init__(
        self,
        robot: IdentificationCalls,
        *,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        prior: _Vector | None = None,
        prior_weight: float = 0.0,
        weight_by_joint: bool = True,
        consistent: bool = True,
        rank_tolerance: float = 1e-10,
    ) -> None:
        self._robot = robot
        self._handle = robot._identification(
            (damping, coulomb, rotor_inertia, friction_width), prior, prior_weight, weight_by_joint, consistent,
            rank_tolerance,
        )  # fmt: skip

    def add(
        self,
        q: npt.ArrayLike | None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        """Add rows: q (..., nq), qd, qdd, tau (..., n), and the forces fext (..., force_rows, 6) that acted.

        weights: (..., n), of the residuals; 0 leaves a torque out. Rows before one that is refused are added.

        >>> import condyle
        >>> problem = condyle.load("universalUR5e").identification()
        >>> problem.add([0] * 6, [0] * 6, [1] * 6, [2] * 6)
        """
        from ._frames import fill

        v = (self._robot.nv,)
        (q, qd, qdd, tau), _ = fill(
            self._robot, [("q", q, (self._robot.nq,)), ("qd", qd, v), ("qdd", qdd, v), ("tau", tau, v)]
        )
        _condyle._identification_add(self._handle, q, qd, qdd, fext, tau, weights)

    def solve(self) -> IdentificationResult:
        """Return the IdentificationResult of the rows so far.

        >>> import condyle
        >>> condyle.load("universalUR5e").identification().solve()
        Traceback (most recent call last):
        ...
        condyle.RobotError: there are no rows to identify from; add some
        """
        result = IdentificationResult(*_condyle._identification_solve(self._handle))
        p = len(result.parameters)
        return result._replace(
            covariance=result.covariance.reshape(p, p), base_combinations=result.base_combinations.reshape(-1, p)
        )


class Excitation(Constant):
    """A motion from which parameters can be identified well, made by Robot.excitation(): call it with times in s.

    condition: the condition number of the base regressor over a period
    rank: base parameters that the motion can tell
    duration: of a period, s

    It returns q, qd and qdd, arrays of the times' shape with one dimension more; the motion repeats.
    """

    _instead = "make it by Robot.excitation() there; the same seed gives the same motion"

    def __init__(self, robot: IdentificationCalls, handle: object, duration: float) -> None:
        self._robot, self._handle, self.duration = robot, handle, duration
        self.condition, self.rank = _condyle._excitation_quality(handle)

    def __call__(self, t: npt.ArrayLike) -> tuple[_Array, _Array, _Array]:
        """Return q (..., nq), qd and qdd (..., n) at times t (...).

        >>> import condyle
        >>> motion = condyle.load("universalUR5e").excitation(acceleration=[5] * 6, evaluations=5)
        >>> motion(0.0)[1].round(9) + 0.0
        array([0., 0., 0., 0., 0., 0.])
        """
        import numpy

        from ._masks import doubles

        times = doubles("t", t)
        q, qd, qdd = (numpy.empty((*numpy.shape(t), n)) for n in (self._robot.nq, self._robot.nv, self._robot.nv))
        self._robot._excitation_evaluate(self._handle, (times, q, qd, qdd))
        return q, qd, qdd


class IdentificationCalls(RobotBase):
    """Calls of a robot about its parameters and about recorded motions."""

    def parameters(
        self, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False
    ) -> tuple[Parameter, ...]:
        """Return the parameters that regressor() has columns for, a tuple of Parameter.

        damping, coulomb, rotor_inertia: those of the drives as well

        >>> import condyle
        >>> condyle.load("universalUR5e").parameters()[1]
        Parameter(kind='hx', link='shoulder_link', velocity=None)
        """
        found = self._parameters((damping, coulomb, rotor_inertia, 0.005))
        return tuple(Parameter(kind, link, None if velocity < 0 else velocity) for kind, link, velocity in found)

    def tree_parameters(self, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False) -> _Array:
        """Return the parameters (p,) of the robot's file without payloads: kg, kg m and kg m2, ten for each body.

        damping, coulomb, rotor_inertia: those of the drives as well

        >>> import condyle, numpy
        >>> robot = condyle.load("universalUR5e")
        >>> numpy.allclose(robot.tree_parameters(), robot.inertial_parameters())
        True
        """
        return self._tree_parameters((damping, coulomb, rotor_inertia, 0.005))

    def apply_parameters(
        self, parameters: _Vector, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False
    ) -> Self:
        """Return a robot that has the parameters (p,), with this one's gravity and drives.

        Of links welded together the one that the joint carries takes the difference.

        damping, coulomb, rotor_inertia: those of the drives as well

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> heavier = robot.apply_parameters(robot.tree_parameters() * 1.1)
        >>> round(heavier.total_mass / robot.total_mass, 9)
        1.1
        """
        tree = self._apply_parameters(parameters, (damping, coulomb, rotor_inertia, 0.005))
        robot = type(self)(tree, "", (0, 0, 0), False, False, False, True, None, 0, [], [], [], [])
        robot.gravity = self.gravity
        robot.set_drives(**self.get_drives())
        return robot

    def identification(
        self,
        *,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        prior: _Vector | None = None,
        prior_weight: float = 0.0,
        weight_by_joint: bool = True,
        consistent: bool = True,
        rank_tolerance: float = 1e-10,
    ) -> Identification:
        """Return an Identification, a least-squares problem for the robot's parameters.

        damping, coulomb, rotor_inertia: identify those of the drives, too
        prior: parameters (p,), which the result keeps where torques tell nothing; None: the robot's own
        prior_weight: of a deviation by 100 % beside the residuals, N m or N; 0: the prior fills only what is open
        weight_by_joint: weight each degree of freedom by its residuals
        consistent: bodies that can exist, drives that do not push
        friction_width: velocity at which Coulomb friction is 76 % of its limit, rad/s or m/s
        rank_tolerance: of singular values beside the largest

        >>> import condyle
        >>> problem = condyle.load("universalUR5e").identification(damping=True)
        """
        return Identification(
            self, damping=damping, coulomb=coulomb, rotor_inertia=rotor_inertia, friction_width=friction_width,
            prior=prior, prior_weight=prior_weight, weight_by_joint=weight_by_joint, consistent=consistent,
            rank_tolerance=rank_tolerance,
        )  # fmt: skip

    def excitation(
        self,
        *,
        duration: float = 10.0,
        harmonics: int = 5,
        velocity: _Vector | None = None,
        acceleration: _Vector | None = None,
        effort: _Vector | None = None,
        scale: float = 0.95,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        evaluations: int = 300,
        seed: int = 0,
    ) -> Excitation:
        """Return an Excitation: Fourier series within the limits, searched for the least condition number.

        duration: of a period, s
        velocity, acceleration, effort: limits (n,), rad/s, rad/s2 and N m, or m/s, m/s2 and N; the robot's own where None
        scale: share of the limits that is used
        harmonics: the number of sines and cosines of each coordinate
        damping, coulomb, rotor_inertia, friction_width: the parameters to tell apart, as in regressor()
        evaluations: of the condition number, from random coefficients of the seed

        >>> import condyle
        >>> motion = condyle.load("universalUR5e").excitation(acceleration=[5] * 6, evaluations=5)
        >>> motion.rank
        36
        """
        limits = self._limits_or_own(velocity, acceleration, effort)
        handle = self._excitation(
            duration, harmonics, *limits, scale, damping, coulomb, rotor_inertia, friction_width, evaluations, seed
        )
        return Excitation(self, handle, duration)

    def _smooth(self, row: int, t: npt.ArrayLike, q: npt.ArrayLike, cutoff: float) -> tuple[_Array, _Array, _Array]:
        import numpy

        from ._masks import doubles

        times, rows = doubles("t", t), doubles("q", q)
        if times.ndim != 1 or rows.shape != (len(times), self.nq):
            raise ValueError(f"expected t of shape (rows,) and q of shape (rows, {self.nq})")
        count = (len(times),) if row < 0 else ()
        smooth, qd, qdd = (numpy.empty((*count, n)) for n in (self.nq, self.nv, self.nv))
        self._smoothing(row, cutoff, times, rows, smooth, qd, qdd)
        return smooth, qd, qdd

    def smoothing_rows(self, t: npt.ArrayLike, q: npt.ArrayLike, cutoff: float) -> tuple[_Array, _Array, _Array]:
        """Return smooth q (rows, nq), qd and qdd (rows, n) of recorded times t (rows,) and configurations q (rows, nq).

        cutoff: Hz; of a sine of this frequency half the amplitude remains; nothing is delayed

        >>> import condyle, numpy
        >>> t = numpy.linspace(0, 1, 101)
        >>> q, qd, qdd = condyle.load("universalUR5e").smoothing_rows(t, numpy.outer(t**2, [1] * 6), 20)
        >>> qdd[50].round(6)
        array([2., 2., 2., 2., 2., 2.])
        """
        return self._smooth(-1, t, q, cutoff)

    def smoothing_row(self, t: _Vector, q: npt.ArrayLike, row: int, cutoff: float) -> tuple[_Array, _Array, _Array]:
        """Return smooth q (nq,), qd and qdd (n,) at one row of a recording, from the rows around it.

        t: times (rows,), s; q: configurations (rows, nq), rad or m; cutoff: as that of smoothing_rows(), Hz

        >>> import condyle, numpy
        >>> t = numpy.linspace(0, 1, 101)
        >>> condyle.load("universalUR5e").smoothing_row(t, numpy.outer(t, [3] * 6), 50, 20)[1].round(6)
        array([3., 3., 3., 3., 3., 3.])
        """
        if not 0 <= row < len(t):
            raise IndexError(f"there is no row {row} among {len(t)}")
        return self._smooth(row, t, q, cutoff)

    def limit_report(
        self,
        q: npt.ArrayLike | Trajectory | Motion | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        t: npt.ArrayLike | None = None,
        tolerance: float = 1e-9,
    ) -> LimitReport:
        """Return the LimitReport of a motion: q (..., nq), qd and tau (..., n) at times t (...).

        In place of q there may be a Trajectory, which is looked at 5000 times or more and at its way points with the
        torques that it needs, those of the drives where it is that of a Mechanism, or a Motion of a simulation.
        What is None, or NaN, is not known, and has no part in the report but that its verdict is then open: unknown.
        tolerance: the part of a limit, for positions of their range, by which it may be exceeded and counts as kept

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> report = robot.limit_report(tau=[[75, 0, 0, 0, 0, 0], [-160, 0, 0, 0, 0, 0]])
        >>> report.exceeded, report.uses[0].torque.row, report.unknown
        (1, 1, 6)
        """
        from ._frames import elements
        from ._pages import columns_of_motion

        motion = columns_of_motion(self, q, True)
        if motion is not None:
            if not (qd is None and tau is None and t is None):
                raise TypeError("q: a motion has its own times, velocities and torques; give it alone")
            t, q, qd, tau = (motion.get(name) for name in ("t", "q", "qd", "tau"))
            tau = self.inverse_dynamics(q, qd, motion["qdd"]) if "qdd" in motion else tau
        uses, exceeded, rows, unknown, tolerance = self._limit_report(t, q, qd, tau, tolerance)
        names = elements(self, "qd", (self.nv,))
        return LimitReport(
            tuple(
                LimitUse._make((*(Peak(*part) if isinstance(part, tuple) else part for part in use), name))
                for use, name in zip(uses, names)
            ),
            exceeded,
            rows,
            unknown,
            tolerance,
        )
