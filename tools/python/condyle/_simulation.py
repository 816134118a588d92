"""Simulations of robots, and ready-made control laws."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _condyle
from ._owner import Owner
from ._robot import RobotBase
from ._tables import as_frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Array = npt.NDArray[np.float64]
    _Vector = Sequence[float] | npt.NDArray[Any] | None
    _Matrix = Sequence[Sequence[float]] | npt.NDArray[Any] | None
    _Integrator = Literal["semi-implicit-euler", "rk4", "variational", "implicit", "cvode", "cvode-stiff"]
    _Law = Callable[[float, _Array, _Array], npt.ArrayLike]
    _Slopes = Callable[[float, _Array, _Array], tuple[npt.ArrayLike, npt.ArrayLike]]
    _MotionType = Literal["computed-torque", "pd", "independent-joint"]


class Motion(NamedTuple):
    """States of a motion: times t (rows,) in s, configurations q (rows, nq), velocities qd (rows, n)."""

    t: _Array
    q: _Array
    qd: _Array

    def to_pandas(self) -> Any:
        return as_frame(self)


def has_integrator(name: _Integrator) -> bool:
    """Tell whether this build has the integrator of Robot.simulation() with this name.

    >>> import condyle
    >>> condyle.has_integrator("rk4")
    True
    """
    return _condyle._has_integrator(name)


def error_dynamics_from_step(settling_time: float, overshoot: float) -> tuple[float, float]:
    """Return (omega, zeta), rad/s and the damping ratio, of a response to a step that settles to 2 %.

    settling_time: s
    overshoot: as a fraction, 0 to 1; 0: zeta is 1

    >>> import condyle
    >>> condyle.error_dynamics_from_step(0.5, 0)
    (8.0, 1.0)
    """
    return _condyle._error_dynamics_from_step(settling_time, overshoot)


def _flat(matrix: _Matrix) -> list[float] | None:
    return None if matrix is None else [float(number) for row in matrix for number in row]


class MotionModel(Owner):
    """A ready-made control law in the space of the joints, made by Robot.motion_model(): call it with q and qd.

    It belongs to the robot as it was when the law was made: payloads that come later are unknown to it. The reference
    is home at rest, omega 10 rad/s, zeta 1, Kp 100 and Kd 10 for each degree of freedom.

    >>> import condyle
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> law = robot.motion_model("pd")
    >>> law.set_reference([0, -1.5, 1.5, 0, 0, 0])
    >>> bool(abs(law([0, -1.5, 1.5, 0, 0, 0]) - robot.gravity_torque([0, -1.5, 1.5, 0, 0, 0])).max() < 1e-12)
    True
    """

    _instead = "make another by Robot.motion_model()"

    def __init__(self, robot: SimulationCalls, type: _MotionType = "computed-torque") -> None:
        self.type: str = type
        self._nv = robot.nv
        self._handle = robot._motion_model(type)

    def __repr__(self) -> str:
        return f"<condyle.MotionModel {self.type!r}: {self._nv} degrees of freedom>"

    def __call__(self, q: _Vector = None, qd: _Vector = None) -> _Array:
        """Return the torques (n,) of the law at q (nq,), qd (n,); of independent joints those of computed torques.

        >>> import condyle
        >>> law = condyle.load("universalUR5e").motion_model()
        >>> law()[1:3].round(3)
        array([-52.409, -14.48 ])
        """
        torque: _Array = _condyle._motion_get(self._handle, "control", q, qd, None)
        return torque

    def set_error_dynamics(self, omega: _Vector = None, zeta: _Vector = None) -> None:
        """Set natural frequencies omega (n,), rad/s, and damping ratios zeta (n,) of the errors; None: they stay.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model().set_error_dynamics([20] * 6)
        """
        _condyle._motion_set(self._handle, "error_dynamics", omega, zeta, None)

    def set_gains(self, Kp: _Matrix = None, Kd: _Matrix = None) -> None:
        """Set the gains Kp and Kd (n, n) of the law 'pd', N m or N for each rad or m, rad/s or m/s; None: they stay.

        >>> import condyle, numpy
        >>> condyle.load("universalUR5e").motion_model("pd").set_gains(400 * numpy.eye(6))
        """
        _condyle._motion_set(self._handle, "gains", _flat(Kp), _flat(Kd), None)

    def gains(self) -> tuple[_Array, _Array]:
        """Return the gains Kp and Kd (n, n).

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd").gains()[0][0]
        array([100.,   0.,   0.,   0.,   0.,   0.])
        """
        return tuple(
            gain.reshape(self._nv, -1) for gain in _condyle._motion_get(self._handle, "gains", None, None, None)
        )

    def set_inertia_gains(self, q: _Vector = None) -> None:
        """Set gains that scale with the inertia of each degree of freedom at q (nq,); None: at the reference.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd").set_inertia_gains()
        """
        _condyle._motion_set(self._handle, "inertia_gains", q, None, None)

    def set_reference(self, q: _Vector = None, qd: _Vector = None, qdd: _Vector = None) -> None:
        """Set where the joints are to be: q (nq,), None: home; qd and qdd (n,), None: zero.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model().set_reference([0, -1, 1, 0, 0, 0])
        """
        _condyle._motion_set(self._handle, "reference", q, qd, qdd)

    def slopes(self, q: _Vector = None, qd: _Vector = None) -> tuple[_Array, _Array]:
        """Return stiffness and damping (n,) of the law at q (nq,), qd (n,), for implicit steps; zero but for 'pd'.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd").slopes()[1]
        array([10., 10., 10., 10., 10., 10.])
        """
        slopes: tuple[_Array, _Array] = _condyle._motion_get(self._handle, "slopes", q, qd, None)
        return slopes

    def derivative(self, q: _Vector = None, qd: _Vector = None, fext: _Matrix = None) -> _Array:
        """Return the accelerations (n,) of the robot under the law and the forces fext (force_rows, 6).

        q: (nq,), home where None; qd: (n,), zero where None

        >>> import condyle
        >>> law = condyle.load("universalUR5e").motion_model("independent-joint")
        >>> law.set_reference([0.1, 0, 0, 0, 0, 0])
        >>> law.derivative().round(6) + 0.0
        array([10.,  0.,  0.,  0.,  0.,  0.])
        """
        qdd: _Array = _condyle._motion_get(self._handle, "derivative", q, qd, _flat(fext))
        return qdd


class Simulation(Owner):
    """A robot in motion, made by Robot.simulation(): its state t, q, qd, carried on by steps of a fixed length.

    It is that of the robot as it was when the simulation was made; set_payload() changes what it carries between steps.
    One thread uses a simulation at a time. Without laws in Python, steps run without the interpreter's lock.

    >>> import condyle
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> simulation = robot.simulation(integrator="rk4", step=0.002)
    >>> simulation.step(50)
    >>> round(simulation.t, 3)
    0.1
    """

    _instead = "make another by Robot.simulation(), and set_state(t, q, qd)"

    def __init__(
        self,
        robot: SimulationCalls,
        integrator: _Integrator = "implicit",
        step: float = 0.001,
        *,
        control: _Law | MotionModel | None = None,
        sampled_control: bool = False,
        control_slopes: _Slopes | None = None,
        environment: _Law | None = None,
        relative_tolerance: float = 0.0,
        absolute_tolerance: float = 0.0,
        saturate: bool = False,
        stops: bool = False,
    ) -> None:
        for name, law in (("control", control), ("control_slopes", control_slopes), ("environment", environment)):
            if law is not None and not callable(law):
                raise TypeError(f"{name}: expected a function of t, q and qd, not {law!r}")
        self.integrator: str = integrator
        self.step_length = step
        self._robot = robot
        self._motion = control if isinstance(control, MotionModel) else None
        self._laws = (self._motion._handle if self._motion else control, control_slopes, environment)
        self._handle = robot._simulation(
            integrator, step, sampled_control, relative_tolerance, absolute_tolerance, saturate, stops, self._laws
        )

    def __repr__(self) -> str:
        return (
            f"<condyle.Simulation of {self._robot.name!r} at {self.t:.6g} s: {self.integrator}, {self.step_length:g} s>"
        )

    @property
    def t(self) -> float:
        """The time, s."""
        return _condyle._simulation_state(self._handle)[0]

    @property
    def q(self) -> _Array:
        """The configuration (nq,), a copy."""
        return _condyle._simulation_state(self._handle)[1]

    @property
    def qd(self) -> _Array:
        """The velocity (n,), a copy."""
        return _condyle._simulation_state(self._handle)[2]

    def set_state(self, t: float = 0.0, q: _Vector = None, qd: _Vector = None) -> None:
        """Set time t (s), configuration q (nq,), None: home, and velocity qd (n,), None: zero.

        >>> import condyle
        >>> simulation = condyle.load("universalUR5e").simulation()
        >>> simulation.set_state(1.0, [0, -1, 1, 0, 0, 0])
        >>> simulation.t
        1.0
        """
        _condyle._simulation_set_state(self._handle, self._laws, t, q, qd)

    def step(self, count: int = 1) -> None:
        """Take count steps. Where one fails, the state is that before it.

        >>> import condyle
        >>> simulation = condyle.load("universalUR5e").simulation()
        >>> simulation.step()
        >>> simulation.t
        0.001
        """
        _condyle._simulation_step(self._handle, self._laws, count)

    def run(self, duration: float, every: int = 1) -> Motion:
        """Take the steps of a duration (s) and return the Motion, with the first state and some of the others.

        every: 1: the state after each step; 10: after each tenth

        >>> import condyle
        >>> motion = condyle.load("universalUR5e").simulation().run(0.1, every=10)
        >>> motion.q.shape
        (11, 6)
        """
        import numpy

        if not 0 <= duration < float("inf") or every < 1:
            raise ValueError("expected a duration of 0 s or more, and a number of steps of 1 or more")
        rows = round(duration / self.step_length) // every
        t, q, qd = (numpy.empty(shape) for shape in (rows + 1, (rows + 1, self._robot.nq), (rows + 1, self._robot.nv)))
        _condyle._simulation_run(self._handle, self._laws, rows, every, t, q, qd)
        return Motion(t, q, qd)

    def torque(self) -> _Array:
        """Return the torques (n,) of the control law at the present state, cut to the effort limits where they saturate.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> robot.simulation(control=lambda t, q, qd: [1, 0, 0, 0, 0, 0]).torque()
        array([1., 0., 0., 0., 0., 0.])
        """
        return _condyle._simulation_torque(self._handle, self._laws)

    def energy(self) -> tuple[float, float]:
        """Return the kinetic and the potential energy at the present state, J.

        >>> import condyle
        >>> condyle.load("universalUR5e", gravity=(0, 0, 0)).simulation().energy()
        (0.0, 0.0)
        """
        return _condyle._simulation_energy(self._handle)

    def set_payload(
        self,
        frame: str | int,
        mass: float,
        center_of_mass: Sequence[float] = (0, 0, 0),
        inertia: Sequence[float] = (0, 0, 0, 0, 0, 0),
    ) -> None:
        """Set what a frame carries from now on; the motion goes on with the present velocities.

        frame, mass, center_of_mass, inertia: as those of Robot.set_payload()

        >>> import condyle
        >>> condyle.load("universalUR5e").simulation().set_payload("tool0", 2.0)
        """
        self._robot._simulation_set_payload(self._handle, frame, mass, center_of_mass, inertia)


class SimulationCalls(RobotBase):
    """Calls of a robot that make simulations and control laws."""

    def simulation(
        self,
        integrator: _Integrator = "implicit",
        step: float = 0.001,
        *,
        control: _Law | MotionModel | None = None,
        sampled_control: bool = False,
        control_slopes: _Slopes | None = None,
        environment: _Law | None = None,
        relative_tolerance: float = 0.0,
        absolute_tolerance: float = 0.0,
        saturate: bool = False,
        stops: bool = False,
    ) -> Simulation:
        """Return a Simulation of the robot as it is now, home at rest at time 0.

        integrator: 'semi-implicit-euler', 'rk4', 'variational', 'implicit', or 'cvode' and 'cvode-stiff' in builds that
            have them
        step: s
        control: a function of t, q, qd that returns the torques (n,), or a MotionModel
        sampled_control: the torques of a step's beginning hold through the step
        control_slopes: a function of t, q, qd that returns (stiffness, damping), (n,) each: for implicit steps
        environment: a function of t, q, qd that returns a matrix fext (force_rows, 6)
        saturate: torques beyond the effort limits are cut to them
        stops: joints stop at their position limits, as at a wall; 'implicit' only
        relative_tolerance, absolute_tolerance: of each coordinate (rad or m) and velocity; 0: those of the integrator

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> law = robot.motion_model("computed-torque")
        >>> law.set_reference([0, -1, 1, 0, 0, 0])
        >>> motion = robot.simulation(control=law).run(2.0)
        >>> motion.q[-1].round(3) + 0.0
        array([ 0., -1.,  1.,  0.,  0.,  0.])
        """
        return Simulation(
            self, integrator, step, control=control, sampled_control=sampled_control, control_slopes=control_slopes,
            environment=environment, relative_tolerance=relative_tolerance, absolute_tolerance=absolute_tolerance,
            saturate=saturate, stops=stops,
        )  # fmt: skip

    def rollout(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        *,
        steps: int | None = None,
        step: float = 0.001,
        integrator: _Integrator = "rk4",
        saturate: bool = False,
        stops: bool = False,
        relative_tolerance: float = 0.0,
        absolute_tolerance: float = 0.0,
        threads: int = 1,
        errors: Literal["raise", "keep"] = "raise",
    ) -> Motion:
        """Return the Motion of many simulations side by side: the states after each step, from states and torques of their own.

        The motions are those of the robot as it is now, from time 0 on. 'semi-implicit-euler' and 'rk4' carry several on
        in each instruction. Other threads of Python run meanwhile.

        q: configurations (..., nq) at the beginning, None: home
        qd: velocities (..., n), None: zero
        tau: torques (..., steps, n), each of which holds through a step, None: none; leading shapes are broadcast
        steps: where there are no torques
        step: s
        integrator, saturate, stops, relative_tolerance, absolute_tolerance: as those of simulation()
        threads: 0: all cores
        errors: of simulations that fail, as by numbers that are too large: 'raise', a RobotError of the first; or 'keep',
            the others go on, those that fail are NaN from there on, and a RobotWarning tells how many and why the first

        >>> import condyle, numpy
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> starts = numpy.zeros((1000, 6))
        >>> starts[:, 1] = numpy.linspace(-1.5, -1, 1000)
        >>> motion = robot.rollout(starts, steps=100)
        >>> motion.q.shape, motion.qd.shape, round(float(motion.t[-1]), 3)
        ((1000, 100, 6), (1000, 100, 6), 0.1)
        """
        import numpy

        if errors not in ("raise", "keep"):
            raise ValueError(f"errors: expected 'raise' or 'keep', not {errors!r}")
        core: dict[str, tuple[Any, ...]] = {"q": (self.nq,), "qd": (self.nv,), "tau": (steps, self.nv)}
        given, leading = {}, []
        for name, value in (("q", q), ("qd", qd), ("tau", tau)):
            array = None if value is None else numpy.asarray(value, dtype=numpy.float64)
            rank = len(core[name])
            if array is not None:
                if name == "tau" and array.ndim > 1:
                    core["tau"] = (array.shape[-2] if steps is None else steps, self.nv)
                if array.ndim < rank or array.shape[-rank:] != core[name]:
                    sizes = ", ".join("steps" if size is None else str(size) for size in core[name])
                    raise ValueError(f"{name}: expected an array of shape (..., {sizes}), not {array.shape}")
                leading.append(array.shape[:-rank])
            given[name] = array
        count = core["tau"][0]
        if count is None:
            raise ValueError("expected a number of steps, or torques")
        if count != int(count) or count < 0:
            raise ValueError(f"steps: expected a number of 0 or more, not {count!r}")
        shape = numpy.broadcast_shapes(*leading)
        rows = {
            name: None if array is None else numpy.ascontiguousarray(numpy.broadcast_to(array, shape + core[name]))
            for name, array in given.items()
        }
        paths = [numpy.empty((*shape, int(count), size)) for size in (self.nq, self.nv)]
        number = int(numpy.prod(shape, dtype=numpy.intp))
        failures, first = self._rollout(
            integrator, step, relative_tolerance, absolute_tolerance, saturate, stops, threads, number, int(count),
            rows["q"], rows["qd"], rows["tau"], *paths, errors == "keep",
        )  # fmt: skip
        if failures:
            from . import RobotWarning

            warnings.warn(f"{failures} of {number} simulations failed; the first: {first}", RobotWarning, stacklevel=2)
        return Motion(step * numpy.arange(1.0, int(count) + 1), *paths)

    def motion_model(self, type: _MotionType = "computed-torque") -> MotionModel:
        """Return a MotionModel of a type: 'computed-torque', 'pd' or 'independent-joint'.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd")
        <condyle.MotionModel 'pd': 6 degrees of freedom>
        """
        return MotionModel(self, type)
