"""Objects that own one of the C library: what copying and pickling them does."""

from typing import Any, NoReturn


class Owner:
    """Owns an object of the C library: a copy of the Python object's attributes would share it."""

    _instead = ""

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        what = "pickled" if hasattr(self, "__copy__") else "copied or pickled"
        raise TypeError(f"a {type(self).__name__} cannot be {what}; {self._instead}")


class Constant(Owner):
    """Owns an object that no call changes: the copy is the object itself."""

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self
