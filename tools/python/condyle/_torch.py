# mypy: ignore-errors
"""The calls as functions of PyTorch's autograd, by the rules of _rules.py."""

from typing import Any

import torch

from ._rules import ARGUMENTS, RULES, Call, Robots, require_robot

_TYPES = (torch.float64, torch.float32)


class Engine:
    """PyTorch's operations for the rules."""

    einsum: Any = staticmethod(torch.einsum)
    stack: Any = staticmethod(torch.stack)
    concatenate: Any = staticmethod(torch.cat)
    sqrt: Any = staticmethod(torch.sqrt)
    cos: Any = staticmethod(torch.cos)
    sin: Any = staticmethod(torch.sin)
    turned: Any = staticmethod(torch.linalg.cross)

    @staticmethod
    def call(call, tensors):
        return Computed.apply(call, *tensors)

    @staticmethod
    def cross(a, b):
        return torch.linalg.cross(a, b, dim=-2).sum(-1)


class Computed(torch.autograd.Function):
    """A call of the library for tensors, or None for what is not given; the results are a tuple."""

    @staticmethod
    def forward(call, *tensors):
        given = next((tensor for tensor in tensors if tensor is not None), None)
        dtype = torch.float64 if given is None else given.dtype
        arrays = [None if tensor is None else tensor.detach().numpy() for tensor in tensors]
        return tuple(torch.as_tensor(result, dtype=dtype) for result in call.compute(arrays))

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.call, *tensors = inputs
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*tensors)
        ctx.save_for_forward(*tensors)

    @staticmethod
    def backward(ctx, *cotangents):
        needs = ctx.needs_input_grad[1:]
        if all(cotangent is None for cotangent in cotangents):
            return (None,) * (1 + len(needs))
        gradients = RULES[ctx.call.name].vjp(Engine, ctx.call, ctx.saved_tensors, cotangents, needs)
        return None, *(gradient if need else None for gradient, need in zip(gradients, needs))

    @staticmethod
    def jvp(ctx, _, *tangents):
        changes = RULES[ctx.call.name].jvp(Engine, ctx.call, ctx.saved_tensors, tangents)
        # The energies alone may change one without the other, and have the same dimensions.
        some = next(change for change in changes if change is not None)
        return tuple(torch.zeros_like(some) if change is None else change for change in changes)

    @staticmethod
    def vmap(info, places, call, *tensors):
        """One call for all: what is not mapped over is the same for each."""
        batched = [
            tensor if tensor is None else
            tensor.expand(info.batch_size, *tensor.shape) if place is None else tensor.movedim(place, 0)
            for tensor, place in zip(tensors, places[1:])
        ]  # fmt: skip
        results = Computed.apply(call, *batched)
        return results, (0,) * len(results)


def _check(name, tensor):
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{name}: expected a tensor, not {type(tensor).__name__}")
    if tensor.dtype not in _TYPES:
        raise TypeError(f"{name}: expected a tensor of float64 or float32, not {tensor.dtype}")
    if tensor.device.type != "cpu":
        raise ValueError(f"{name} is on the device {tensor.device}; the library computes on the CPU: give {name}.cpu()")


def compute(robot: Any, name: str, tensors: Any, head: tuple[int, ...] = (), **options: Any) -> Any:
    """Computes a call for tensors whose dimensions in front of one state's are broadcast."""
    require_robot(robot)
    robots = Robots(robot)
    ranks = {"forces": 2}
    given = []
    for (argument, shape), tensor in zip(ARGUMENTS[name], tensors, strict=True):
        if tensor is not None:
            _check(argument, tensor)
            if tensor.ndim < ranks.get(shape, 1):
                raise ValueError(f"{argument} has no dimension; expected (..., n)")
            given.append((tensor, tensor.ndim - ranks.get(shape, 1)))
    types = {tensor.dtype for tensor, _ in given}
    dtype = torch.float32 if types == {torch.float32} else torch.float64
    leading = torch.broadcast_shapes(*(tensor.shape[:split] for tensor, split in given))
    splits = iter(given)
    arrays = []
    for tensor in tensors:
        if tensor is not None:
            tensor, split = next(splits)
            tensor = tensor.to(dtype).expand(*leading, *tensor.shape[split:])
        arrays.append(tensor)
    return Computed.apply(Call(robots, name, head, tuple(options.items())), *arrays)
