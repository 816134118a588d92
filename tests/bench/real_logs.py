"""Identifies an arm from one recording and tells what stays of another one, as docs/identification.md shows it.

    python3 tests/bench/real_logs.py CONDYLE ROBOT TRAINING.csv OTHER.csv >tests/bench/results/real-logs.txt

The files have rows of t, q and tau. The record there is of public logs of a UR10e (Mamedov and Mikhel 2020,
github.com/shamilmamedov/dynamic_calibration: 20_02_12-40sec_12harm, 20_02_19_14harm50sec), torques by published gains.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile

CUTOFF = ["--cutoff", "5"]


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def noise_of(path, joint):
    """The deviation of white noise by second differences of neighbouring rows: their variance is six times its own."""
    with open(path, encoding="utf-8", newline="") as rows:
        tau = [float(row["tau." + joint]) for row in csv.DictReader(rows)]
    seconds = [a - 2 * b + c for a, b, c in zip(tau, tau[1:], tau[2:])]
    return math.sqrt(sum(x * x for x in seconds) / len(seconds) / 6)


def main(condyle, robot, training, other):
    print(f"{robot}: identify --friction full --rotors, then explain; N m rms of the joints, {' '.join(CUTOFF)}\n")
    with tempfile.TemporaryDirectory() as folder:
        found = folder + "/found.urdf"
        run(condyle, "identify", robot, "--input", training, "--friction", "full", "--rotors", *CUTOFF, "-o", found)
        joints = json.loads(run(condyle, "explain", found, "--input", other, *CUTOFF, "--format", "json"))["joints"]
    columns = {
        "the torque itself": lambda j: j["measured_rms"],
        "what stays": lambda j: j["residual_rms"],
        "without presliding": lambda j: j["residual_rms_memoryless"],
        "without delays": lambda j: j["residual_rms_undelayed"],
        "at rest": lambda j: j["residual_rms_at_rest"],
        "moving": lambda j: j["residual_rms_moving"],
        "noise": lambda j: noise_of(other, j["name"]),
    }
    print(f"{'':20s}" + "".join(f"{j['name'].replace('_joint', ''):>15s}" for j in joints))
    for name, value in columns.items():
        print(f"{name:20s}" + "".join(f"{value(j):15.3g}" for j in joints))


if __name__ == "__main__":
    main(*sys.argv[1:])
