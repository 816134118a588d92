from torch import Tensor  # type: ignore[import-not-found, unused-ignore]

from . import Robot

__all__ = ["energy", "forward_dynamics", "get_transform", "inverse_dynamics", "parameter_torques"]

def inverse_dynamics(
    robot: Robot, q: Tensor | None = None, qd: Tensor | None = None, qdd: Tensor | None = None,
    fext: Tensor | None = None, *, threads: int = 1,
) -> Tensor: ...
def forward_dynamics(
    robot: Robot, q: Tensor | None = None, qd: Tensor | None = None, tau: Tensor | None = None,
    fext: Tensor | None = None, *, threads: int = 1,
) -> Tensor: ...
def get_transform(
    robot: Robot, frame: str | int, q: Tensor | None = None, relative_to: str | int = 0, *, threads: int = 1,
) -> Tensor: ...
def energy(
    robot: Robot, q: Tensor | None = None, qd: Tensor | None = None, *, threads: int = 1,
) -> tuple[Tensor, Tensor]: ...
def parameter_torques(
    robot: Robot, q: Tensor | None = None, qd: Tensor | None = None, qdd: Tensor | None = None,
    parameters: Tensor | None = None, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False,
    threads: int = 1,
) -> Tensor: ...
