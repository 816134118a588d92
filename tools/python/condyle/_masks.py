"""Masked arrays of NumPy: the library knows no masks, and computes with what they hide."""

from typing import Any

import numpy
from numpy.typing import NDArray


def refuse_mask(name: str, value: Any) -> None:
    """Raises ValueError where value is an array with masked elements, or a list or tuple that holds one."""
    if isinstance(value, numpy.ma.MaskedArray):
        if numpy.ma.is_masked(value):
            raise ValueError(f"{name} has masked elements; expected numbers: take them out, or fill them by filled()")
    elif isinstance(value, (list, tuple)):
        for item in value:
            if isinstance(item, (list, tuple, numpy.ma.MaskedArray)):
                refuse_mask(name, item)


def doubles(name: str, value: Any) -> NDArray[numpy.float64]:
    """Returns value as a contiguous array of float64."""
    refuse_mask(name, value)
    return numpy.ascontiguousarray(value, dtype=numpy.float64)
