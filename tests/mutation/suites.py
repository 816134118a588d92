"""The suites that judge changes: which changes each of them comes by, and whether it notices one."""

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time

# They build anew from the sources without changes, or read texts alone.
LEFT_OUT = re.compile(r'.* as c(\+\+)?|abi_.*|contributing|cpp_headers|fragments|headers|layers|package_.*|fuzz_.*')


@dataclasses.dataclass
class Suite:
    """A program that fails where something is wrong."""
    name: str
    command: list
    environment: dict
    folder: str | None = None
    seconds: float = 0.0
    passes: bool = True
    reached: set = dataclasses.field(default_factory=set)

    def fingerprint(self):
        """What changes when its program or script does."""
        files = [pathlib.Path(word) for word in self.command if os.path.isfile(word)]
        return [[str(file), file.stat().st_mtime] for file in files]


def make_suites(tests, root, build):
    """Suites of what Meson tells about the tests of a build folder; they read the texts without changes, in `root`."""
    own = {'SOURCE_ROOT': str(root)}
    return [Suite(test['name'], test['cmd'], test['env'] | own, test['workdir'] or str(build)) for test in tests]


def is_wanted(test, pattern):
    return not LEFT_OUT.fullmatch(test['name']) and re.fullmatch(pattern, test['name']) is not None


def notices(suite, mutant, limit, reached=None):
    """Runs a suite with one change; tells whether it fails, or does not end within so many seconds."""
    environment = os.environ | suite.environment | {'CONDYLE_MUTANT': str(mutant)}
    if reached:
        environment['CONDYLE_REACHED'] = reached
    with subprocess.Popen(suite.command, env=environment, cwd=suite.folder, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors='replace',
                          start_new_session=True) as process:
        clock = threading.Timer(limit, stop, [process])
        clock.start()
        failed = any(line.startswith('not ok') or line.startswith('Bail out!') for line in process.stdout)
        if failed:
            stop(process)  # the rest of it cannot change that
        status = process.wait()
        in_time = clock.is_alive()
        clock.cancel()
        stop(process)
    return failed or status not in (0, 77) or not in_time


def stop(process):
    """Ends all processes that a suite has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def observe(suite):
    """Runs a suite without a change: how long it takes, and which changes it comes by."""
    with tempfile.NamedTemporaryFile('r', encoding='utf-8', prefix='reached-') as file:
        begun = time.monotonic()
        suite.passes = not notices(suite, 0, 900, file.name)
        suite.seconds = time.monotonic() - begun
        suite.reached = {int(number) for number in re.findall(r'^\d+$', file.read(), re.MULTILINE)}


def best_first(suites, change):
    """The suites that come by a change, those first that probably notice it soonest."""
    parts = set(pathlib.PurePath(change.path).with_suffix('').parts)
    stem = pathlib.PurePath(change.path).stem

    def cost(suite):
        rooms = set(pathlib.PurePath(' '.join(suite.command)).parts) & parts
        near = suite.name in stem or stem in suite.name or bool(set(suite.name.split('_')) & parts)
        # What comes by little has its eyes on that.
        return (suite.seconds + 0.05) * (0.2 if near else 1) * (0.8 if rooms else 1) * (1 + len(suite.reached)) ** 0.5

    return sorted(suites, key=cost)


def judge(number, change, suites, budget):
    """The suite that notices a change, or None; how many suites had a look; whether all that come by it had."""
    begun, looked = time.monotonic(), 0
    coming_by = [suite for suite in suites if suite.passes and number in suite.reached]
    for suite in best_first(coming_by, change):
        if time.monotonic() - begun > budget:
            return None, looked, False
        looked += 1
        if notices(suite, number, 20 + 6 * suite.seconds):
            return suite.name, looked, True
    return None, looked, True
