"""The dynamics of robots as functions of PyTorch: tensors in and out, with gradients.

>>> import condyle.torch, torch
>>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
>>> q = torch.tensor([0, -1.5, 1.5, 0, 0, 0], dtype=torch.float64, requires_grad=True)
>>> tau = condyle.torch.inverse_dynamics(robot, q)
>>> tau.square().sum().backward()
>>> [round(number, 1) + 0.0 for number in q.grad.tolist()[:3]]
[0.0, 1211.6, -87.1]

Tensors are on the CPU, of float64 or float32; they are float32, computed in floats, where all that are given are.
Dimensions in front of one state's are states, and are broadcast. What is not given is the home configuration or zero.
Gradients are the library's products of derivatives with vectors, no matrices: backward() costs a few evaluations,
whatever the number of joints. Forward-mode derivatives and torch.func (grad, vjp, jvp, vmap, jacrev, jacfwd) work too; a
call under vmap is one batch. Second derivatives are there where the library has them (docs/gradients.md), and are a
NotImplementedError otherwise. A robot must not be changed between a call and the gradients of its result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor  # type: ignore[import-not-found, unused-ignore]

    from . import Robot

__all__ = ["energy", "forward_dynamics", "get_transform", "inverse_dynamics", "parameter_torques"]


def _compute(*arguments: Any, **options: Any) -> Any:
    from ._torch import compute  # imports torch

    return compute(*arguments, **options)


def inverse_dynamics(
    robot: Robot,
    q: Tensor | None = None,
    qd: Tensor | None = None,
    qdd: Tensor | None = None,
    fext: Tensor | None = None,
    *,
    threads: int = 1,
) -> Tensor:
    """Return the torques tau (..., n) that the accelerations qdd need, differentiable by all arguments.

    >>> import condyle.torch, torch
    >>> robot = condyle.load("universalUR5e")
    >>> qdd = torch.ones(1000, 6, dtype=torch.float64, requires_grad=True)
    >>> condyle.torch.inverse_dynamics(robot, qdd=qdd).sum().backward()
    >>> qdd.grad.shape
    torch.Size([1000, 6])
    """
    return _compute(robot, "inverse_dynamics", (q, qd, qdd, fext), threads=threads)[0]


def forward_dynamics(
    robot: Robot,
    q: Tensor | None = None,
    qd: Tensor | None = None,
    tau: Tensor | None = None,
    fext: Tensor | None = None,
    *,
    threads: int = 1,
) -> Tensor:
    """Return the accelerations qdd (..., n) that the torques tau cause, differentiable by all arguments.

    >>> import condyle.torch, torch
    >>> robot = condyle.load("universalUR5e")
    >>> tau = torch.zeros(6, dtype=torch.float64)
    >>> torch.func.jacrev(lambda tau: condyle.torch.forward_dynamics(robot, tau=tau))(tau).shape
    torch.Size([6, 6])
    """
    return _compute(robot, "forward_dynamics", (q, qd, tau, fext), threads=threads)[0]


def get_transform(
    robot: Robot, frame: str | int, q: Tensor | None = None, relative_to: str | int = 0, *, threads: int = 1
) -> Tensor:
    """Return the placement of a frame in another (..., 4, 4), twice differentiable by q; relative_to=0 is the base.

    >>> import condyle.torch, torch
    >>> robot = condyle.load("universalUR5e")
    >>> q = torch.zeros(6, dtype=torch.float64, requires_grad=True)
    >>> condyle.torch.get_transform(robot, "tool0", q)[2, 3].backward()
    >>> [round(number, 3) + 0.0 for number in q.grad.tolist()[:3]]
    [0.0, -0.817, -0.392]
    """
    from ._rules import frame_index

    (placed,) = _compute(robot, "get_transform", (q,), (frame_index(robot, frame),), threads=threads)
    other = frame_index(robot, relative_to)
    if other == 0:
        return placed
    (origin,) = _compute(robot, "get_transform", (q,), (other,), threads=threads)
    return origin.inverse() @ placed


def energy(
    robot: Robot, q: Tensor | None = None, qd: Tensor | None = None, *, threads: int = 1
) -> tuple[Tensor, Tensor]:
    """Return the kinetic and the potential energy (...), J, differentiable by q and qd.

    >>> import condyle.torch, torch
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> q = torch.zeros(6, dtype=torch.float64, requires_grad=True)
    >>> kinetic, potential = condyle.torch.energy(robot, q)
    >>> potential.backward()
    >>> torch.allclose(q.grad, torch.as_tensor(robot.gravity_torque()))
    True
    """
    kinetic, potential = _compute(robot, "energy", (q, qd), threads=threads)
    return kinetic, potential


def parameter_torques(
    robot: Robot,
    q: Tensor | None = None,
    qd: Tensor | None = None,
    qdd: Tensor | None = None,
    parameters: Tensor | None = None,
    *,
    damping: bool = False,
    coulomb: bool = False,
    rotor_inertia: bool = False,
    threads: int = 1,
) -> Tensor:
    """Return the torques (..., n) of inertial parameters (p,) or (..., p), in the order of robot.inertial_parameters().

    They are the regressor times the parameters, differentiable by the parameters, any number of times. The flags add
    the parameters of the drives, as in robot.regressor().

    >>> import condyle.torch, torch
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> parameters = torch.tensor(robot.inertial_parameters(), requires_grad=True)
    >>> tau = condyle.torch.parameter_torques(robot, parameters=parameters)
    >>> torch.allclose(tau, torch.as_tensor(robot.gravity_torque()))
    True
    """
    if parameters is None:
        raise TypeError("parameter_torques() needs the argument 'parameters'")
    drives = {"damping": damping, "coulomb": coulomb, "rotor_inertia": rotor_inertia}
    return _compute(robot, "parameter_torques", (q, qd, qdd, parameters), threads=threads, **drives)[0]
