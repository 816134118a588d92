"""Ray: the example of docs/engines.md, and a million rows with a worker that is killed in the middle."""

import importlib.util
import os
import signal
import tempfile
import unittest

import numpy

import condyle
import condyle.arrow
from test_engines import run_section

HAVE_RAY = importlib.util.find_spec("ray") and importlib.util.find_spec("pyarrow")
ROWS, PART = 1_000_000, 50_000


def start_ray():
    """Starts workers on this machine, four at most; a busy machine may take long."""
    os.environ.setdefault("RAY_agent_register_timeout_ms", "300000")
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    import ray

    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False
    return ray


class KilledOnce:
    """Computes torques; the first worker that begins the second half of the rows is killed, with its results."""

    def __init__(self, robot, folder):
        self.robot = robot
        self.mark = os.path.join(folder, "killed")

    def __call__(self, batch):
        import pyarrow

        states = condyle.arrow.columns(batch)
        row = states.pop("row")
        if row[0] >= ROWS / 2:
            try:
                os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
                os.kill(os.getpid(), signal.SIGKILL)
            except FileExistsError:
                pass  # another one was
        return pyarrow.table(condyle.arrow.Array({"row": row, "tau": self.robot.inverse_dynamics(**states)}))


@unittest.skipUnless(HAVE_RAY, "Ray, or pyarrow, is not installed")
class Ray(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ray = start_ray()

    @classmethod
    def tearDownClass(cls):
        cls.ray.shutdown()

    def test_the_example(self):
        run_section(self, "Ray", 13)

    def test_a_million_rows_and_a_killed_worker(self):
        import pyarrow.parquet

        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        qd, qdd = numpy.random.default_rng(1).normal(size=(2, ROWS, 6))
        states = {"q": robot.random_configuration(1, ROWS), "qd": qd, "qdd": qdd}
        with tempfile.TemporaryDirectory() as folder:
            table = pyarrow.table(condyle.arrow.Array({"row": numpy.arange(ROWS, dtype=float), **states}))
            pyarrow.parquet.write_table(table, f"{folder}/states.parquet", row_group_size=PART)
            source = self.ray.data.read_parquet(f"{folder}/states.parquet")
            torques = source.repartition(ROWS // PART).map_batches(
                KilledOnce, fn_constructor_args=[robot, folder], batch_format="pyarrow", batch_size=PART,
                compute=self.ray.data.ActorPoolStrategy(size=2),
            )  # fmt: skip
            torques.write_parquet(f"{folder}/torques")
            self.assertTrue(os.path.exists(f"{folder}/killed"))
            found = condyle.arrow.columns(pyarrow.parquet.read_table(f"{folder}/torques"))
        order = numpy.argsort(found["row"])
        numpy.testing.assert_array_equal(found["row"][order], numpy.arange(ROWS))
        numpy.testing.assert_array_equal(found["tau"][order], robot.inverse_dynamics(**states))


if __name__ == "__main__":
    unittest.main()
