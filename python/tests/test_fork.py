"""Programs in which a client is open start others: PySpark its JVM, Airflow its tasks."""

from __future__ import annotations

import subprocess
import sys

from fake_coordinator import FakeCoordinator

# In a process of its own: the gRPC server of the stand-in would be in the way.
STARTS_OTHERS = """
import subprocess, sys, tiercel
with tiercel.job("j", "/a", coordinators=sys.argv[1], user="ann") as job:
    assert job.problem == "", job.problem
    # As PySpark does; what is called in the child keeps Python from starting it without a fork.
    codes = [subprocess.Popen(["true"], preexec_fn=int).wait(30) for _ in range(200)]
    assert codes == [0] * 200, codes
    assert job.prefetch("/b") is not None
"""

IS_FORKED = """
import multiprocessing, sys, tiercel
def ask():
    with tiercel.Client(sys.argv[1], user="ann", call_deadline=10.0) as client:
        client.status()
with tiercel.Client(sys.argv[1], user="ann") as client:
    client.status()
    child = multiprocessing.get_context("fork").Process(target=ask)
    child.start()
    child.join(30)
    code = child.exitcode
    child.kill()
    assert code == 0, code
    client.status()
"""


def run(program: str, fake: FakeCoordinator) -> None:
    done = subprocess.run([sys.executable, "-c", program, fake.address], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_others_start_while_a_job_is_open(fake: FakeCoordinator) -> None:
    run(STARTS_OTHERS, fake)


def test_a_child_may_have_a_client_of_its_own(fake: FakeCoordinator) -> None:
    run(IS_FORKED, fake)
