"""Derivatives of the calls, for engines that differentiate programs: each by products of the C library's own.

An engine has the operations of its arrays: call(robot, name, arrays, options), einsum, stack, concatenate, cross and
zeros. Gradients and steps of configurations with as many numbers as velocities are those of the library; for floating,
spherical and planar joints they are carried over between the numbers of the configuration and steps in velocity coordinates.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from . import Robot, load

_Maybe = Sequence[Any]  # each None where there is none


def _turning(robot: Any) -> list[Any]:
    """Returns the joints that have coordinates, [] where steps are changes of these; kept with the robot."""
    kept = vars(robot)
    if "_turning" not in kept:
        joints = [joint for joint in robot.joints if not joint.mimics]
        kept["_turning"] = joints if any(joint.type in ("floating", "spherical", "planar") for joint in joints) else []
    return kept["_turning"]  # type: ignore[no-any-return]


def require_robot(robot: Any) -> None:
    """Fails for what is no robot; numbers have a method to_bytes() as well."""
    if not isinstance(robot, Robot):
        raise TypeError(f"robot: expected a condyle.Robot, not {type(robot).__name__}")


def thread_count(threads: Any) -> int:
    """Returns the number of threads, checked as by the library's own calls."""
    count = operator.index(threads)
    if not 0 <= count <= 1024:
        raise ValueError("threads: expected 0 (all cores) to 1024")
    return count


def frame_index(robot: Any, frame: Any) -> int:
    """Returns the index of a frame: a body's name, or the index itself."""
    robot.frame_is_fixed(frame)  # fails for what is no frame
    return robot.frames.index(frame) if isinstance(frame, str) else int(frame)


class Robots:
    """A robot as it was when a program was written, and the same without gravity and drives."""

    def __init__(self, robot: Any) -> None:
        self.robot = robot
        self._bare: Robots | None = None
        self.joints = _turning(robot)

    @property
    def bare(self) -> Robots:
        """The robot without gravity, springs, friction, damping and rotors: torques are linear in accelerations."""
        if self._bare is None:
            bare = load(self.robot.to_bytes())
            bare.gravity = (0, 0, 0)
            bare.set_drives()
            self._bare = Robots(bare)
        return self._bare


def _sum(*terms: Any) -> Any:
    """Returns the sum of what is not None; None where there is nothing."""
    total = None
    for term in terms:
        if term is not None:
            total = term if total is None else total + term
    return total


def _turn(engine: Any, q: Any) -> Any:
    """Returns the rotation matrix of quaternions (..., 4) of unit length, scalar first."""
    w, x, y, z = (q[..., i] for i in range(4))
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return engine.stack([engine.stack(row, -1) for row in rows], -2)


def _planar_turn(engine: Any, angle: Any) -> Any:
    """Returns the rotation matrix (..., 2, 2) of an angle."""
    c, s = engine.cos(angle), engine.sin(angle)
    return engine.stack([engine.stack([c, -s], -1), engine.stack([s, c], -1)], -2)


def _rates(engine: Any, q: Any) -> Any:
    """Returns 2 / |q|^2 times the rows that take a change of a quaternion (..., 4) to a turn in the body's axes.

    w = 2 Im(q* dq) / |q|^2: changes of its length turn nothing.
    """
    w, x, y, z = (q[..., i] for i in range(4))
    rows = ((-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w))
    square = engine.einsum("...i,...i->...", q, q)
    return engine.stack([engine.stack(row, -1) for row in rows], -2) * (2 / square)[..., None, None]


def _unit(engine: Any, q: Any) -> Any:
    return q / engine.sqrt(engine.einsum("...i,...i->...", q, q))[..., None]


