"""Searches over a robot's configurations, and code for one robot."""

import os
from typing import NamedTuple


class CapacityCell(NamedTuple):
    """The poses whose frame is in a cell of a grid over radii and heights (m): the least and largest mass, kg.

    joint: that bounds the least; samples: how many of the random poses these are
    """

    radius: float
    height: float
    least_mass: float
    largest_mass: float
    joint: str | None
    samples: int


class Contact(NamedTuple):
    """The effective mass of a point in a direction, kg, the point's speed along it, and the speed that limits let, m/s.

    mass: infinite where nothing gives way, NaN without a direction; limit: NaN without limits of contact
    Of many states each member is an array.
    """

    mass: float
    speed: float
    limit: float


class Stop(NamedTuple):
    """The end of a stopped motion: whether it came to rest, time, s, length of a point's way, m, and q (nq,)."""

    stopped: bool
    time: float
    length: float
    q: object


class Generated(NamedTuple):
    """The texts of a robot's code: NAME.h, NAME.c, and NAME_test.c, which compares it with results of the library."""

    header: str
    source: str
    test: str


def _numbers(matrix):
    return [float(number) for row in matrix for number in row]


class SearchCalls:
    """Calls of a robot that search, and that write code."""

    def inverse_kinematics_all(
        self, frame, target, start=None, *, most=100, weights=(1, 1, 1, 1, 1, 1), angular_tolerance=1e-8,
        linear_tolerance=1e-8, iterations=200, restarts=50, seed=0, ignore_limits=False,
    ):  # fmt: skip
        """Return the configurations (count, nq) that place frame at target (4, 4), by their distance from start (nq,).

        most: how many at most; a redundant robot has no end of them
        weights, angular_tolerance, linear_tolerance, iterations, restarts, seed, ignore_limits: as those of
            inverse_kinematics()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> target = robot.get_transform("tool0", [0.1, -1, 1, 0.3, 0.2, 0])
        >>> len(robot.inverse_kinematics_all("tool0", target, restarts=300)) > 4
        True
        """
        options = (list(weights), angular_tolerance, linear_tolerance, iterations, restarts, seed, ignore_limits)
        from ._arrays import like

        count, solutions = self._inverse_kinematics_all(frame, _numbers(target), start, options, most)
        return like(solutions.reshape(count, self.nq), (target, start))

    def trajectory_lines(
        self, frame, placements, profile="trapezoid", *, start=None, velocity=None, acceleration=None, effort=None,
        scale=1.0,
    ):  # fmt: skip
        """Return a Trajectory on which a frame moves in straight lines through placements (m, 4, 4), and stops at each.

        start: a configuration (nq,) near the first one; None: home
        profile, velocity, acceleration, effort, scale: as those of trajectory()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> first = robot.get_transform("tool0", [0, -1.5, 1.5, 0, 0.5, 0])
        >>> last = first.copy()
        >>> last[2, 3] += 0.1
        >>> move = robot.trajectory_lines("tool0", [first, last], start=[0, -1.5, 1.5, 0, 0.5, 0], acceleration=[2] * 6)
        >>> bool(abs(robot.get_transform("tool0", move(move.duration)[0]) - last).max() < 1e-4)
        True
        """
        from . import Trajectory

        places = [_numbers(place) for place in placements]
        if any(len(place) != 16 for place in places):
            raise ValueError("placements: expected transforms (4, 4)")
        limits = [
            own if given is None else given
            for own, given in zip(self.motion_limits(), (velocity, acceleration, effort), strict=True)
        ]
        flat = [number for place in places for number in place]
        handle = self._trajectory_lines(frame, flat, len(places), start, (profile, *limits, scale))
        return Trajectory(self, handle, len(places))

    def payload_capacity_map(
        self, frame, size, *, center_of_mass=(0, 0, 0), seed=0, samples=20000, threads=1
    ):
        """Return the map of the radii and heights that a frame reaches, a list of CapacityCell.

        size: edge of the square cells, m
        center_of_mass: of the mass, in the frame, m
        samples: random poses, of the seed; threads: 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> cells = robot.payload_capacity_map("tool0", 0.2, samples=2000)
        >>> sum(cell.samples for cell in cells)
        2000
        """
        from . import _require_gravity

        _require_gravity(self)
        found = self._payload_capacity_map(frame, center_of_mass, seed, samples, threads, size)
        return [CapacityCell(*cell) for cell in found]

    def contact(
        self,
        frame,
        direction=None,
        q=None,
        qd=None,
        *,
        point=(0, 0, 0),
        locked=(),
        force=0.0,
        energy=0.0,
        stiffness=0.0,
        region_mass=0.0,
    ):
        """Return the Contact of a point of a frame: its mass for a blow, and the speed that keeps limits of contact.

        direction: (..., 3) in the base's axes; None: that of the point's velocity
        q: (..., nq), home where None; qd: (..., n), zero where None
        point: in the frame, m
        locked: names of joints that do not give way, leaders in place of their followers
        force, N, with stiffness, N/m, and energy, J: limits of a transient contact with a body region of region_mass,
            kg, by the formula of ISO/TS 15066, annex A; all of them yours. This is no safety assessment.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> limits = {"force": 280, "stiffness": 75e3, "region_mass": 0.6}
        >>> blow = robot.contact("tool0", [0, 0, -1], [0, -1.5, 1.5, 0, 0, 0], **limits)
        >>> round(blow.mass, 2), round(blow.limit, 2)
        (3.4, 1.43)
        """
        limits = (force, energy, stiffness, region_mass)
        locked = (locked,) if isinstance(locked, str) else tuple(locked)
        return Contact(*self._contact(frame, point, locked, *limits, direction, q, qd))

    def stop(
        self,
        category,
        q=None,
        qd=None,
        *,
        brakes=None,
        effort=None,
        deceleration=None,
        frame=0,
        point=(0, 0, 0),
        step=1e-3,
        most_time=10.0,
    ):
        """Return the Stop of a motion. This is no safety assessment.

        category: 0: the drives are off, and brakes stop the joints; 1: the drives brake on a straight line in joint
            space as hard as effort and deceleration let them
        q: (nq,), home where None; qd: (n,), zero where None, rad/s and m/s
        brakes: (n,) torques, N m or N; None: no brakes
        effort: (n,) largest torques, by default the robot's limits
        deceleration: (n,) largest ones, rad/s2 and m/s2; None: not bounded
        frame, point: the point whose way is told, in the frame, m
        step: of the integration, s; most_time: after which the robot counts as not stopped, s

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> brakes = [200, 200, 150, 40, 40, 40]
        >>> stop = robot.stop(0, [0, -1.57, 1.57, 0, 0, 0], [0, 3.14, 0, 0, 0, 0], brakes=brakes, frame="tool0")
        >>> stop.stopped, round(stop.time, 3), round(stop.length, 3)
        (True, 0.031, 0.025)
        """
        if category not in (0, 1):
            raise ValueError(f"category: expected 0 or 1, not {category!r}")
        arrays = (q, qd, brakes, effort, deceleration)
        return Stop(*self._find_stop(category, *arrays, frame, point, step, most_time))

    def generate(
        self,
        name="robot",
        calls=(),
        *,
        target="c",
        lanes=1,
        floats=False,
        wrenches=False,
        gravity=False,
        payload_body=None,
        angle_tolerance=0.0,
        most_bytes=0,
    ):
        """Return the Generated code of this robot: C that computes its dynamics and nothing else.

        name: begins every name in the code
        calls: 'inverse_dynamics', 'forward_dynamics', 'mass_matrix' (the three by default), 'gravity_torque',
            'velocity_product', 'inverse_dynamics_derivatives', 'inverse_dynamics_vjp', 'forward_dynamics_vjp',
            'inverse_mass_matrix', 'forward_dynamics_derivatives'
        target: 'c', 'cuda' for device functions and kernels, or 'casadi' for functions that CasADi's external() loads,
            each with its Jacobian, of the calls that are no derivatives
        lanes: states at once in functions NAME_..._batch: 1, 2, 4, 8 or 16
        wrenches: functions take an external force matrix
        gravity: functions take gravity, 3 numbers
        payload_body: functions take a payload of this body: mass, center of mass, inertia xx yy zz yz xz xy about it
        angle_tolerance: rotations this close to quarter turns count as such, rad
        most_bytes: limit of the object code, as estimated; 0: 100,000
        floats: computes in floats

        >>> import condyle
        >>> code = condyle.load("universalUR5e", gravity=(0, 0, -9.81)).generate("ur5e", ["gravity_torque"])
        >>> "void ur5e_gravity_torque(const double *q, double *tau)" in code.header
        True
        """
        calls = (calls,) if isinstance(calls, str) else tuple(calls)
        options = (target, lanes, floats, wrenches, gravity, payload_body, angle_tolerance, most_bytes)
        return Generated(*self._generate(name, calls, *options))

    def specialize(
        self,
        calls=(),
        *,
        compiler=None,
        cache=None,
        time_limit=60.0,
        angle_tolerance=0.0,
        most_bytes=0,
        floats=False,
    ):
        """Compile code for this robot by a C compiler, and use it in later calls; return whether it was in the cache.

        Results are the same but for rounding. External forces, gravity, drives or payloads that were changed since, and
        simulations are left to the general code, as are copies of the robot, and arrays of float32 without code of
        their own.

        calls: 'inverse_dynamics', 'forward_dynamics', 'mass_matrix' (the three by default),
            'inverse_mass_matrix', 'inverse_dynamics_derivatives', 'forward_dynamics_derivatives' (where all three are
            wanted), 'inverse_dynamics_vjp', 'forward_dynamics_vjp'
        compiler: a program and its first arguments; None: those of $CC, or cc
        cache: a folder of the user's alone; None: condyle in $XDG_CACHE_HOME or ~/.cache
        time_limit: of the compiler, s
        angle_tolerance: rotations this close to quarter turns count as such, rad
        most_bytes: limit of the object code, as estimated; 0: 250,000
        floats: code for arrays of float32, of the calls that take them, beside that for other arrays

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> try:
        ...     robot.specialize(compiler="no-such-compiler")
        ... except condyle.RobotError as error:  # the robot computes as before
        ...     print(error.status)
        unsupported
        """
        calls = (calls,) if isinstance(calls, str) else tuple(calls)
        cache = None if cache is None else os.fsdecode(cache)
        return self._specialize(calls, compiler, cache, time_limit, angle_tolerance, most_bytes, bool(floats))

    def save_model(self, path, replace=False):
        """Save the compiled model at a path, from where condyle.load() reads it without XML.

        replace: in the place of an existing file

        >>> import condyle, os, tempfile
        >>> robot = condyle.load("universalUR5e")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     robot.save_model(os.path.join(folder, "ur5e.model"))
        ...     condyle.load(os.path.join(folder, "ur5e.model")) == robot
        True
        """
        self._save_model(os.fspath(path), replace)
