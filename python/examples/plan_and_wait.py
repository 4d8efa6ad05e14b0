"""Brings today's events into memory before a job that starts at 05:00, and says whether they can be there in time.

    TIERCEL_COORDINATOR=namenode:7411 python plan_and_wait.py /events/today
"""

from __future__ import annotations

import sys
from datetime import datetime, time, timedelta

import tiercel


def main(paths: list[str]) -> int:
    now = datetime.now()
    start = datetime.combine(now.date(), time(5))
    if start <= now:
        start += timedelta(days=1)
    try:
        with tiercel.Client(retry_for=30) as client:
            plan = client.plan("morning", paths, at=start)
            print(f"{plan.in_memory.blocks} blocks in memory, {plan.in_time.blocks} expected in time")
            for problem in plan.problems():
                print(problem, file=sys.stderr)
            progress = client.wait("morning", timeout=600)
            print(f"{progress.blocks.resident_bytes} of {progress.blocks.wanted_bytes} bytes in memory")
            return 0 if plan.complete else 1
    except tiercel.TiercelError as e:
        print(e, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