def to_step(engine: Any, robots: Robots, q: Any, dq: Any) -> Any:
    """Returns the step in velocity coordinates (..., nv) of a change dq of the configuration's numbers (..., nq)."""
    if dq is None or not robots.joints:
        return dq
    parts = []
    for joint in robots.joints:
        here, change = q[..., joint.q], dq[..., joint.q]
        if joint.type == "floating":
            turn = _turn(engine, _unit(engine, here[..., :4]))
            parts.append(engine.einsum("...ij,...j->...i", _rates(engine, here[..., :4]), change[..., :4]))
            parts.append(engine.einsum("...ji,...j->...i", turn, change[..., 4:]))
        elif joint.type == "spherical":
            parts.append(engine.einsum("...ij,...j->...i", _rates(engine, here), change))
        elif joint.type == "planar":
            turn = _planar_turn(engine, here[..., 2])
            parts.append(engine.einsum("...ji,...j->...i", turn, change[..., :2]))
            parts.append(change[..., 2:])
        else:
            parts.append(change)
    return engine.concatenate(parts, -1)


def to_gradient(engine: Any, robots: Robots, q: Any, by_step: Any) -> Any:
    """Returns the gradient by the configuration's numbers (..., nq) from one by steps (..., nv)."""
    if by_step is None or not robots.joints:
        return by_step
    parts = []
    for joint in robots.joints:
        here, by = q[..., joint.q], by_step[..., joint.qd]
        if joint.type == "floating":
            turn = _turn(engine, _unit(engine, here[..., :4]))
            parts.append(engine.einsum("...ij,...i->...j", _rates(engine, here[..., :4]), by[..., :3]))
            parts.append(engine.einsum("...ij,...j->...i", turn, by[..., 3:]))
        elif joint.type == "spherical":
            parts.append(engine.einsum("...ij,...i->...j", _rates(engine, here), by))
        elif joint.type == "planar":
            turn = _planar_turn(engine, here[..., 2])
            parts.append(engine.einsum("...ij,...j->...i", turn, by[..., :2]))
            parts.append(by[..., 2:])
        else:
            parts.append(by)
    return engine.concatenate(parts, -1)


class Call:
    """A call of the library with the arguments that are no arrays."""

    def __init__(self, robots: Robots, name: str, head: tuple[int, ...] = (), options: tuple[tuple[str, Any], ...] = ()) -> None:
        self.robots = robots
        self.name = name
        self.head = head
        self.options = options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Call) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{self.name} of {self.robots.robot.name!r}"

    def _key(self) -> tuple[Any, ...]:
        return self.robots, self.name, self.head, self.options

    def of(self, name: str, *, bare: bool = False) -> Call:
        """Returns another call of the same robot, or of the bare one."""
        options = tuple(pair for pair in self.options if pair[0] == "threads" or name in _OF_PARAMETERS)
        head = self.head if name in _OF_FRAMES else ()
        return Call(self.robots.bare if bare else self.robots, name, head, options)

    def compute(self, arrays: _Maybe) -> tuple[Any, ...]:
        """Computes the call for arrays of NumPy's, or None: a tuple of results."""
        options = dict(self.options)
        if self.name == "parameter_torques":
            *state, parameters = arrays
            regressor = self.robots.robot.regressor(*state, **options)
            return ((regressor @ parameters[..., None])[..., 0],)
        if self.name == "forces_torque":
            return (self.robots.robot.inverse_dynamics(arrays[0], fext=arrays[1], **options),)
        result = getattr(self.robots.robot, self.name)(*self.head, *arrays, **options)
        return result if isinstance(result, tuple) else (result,)


_OF_FRAMES = ("get_transform", "geometric_jacobian", "jacobian_derivative")
_OF_PARAMETERS = ("parameter_torques", "regressor_transpose_times")


def _refuse(call: Call, names: Sequence[str], wanted: Sequence[bool]) -> None:
    """Refuses derivatives that the library does not have."""
    for name, want in zip(names, wanted):
        if want:
            raise NotImplementedError(f"the library has no derivative of {call.name} by {name}")


def _given(arrays: Sequence[Any]) -> list[bool]:
    return [array is not None for array in arrays]


