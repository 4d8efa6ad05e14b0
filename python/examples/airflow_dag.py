"""A DAG whose nightly job finds its input in memory. The DAG goes on if Tiercel is away.

The workers have TIERCEL_COORDINATOR=namenode:7411 in their environment.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from tiercel.airflow import TiercelInMemorySensor, TiercelPrefetchOperator, TiercelReleaseOperator

try:  # Airflow 3
    from airflow.providers.standard.operators.bash import BashOperator
    from airflow.sdk import DAG
except ImportError:  # Airflow 2
    from airflow import DAG
    from airflow.operators.bash import BashOperator

JOB = "nightly-{{ ds }}"

with DAG("nightly", schedule="@daily", start_date=datetime(2026, 1, 1), catchup=False):
    prefetch = TiercelPrefetchOperator(task_id="prefetch", job=JOB, paths=["/events/{{ ds }}"], keep=timedelta(hours=3))
    in_memory = TiercelInMemorySensor(task_id="in_memory", job=JOB, share=0.9, timeout=900)
    nightly = BashOperator(task_id="nightly", bash_command="spark-submit --conf spark.tiercel.job=" + JOB + " nightly.py {{ ds }}")
    release = TiercelReleaseOperator(task_id="release", job=JOB)
    prefetch >> in_memory >> nightly >> release
    # As setup and teardown, the state of the release does not decide that of the DAG.
    release.as_teardown(setups=prefetch)
