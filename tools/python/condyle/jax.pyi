from jax import Array  # type: ignore[import-not-found, unused-ignore]
from jax.typing import ArrayLike  # type: ignore[import-not-found, unused-ignore]

from . import Robot

__all__ = ["energy", "forward_dynamics", "get_transform", "inverse_dynamics", "parameter_torques"]

def inverse_dynamics(
    robot: Robot, q: ArrayLike | None = None, qd: ArrayLike | None = None, qdd: ArrayLike | None = None,
    fext: ArrayLike | None = None, *, threads: int = 1,
) -> Array: ...
def forward_dynamics(
    robot: Robot, q: ArrayLike | None = None, qd: ArrayLike | None = None, tau: ArrayLike | None = None,
    fext: ArrayLike | None = None, *, threads: int = 1,
) -> Array: ...
def get_transform(
    robot: Robot, frame: str | int, q: ArrayLike | None = None, relative_to: str | int = 0, *, threads: int = 1,
) -> Array: ...
def energy(
    robot: Robot, q: ArrayLike | None = None, qd: ArrayLike | None = None, *, threads: int = 1,
) -> tuple[Array, Array]: ...
def parameter_torques(
    robot: Robot, q: ArrayLike | None = None, qd: ArrayLike | None = None, qdd: ArrayLike | None = None,
    parameters: ArrayLike | None = None, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False,
    threads: int = 1,
) -> Array: ...
