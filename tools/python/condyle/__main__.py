"""The command condyle: python -m condyle COMMAND ROBOT [options]."""

import os
import sys

from ._command import program
from ._condyle import RobotError


def main() -> None:
    """Run the command in the place of this process."""
    try:
        path = program()
    except RobotError as error:
        sys.exit(f"condyle: error: {error}")
    os.execv(path, ["condyle", *sys.argv[1:]])


if __name__ == "__main__":
    main()