# Each rule has two halves. vjp(engine, call, inputs, cotangents, needs) returns the gradient of the sum of cotangents times
# results by each input, None where it is not needed; jvp(engine, call, inputs, tangents) the changes of the results, None
# where nothing changes. Cotangents and tangents are None where they are zero.


class _Dynamics:
    """tau by q, qd, qdd and fext, or qdd by q, qd, tau and fext."""

    def __init__(self, linear: str) -> None:
        self.linear = linear  # the derivative by the third argument

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        q, (w,) = inputs[0], cotangents
        by_q = by_qd = by_fext = None
        by_third: Any = None
        if needs[0] or needs[1]:
            by_q, by_qd, by_third = engine.call(call.of(f"{call.name}_vjp"), [*inputs, w])
            by_q = to_gradient(engine, call.robots, q, by_q) if needs[0] else None
        elif needs[2] or (needs[3] and self.linear == "inverse_mass_times"):
            (by_third,) = engine.call(call.of(self.linear), [q, w])
        if needs[3]:
            by_fext, _ = engine.call(call.of("load_vjp"), [q, w if self.linear == "mass_times" else -by_third])
        return by_q, by_qd, by_third, by_fext

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        q, (dq, dqd, dthird, dfext) = inputs[0], tangents
        change = None
        if dq is not None or dqd is not None:
            steps = to_step(engine, call.robots, q, dq), dqd, dthird
            (change,) = engine.call(call.of(f"{call.name}_jvp"), [*inputs, *steps])
        elif dthird is not None:
            (change,) = engine.call(call.of(self.linear), [q, dthird])
        if dfext is not None:
            (torque,) = engine.call(call.of("forces_torque", bare=True), [q, dfext])
            if self.linear == "inverse_mass_times":
                (torque,) = engine.call(call.of(self.linear), [q, -torque])
            change = _sum(change, torque)
        return (change,)


class _Products:
    """The products of the derivatives of _Dynamics with a vector, linear in that: w, or steps."""

    names = ("q", "qd", "qdd or tau", "fext")

    def __init__(self, other: str) -> None:
        self.other = other  # the product from the other side

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        self.check(call, cotangents, needs)
        return None, None, None, None, *engine.call(call.of(self.other), [*inputs[:4], *cotangents])

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        _refuse(call, self.names, _given(tangents[:4]))
        return engine.call(call, [*inputs[:4], *tangents[4:]])  # type: ignore[no-any-return]

    def check(self, call: Call, cotangents: _Maybe, needs: Sequence[bool]) -> None:
        """Refuses second derivatives; the part by qdd or tau depends on q alone."""
        of_matrices = len(cotangents) == 1 or cotangents[0] is not None or cotangents[1] is not None
        _refuse(call, self.names, [needs[0], *(need and of_matrices for need in needs[1:4])])


class _MassTimes:
    """M(q) x, linear in x; its derivative by q is one of the bare robot's torques."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q, x), (w,) = inputs, cotangents
        by_q = by_x = None
        if needs[0]:
            by_q, _, _ = engine.call(call.of("inverse_dynamics_vjp", bare=True), [q, None, x, None, w])
            by_q = to_gradient(engine, call.robots, q, by_q)
        if needs[1]:
            (by_x,) = engine.call(call, [q, w])
        return by_q, by_x

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        (q, x), (dq, dx) = inputs, tangents
        by_q = by_x = None
        if dq is not None:
            steps = to_step(engine, call.robots, q, dq), None, None
            (by_q,) = engine.call(call.of("inverse_dynamics_jvp", bare=True), [q, None, x, None, *steps])
        if dx is not None:
            (by_x,) = engine.call(call, [q, dx])
        return (_sum(by_q, by_x),)


class _InverseMassTimes:
    """y = M(q)^-1 x, linear in x: dy = M^-1 (dx - dM y)."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q, x), (w,) = inputs, cotangents
        (by_x,) = engine.call(call, [q, w])
        by_q = None
        if needs[0]:
            (y,) = engine.call(call, [q, x])
            by_q, _, _ = engine.call(call.of("inverse_dynamics_vjp", bare=True), [q, None, y, None, -by_x])
            by_q = to_gradient(engine, call.robots, q, by_q)
        return by_q, by_x

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        (q, x), (dq, dx) = inputs, tangents
        if dq is not None:
            (y,) = engine.call(call, [q, x])
            steps = to_step(engine, call.robots, q, dq), None, None
            (change,) = engine.call(call.of("inverse_dynamics_jvp", bare=True), [q, None, y, None, *steps])
            dx = _sum(dx, -change)
        return engine.call(call, [q, dx])  # type: ignore[no-any-return]


