"""Measures the conversions of rows: condyle id over many states, text and .npy in and out, as docs/rows.md shows them.

    python3 tests/bench/rows.py CONDYLE [STATES [ROUNDS]] >tests/bench/results/rows.txt

CPU time of one process with one thread, the least of the rounds.
"""

import os
import resource
import subprocess
import sys
import tempfile


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def processor():
    with open("/proc/cpuinfo", encoding="ascii") as info:
        return next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown")


def main(condyle, states="1000000", rounds="5"):
    count = int(states)
    print(f"CPU: {processor()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.0f}")
    print(f"condyle id universalUR5e, {count} states, q, qd and qdd in: CPU time, least of {rounds}\n")
    print("in   out       s   million states/s   MB in   MB out")
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        inputs = {kind: f"{folder}/in.{kind}" for kind in ("csv", "npy")}
        for path in inputs.values():
            subprocess.run([condyle, "random", "universalUR5e", "-n", states, "--seed", "1", "--with", "qd,qdd",
                            "-o", path], check=True, stderr=subprocess.DEVNULL)
        for source, path in inputs.items():
            for kind in ("csv", "npy"):
                to = f"{folder}/out.{kind}"
                command = [condyle, "id", "universalUR5e", "--input", path, "--threads", "1", "--force", "-o", to]
                times[source, kind] = min(cpu_seconds(command) for _ in range(int(rounds)))
                sizes = [os.path.getsize(each) / 1e6 for each in (path, to)]
                seconds = times[source, kind]
                print(f"{source}  {kind}  {seconds:6.2f}  {count / 1e6 / seconds:17.2f}  {sizes[0]:6.0f}  {sizes[1]:7.0f}")
    read = (times["csv", "npy"] - times["npy", "npy"]) / (18 * count)
    written = (times["npy", "csv"] - times["npy", "npy"]) / (24 * count)
    print(f"\nof text, beside .npy: {1e9 * read:.0f} ns for a number read, {1e9 * written:.0f} ns for one written")


if __name__ == "__main__":
    main(*sys.argv[1:])
