"""Online trajectories: from any state to any state within limits of velocity, acceleration and jerk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _condyle
from ._condyle import RobotError
from ._owner import Owner

if TYPE_CHECKING:
    import numpy.typing as npt

    _Vector = Sequence[float] | npt.NDArray[Any]
    _Array = npt.NDArray[Any]


class OnlineTrajectory(Owner):
    """Plans motions of n coordinates from any state to any state, as fast as limits of jerk let them, and evaluates
    the one planned last. One thread uses it at a time.

    n: number of coordinates, plain numbers (of revolute or prismatic joints, or of a tool in space)
    duration: of the motion planned last, s
    least_durations: what each coordinate alone would need, s, a tuple

    A planner that has planned a motion is called with a time (s), or an array of times of any shape; it returns q, qd,
    qdd and the jerk, arrays of the times' shape with one dimension more. Before 0 it is at the start; from the end on
    it goes on with the goal's acceleration. RobotError where no motion is planned.

    >>> import condyle
    >>> planner = condyle.OnlineTrajectory(2)
    >>> round(planner.plan([0, 0], [1, -0.5], velocity=[2, 2], acceleration=[5, 5], jerk=[50, 50]), 6)
    1.0
    >>> q, qd, qdd, jerk = planner(planner.duration / 2)
    >>> q.round(6), qdd.round(6) + 0
    (array([ 0.5 , -0.25]), array([0., 0.]))
    """

    _instead = "make it there"

    def __init__(self, n: int) -> None:
        self._handle = _condyle._online_create(n)
        self.n = n
        self._planned = False
        self.duration = 0.0
        self.least_durations = (0.0,) * n

    def plan(
        self,
        q: _Vector,
        goal_q: _Vector,
        *,
        jerk: _Vector,
        qd: _Vector | None = None,
        qdd: _Vector | None = None,
        goal_qd: _Vector | None = None,
        goal_qdd: _Vector | None = None,
        velocity: _Vector | None = None,
        acceleration: _Vector | None = None,
        least_duration: float = 0.0,
    ) -> float:
        """Plan the motion of least duration, which all coordinates share, and return that duration, s.

        q, qd, qdd: start (n,); velocities and accelerations not given are 0. A start outside of the limits is first
        led back as fast as the jerk lets it
        goal_q, goal_qd, goal_qdd: goal (n,), within the limits
        velocity, acceleration: limits (n,); None: none
        jerk: limits (n,)
        least_duration: the motion takes as long at least, s

        A planner at work is planned again from where it is:

        >>> import condyle
        >>> planner = condyle.OnlineTrajectory(1)
        >>> limits = {"velocity": [1], "acceleration": [2], "jerk": [10]}
        >>> whole = planner.plan([0], [1], **limits)
        >>> q, qd, qdd, _ = planner(0.5)
        >>> round(planner.plan(q, [1], qd=qd, qdd=qdd, **limits) + 0.5 - whole, 9) + 0
        0.0
        """
        for name, values in (("q", q), ("goal_q", goal_q), ("jerk", jerk)):
            if values is None:
                raise RobotError(f"{name} is None; expected {self.n} numbers")
        zeros = [0.0] * self.n
        optional = [zeros if values is None else values for values in (qd, qdd, goal_qd, goal_qdd)]
        states = (q, *optional[:2], goal_q, *optional[2:])
        self.duration, least = _condyle._online_plan(
            self._handle, self.n, (*states, velocity, acceleration, jerk), least_duration
        )
        self.least_durations = tuple(least)
        self._planned = True
        return self.duration

    def __call__(self, t: float | _Vector) -> tuple[_Array, _Array, _Array, _Array]:
        import numpy

        from ._masks import doubles

        if not self._planned:
            raise RobotError("no motion is planned; call plan() before")
        times = doubles("t", t)
        q, qd, qdd, jerk = (numpy.empty((*numpy.shape(t), self.n)) for _ in range(4))
        _condyle._online_evaluate(self._handle, self.n, (times, q, qd, qdd, jerk))
        return q, qd, qdd, jerk

    def __repr__(self) -> str:
        return f"<condyle.OnlineTrajectory of {self.n} coordinates: {self.duration:.4g} s>"