class _ForcesTorque:
    """The torques -J^T fext of external forces alone, linear in fext."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q, fext), (w,) = inputs, cotangents
        by_q = by_fext = None
        if needs[0]:
            by_q, _, _ = engine.call(call.of("inverse_dynamics_vjp"), [q, None, None, fext, w])
            by_q = to_gradient(engine, call.robots, q, by_q)
        if needs[1]:
            by_fext, _ = engine.call(call.of("load_vjp"), [q, w])
        return by_q, by_fext

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        (q, fext), (dq, dfext) = inputs, tangents
        by_q = by_fext = None
        if dq is not None:
            steps = to_step(engine, call.robots, q, dq), None, None
            (by_q,) = engine.call(call.of("inverse_dynamics_jvp"), [q, None, None, fext, *steps])
        if dfext is not None:
            (by_fext,) = engine.call(call, [q, dfext])
        return (_sum(by_q, by_fext),)


class _LoadVjp:
    """w times the derivatives of the torques by fext and by gravity, linear in w."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q, w), (fext, gravity) = inputs, cotangents
        _refuse(call, ["gravity"], [gravity is not None])
        by_q = by_w = None
        if needs[0]:
            by_q, _, _ = engine.call(call.of("inverse_dynamics_vjp", bare=True), [q, None, None, fext, w])
            by_q = to_gradient(engine, call.robots, q, by_q)
        if needs[1]:
            (by_w,) = engine.call(call.of("forces_torque", bare=True), [q, fext])
        return by_q, by_w

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        _refuse(call, ["q"], _given(tangents[:1]))
        return engine.call(call, [inputs[0], tangents[1]])  # type: ignore[no-any-return]


class _Energy:
    """The kinetic and the potential energy by q and qd."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q, qd), (w, v) = inputs, cotangents
        by_q = by_qd = None
        if needs[0]:
            kinetic, by_qd, potential = engine.call(call.of("energy_gradient"), [q, qd])
            of_kinetic = None if w is None else w[..., None] * kinetic
            of_potential = None if v is None else v[..., None] * potential
            by_q = to_gradient(engine, call.robots, q, _sum(of_kinetic, of_potential))
        elif w is not None:
            (by_qd,) = engine.call(call.of("mass_times"), [q, qd])
        return by_q, None if w is None or by_qd is None else w[..., None] * by_qd

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        (q, qd), (dq, dqd) = inputs, tangents
        kinetic = potential = None
        if dq is not None:
            by_q, by_qd, by_height = engine.call(call.of("energy_gradient"), [q, qd])
            step = to_step(engine, call.robots, q, dq)
            kinetic = engine.einsum("...i,...i->...", by_q, step)
            potential = engine.einsum("...i,...i->...", by_height, step)
        elif dqd is not None:
            (by_qd,) = engine.call(call.of("mass_times"), [q, qd])
        if dqd is not None:
            kinetic = _sum(kinetic, engine.einsum("...i,...i->...", by_qd, dqd))
        return kinetic, potential


class _Transform:
    """The placement of a frame by q: a step turns it by J_w dq and moves it by J_v dq."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q,), (w,) = inputs, cotangents
        (jacobian,) = engine.call(call.of("geometric_jacobian"), [q])
        (placed,) = engine.call(call, [q])
        moment = engine.cross(placed[..., :3, :3], w[..., :3, :3])  # of columns: the sum is dual to the turn
        wrench = engine.concatenate([moment, w[..., :3, 3]], -1)
        return (to_gradient(engine, call.robots, q, engine.einsum("...ij,...i->...j", jacobian, wrench)),)

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        (q,), (dq,) = inputs, tangents
        (jacobian,) = engine.call(call.of("geometric_jacobian"), [q])
        (placed,) = engine.call(call, [q])
        twist = engine.einsum("...ij,...j->...i", jacobian, to_step(engine, call.robots, q, dq))
        columns = [engine.turned(twist[..., :3], placed[..., :3, i]) for i in range(3)] + [twist[..., 3:]]
        top = engine.stack(columns, -1)
        return (engine.concatenate([top, 0 * top[..., :1, :]], -2),)


