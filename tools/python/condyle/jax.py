"""The dynamics of robots as functions of JAX: jit, grad, jvp and vmap of them work.

>>> import condyle.jax, jax
>>> jax.config.update("jax_enable_x64", True)
>>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
>>> effort = jax.jit(lambda q: (condyle.jax.inverse_dynamics(robot, q) ** 2).sum())
>>> by_q = jax.grad(effort)(jax.numpy.array([0, -1.5, 1.5, 0, 0, 0]))
>>> [round(float(number), 1) + 0.0 for number in by_q[:3]]
[0.0, 1211.6, -87.1]

XLA calls the library on the CPU, without Python. Arrays are float64 where JAX has them enabled, and float32, computed in
floats, else or where all that are given are. Dimensions in front of one state's are states, and are broadcast; a call
under vmap is one batch. What is not given is the home configuration or zero. Derivatives are the library's products with
vectors. Second ones are there where the library has them (docs/gradients.md), and are a NotImplementedError otherwise. A
program keeps the robot as it was when it was traced: jit a function anew after a robot was changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jax import Array  # type: ignore[import-not-found, unused-ignore]
    from jax.typing import ArrayLike  # type: ignore[import-not-found, unused-ignore]

    from . import Robot

__all__ = ["energy", "forward_dynamics", "get_transform", "inverse_dynamics", "parameter_torques"]


def _compute(*arguments: Any, **options: Any) -> Any:
    from ._jax import compute  # imports jax

    return compute(*arguments, **options)


def inverse_dynamics(
    robot: Robot,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    fext: ArrayLike | None = None,
    *,
    threads: int = 1,
) -> Array:
    """Return the torques tau (..., n) that the accelerations qdd need, differentiable by all arguments.

    >>> import condyle.jax, jax
    >>> robot = condyle.load("universalUR5e")
    >>> jax.jacobian(lambda qdd: condyle.jax.inverse_dynamics(robot, qdd=qdd))(jax.numpy.ones(6)).shape
    (6, 6)
    """
    return _compute(robot, "inverse_dynamics", (q, qd, qdd, fext), threads=threads)[0]


def forward_dynamics(
    robot: Robot,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    tau: ArrayLike | None = None,
    fext: ArrayLike | None = None,
    *,
    threads: int = 1,
) -> Array:
    """Return the accelerations qdd (..., n) that the torques tau cause, differentiable by all arguments.

    >>> import condyle.jax, jax
    >>> robot = condyle.load("universalUR5e")
    >>> jax.vmap(lambda tau: condyle.jax.forward_dynamics(robot, tau=tau))(jax.numpy.zeros((5, 6))).shape
    (5, 6)
    """
    return _compute(robot, "forward_dynamics", (q, qd, tau, fext), threads=threads)[0]


def get_transform(
    robot: Robot, frame: str | int, q: ArrayLike | None = None, relative_to: str | int = 0, *, threads: int = 1
) -> Array:
    """Return the placement of a frame in another (..., 4, 4), twice differentiable by q; relative_to=0 is the base.

    >>> import condyle.jax, jax
    >>> robot = condyle.load("universalUR5e")
    >>> height = lambda q: condyle.jax.get_transform(robot, "tool0", q)[2, 3]
    >>> [round(float(number), 3) + 0.0 for number in jax.grad(height)(jax.numpy.zeros(6))[:3]]
    [0.0, -0.817, -0.392]
    """
    from ._rules import frame_index

    (placed,) = _compute(robot, "get_transform", (q,), (frame_index(robot, frame),), threads=threads)
    other = frame_index(robot, relative_to)
    if other == 0:
        return placed
    import jax.numpy  # type: ignore[import-not-found, unused-ignore]

    (origin,) = _compute(robot, "get_transform", (q,), (other,), threads=threads)
    return jax.numpy.linalg.inv(origin) @ placed


def energy(
    robot: Robot, q: ArrayLike | None = None, qd: ArrayLike | None = None, *, threads: int = 1
) -> tuple[Array, Array]:
    """Return the kinetic and the potential energy (...), J, differentiable by q and qd.

    >>> import condyle.jax, jax
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> by_q = jax.grad(lambda q: condyle.jax.energy(robot, q)[1])(jax.numpy.zeros(6))
    >>> bool(abs(by_q - robot.gravity_torque()).max() < 1e-4)
    True
    """
    kinetic, potential = _compute(robot, "energy", (q, qd), threads=threads)
    return kinetic, potential


def parameter_torques(
    robot: Robot,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    parameters: ArrayLike | None = None,
    *,
    damping: bool = False,
    coulomb: bool = False,
    rotor_inertia: bool = False,
    threads: int = 1,
) -> Array:
    """Return the torques (..., n) of inertial parameters (p,) or (..., p), in the order of robot.inertial_parameters().

    They are the regressor times the parameters, differentiable by the parameters, any number of times. The flags add
    the parameters of the drives, as in robot.regressor().

    >>> import condyle.jax, jax
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> tau = condyle.jax.parameter_torques(robot, parameters=robot.inertial_parameters())
    >>> bool(abs(tau - robot.gravity_torque()).max() < 1e-4)
    True
    """
    if parameters is None:
        raise TypeError("parameter_torques() needs the argument 'parameters'")
    drives = {"damping": damping, "coulomb": coulomb, "rotor_inertia": rotor_inertia}
    return _compute(robot, "parameter_torques", (q, qd, qdd, parameters), threads=threads, **drives)[0]
