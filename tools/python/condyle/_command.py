"""The command condyle: the program that comes with the package, or the one that is installed beside it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence

from ._condyle import RobotError


def _candidates() -> Iterator[str]:
    own = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(own, "bin", "condyle")
    yield os.path.join(own, os.pardir, os.pardir, "condyle")  # a build folder
    yield os.path.join(sys.prefix, "bin", "condyle")
    yield shutil.which("condyle") or ""


def _is_program(path: str) -> bool:
    """Tells a program from a script, which might be the one that leads here."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    with open(path, "rb") as file:
        return file.read(2) != b"#!"


def program() -> str:
    """Returns the path of the command; RobotError where there is none."""
    for path in _candidates():
        if path and _is_program(path):
            return os.path.realpath(path)
    raise RobotError(
        "the command condyle was not built with this package and is not in PATH; it needs Jansson and zlib where the "
        "package is built"
    )


def run(
    arguments: Sequence[str], text: bytes | None = None, fine: Sequence[int] = (0,), said: list[str] | None = None
) -> tuple[bytes, int]:
    """Returns what the command writes, as bytes, and its exit code; RobotError where it fails, with what it says.

    What it says otherwise is appended to said.
    """
    done = subprocess.run([program(), *arguments], input=text, capture_output=True, check=False)
    if done.returncode not in fine:
        words = re.sub("^condyle: (error: )?", "", done.stderr.decode(errors="replace").strip(), flags=re.MULTILINE)
        raise RobotError(words or f"condyle {arguments[0]} failed")
    if said is not None:
        said.append(done.stderr.decode(errors="replace"))
    return done.stdout, done.returncode