class _Jacobian:
    """The Jacobian of a frame by q."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        (q,), (w,) = inputs, cotangents
        (slopes,) = engine.call(call.of("jacobian_derivative"), [q])
        return (to_gradient(engine, call.robots, q, engine.einsum("...ij,...ijk->...k", w, slopes)),)

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        (q,), (dq,) = inputs, tangents
        (slopes,) = engine.call(call.of("jacobian_derivative"), [q])
        return (engine.einsum("...ijk,...k->...ij", slopes, to_step(engine, call.robots, q, dq)),)


class _Regressor:
    """The regressor times parameters, and vectors times the regressor: each linear in the last argument."""

    def __init__(self, other: str) -> None:
        self.other = other

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        _refuse(call, ("q", "qd", "qdd"), needs[:3])
        return None, None, None, *engine.call(call.of(self.other), [*inputs[:3], *cotangents])

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        _refuse(call, ("q", "qd", "qdd"), _given(tangents[:3]))
        return engine.call(call, [*inputs[:3], tangents[3]])  # type: ignore[no-any-return]


class _Last:
    """What the library has no derivatives of."""

    def vjp(self, engine: Any, call: Call, inputs: _Maybe, cotangents: _Maybe, needs: Sequence[bool]) -> _Maybe:
        raise NotImplementedError(f"the library has no derivatives of {call.name}")

    def jvp(self, engine: Any, call: Call, inputs: _Maybe, tangents: _Maybe) -> _Maybe:
        raise NotImplementedError(f"the library has no derivatives of {call.name}")


RULES: dict[str, Any] = {
    "inverse_dynamics": _Dynamics("mass_times"),
    "forward_dynamics": _Dynamics("inverse_mass_times"),
    "inverse_dynamics_vjp": _Products("inverse_dynamics_jvp"),
    "inverse_dynamics_jvp": _Products("inverse_dynamics_vjp"),
    "forward_dynamics_vjp": _Products("forward_dynamics_jvp"),
    "forward_dynamics_jvp": _Products("forward_dynamics_vjp"),
    "mass_times": _MassTimes(),
    "inverse_mass_times": _InverseMassTimes(),
    "forces_torque": _ForcesTorque(),
    "load_vjp": _LoadVjp(),
    "energy": _Energy(),
    "energy_gradient": _Last(),
    "get_transform": _Transform(),
    "geometric_jacobian": _Jacobian(),
    "jacobian_derivative": _Last(),
    "parameter_torques": _Regressor("regressor_transpose_times"),
    "regressor_transpose_times": _Regressor("parameter_torques"),
}

# The dimensions of one state of each argument of the calls that users have.
_DYNAMICS = (("q", "q"), ("qd", "v"), ("qdd", "v"), ("fext", "forces"))
ARGUMENTS: dict[str, tuple[tuple[str, str], ...]] = {
    "inverse_dynamics": _DYNAMICS,
    "forward_dynamics": (*_DYNAMICS[:2], ("tau", "v"), _DYNAMICS[3]),
    "get_transform": _DYNAMICS[:1],
    "energy": _DYNAMICS[:2],
    "parameter_torques": (*_DYNAMICS[:3], ("parameters", "parameters")),
}
