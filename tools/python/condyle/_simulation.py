"""Simulations of robots, and ready-made control laws."""

from typing import NamedTuple

from . import _condyle
from ._owner import Owner


class Motion(NamedTuple):
    """States of a motion: times t (rows,) in s, configurations q (rows, nq), velocities qd (rows, n)."""

    t: object
    q: object
    qd: object


def has_integrator(name):
    """Tell whether this build has the integrator of Robot.simulation() with this name.

    >>> import condyle
    >>> condyle.has_integrator("rk4")
    True
    """
    return _condyle._has_integrator(name)


def error_dynamics_from_step(settling_time, overshoot):
    """Return (omega, zeta), rad/s and the damping ratio, of a response to a step that settles to 2 %.

    settling_time: s
    overshoot: as a fraction, 0 to 1; 0: zeta is 1

    >>> import condyle
    >>> condyle.error_dynamics_from_step(0.5, 0)
    (8.0, 1.0)
    """
    return _condyle._error_dynamics_from_step(settling_time, overshoot)


def _flat(matrix):
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

    def __init__(self, robot, type="computed-torque"):
        self.type = type
        self._nv = robot.nv
        self._handle = robot._motion_model(type)

    def __repr__(self):
        return f"<condyle.MotionModel {self.type!r}: {self._nv} degrees of freedom>"

    def __call__(self, q=None, qd=None):
        """Return the torques (n,) of the law at q (nq,), qd (n,); of independent joints those of computed torques.

        >>> import condyle
        >>> law = condyle.load("universalUR5e").motion_model()
        >>> law()[1:3].round(3)
        array([-52.409, -14.48 ])
        """
        return _condyle._motion_get(self._handle, "control", q, qd, None)

    def set_error_dynamics(self, omega=None, zeta=None):
        """Set natural frequencies omega (n,), rad/s, and damping ratios zeta (n,) of the errors; None: they stay.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model().set_error_dynamics([20] * 6)
        """
        _condyle._motion_set(self._handle, "error_dynamics", omega, zeta, None)

    def set_gains(self, Kp=None, Kd=None):
        """Set the gains Kp and Kd (n, n) of the law 'pd', N m or N for each rad or m, rad/s or m/s; None: they stay.

        >>> import condyle, numpy
        >>> condyle.load("universalUR5e").motion_model("pd").set_gains(400 * numpy.eye(6))
        """
        _condyle._motion_set(self._handle, "gains", _flat(Kp), _flat(Kd), None)

    def gains(self):
        """Return the gains Kp and Kd (n, n).

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd").gains()[0][0]
        array([100.,   0.,   0.,   0.,   0.,   0.])
        """
        return tuple(gain.reshape(self._nv, -1) for gain in _condyle._motion_get(self._handle, "gains", None, None, None))

    def set_inertia_gains(self, q=None):
        """Set gains that scale with the inertia of each degree of freedom at q (nq,); None: at the reference.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd").set_inertia_gains()
        """
        _condyle._motion_set(self._handle, "inertia_gains", q, None, None)

    def set_reference(self, q=None, qd=None, qdd=None):
        """Set where the joints are to be: q (nq,), None: home; qd and qdd (n,), None: zero.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model().set_reference([0, -1, 1, 0, 0, 0])
        """
        _condyle._motion_set(self._handle, "reference", q, qd, qdd)

    def slopes(self, q=None, qd=None):
        """Return stiffness and damping (n,) of the law at q (nq,), qd (n,), for implicit steps; zero but for 'pd'.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd").slopes()[1]
        array([10., 10., 10., 10., 10., 10.])
        """
        return _condyle._motion_get(self._handle, "slopes", q, qd, None)

    def derivative(self, q=None, qd=None, fext=None):
        """Return the accelerations (n,) of the robot under the law and the forces fext (force_rows, 6).

        q: (nq,), home where None; qd: (n,), zero where None

        >>> import condyle
        >>> law = condyle.load("universalUR5e").motion_model("independent-joint")
        >>> law.set_reference([0.1, 0, 0, 0, 0, 0])
        >>> law.derivative().round(6) + 0.0
        array([10.,  0.,  0.,  0.,  0.,  0.])
        """
        return _condyle._motion_get(self._handle, "derivative", q, qd, _flat(fext))


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
        self, robot, integrator="implicit", step=0.001, *, control=None, sampled_control=False, control_slopes=None,
        environment=None, relative_tolerance=0.0, absolute_tolerance=0.0, saturate=False, stops=False,
    ):  # fmt: skip
        for name, law in (("control", control), ("control_slopes", control_slopes), ("environment", environment)):
            if law is not None and not callable(law):
                raise TypeError(f"{name}: expected a function of t, q and qd, not {law!r}")
        self.integrator, self.step_length = integrator, step
        self._robot = robot
        self._motion = control if isinstance(control, MotionModel) else None
        self._laws = (self._motion._handle if self._motion else control, control_slopes, environment)
        self._handle = robot._simulation(
            integrator, step, sampled_control, relative_tolerance, absolute_tolerance, saturate, stops, self._laws
        )

    def __repr__(self):
        return f"<condyle.Simulation of {self._robot.name!r} at {self.t:.6g} s: {self.integrator}, {self.step_length:g} s>"

    @property
    def t(self):
        """The time, s."""
        return _condyle._simulation_state(self._handle)[0]

    @property
    def q(self):
        """The configuration (nq,), a copy."""
        return _condyle._simulation_state(self._handle)[1]

    @property
    def qd(self):
        """The velocity (n,), a copy."""
        return _condyle._simulation_state(self._handle)[2]

    def set_state(self, t=0.0, q=None, qd=None):
        """Set time t (s), configuration q (nq,), None: home, and velocity qd (n,), None: zero.

        >>> import condyle
        >>> simulation = condyle.load("universalUR5e").simulation()
        >>> simulation.set_state(1.0, [0, -1, 1, 0, 0, 0])
        >>> simulation.t
        1.0
        """
        _condyle._simulation_set_state(self._handle, self._laws, t, q, qd)

    def step(self, count=1):
        """Take count steps. Where one fails, the state is that before it.

        >>> import condyle
        >>> simulation = condyle.load("universalUR5e").simulation()
        >>> simulation.step()
        >>> simulation.t
        0.001
        """
        _condyle._simulation_step(self._handle, self._laws, count)

    def run(self, duration, every=1):
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

    def torque(self):
        """Return the torques (n,) of the control law at the present state, cut to the effort limits where they saturate.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> robot.simulation(control=lambda t, q, qd: [1, 0, 0, 0, 0, 0]).torque()
        array([1., 0., 0., 0., 0., 0.])
        """
        return _condyle._simulation_torque(self._handle, self._laws)

    def energy(self):
        """Return the kinetic and the potential energy at the present state, J.

        >>> import condyle
        >>> condyle.load("universalUR5e", gravity=(0, 0, 0)).simulation().energy()
        (0.0, 0.0)
        """
        return _condyle._simulation_energy(self._handle)

    def set_payload(self, frame, mass, center_of_mass=(0, 0, 0), inertia=(0, 0, 0, 0, 0, 0)):
        """Set what a frame carries from now on; the motion goes on with the present velocities.

        frame, mass, center_of_mass, inertia: as those of Robot.set_payload()

        >>> import condyle
        >>> condyle.load("universalUR5e").simulation().set_payload("tool0", 2.0)
        """
        self._robot._simulation_set_payload(self._handle, frame, mass, center_of_mass, inertia)


class SimulationCalls:
    """Calls of a robot that make simulations and control laws."""

    def simulation(
        self, integrator="implicit", step=0.001, *, control=None, sampled_control=False, control_slopes=None,
        environment=None, relative_tolerance=0.0, absolute_tolerance=0.0, saturate=False, stops=False,
    ):  # fmt: skip
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

    def motion_model(self, type="computed-torque"):
        """Return a MotionModel of a type: 'computed-torque', 'pd' or 'independent-joint'.

        >>> import condyle
        >>> condyle.load("universalUR5e").motion_model("pd")
        <condyle.MotionModel 'pd': 6 degrees of freedom>
        """
        return MotionModel(self, type)
