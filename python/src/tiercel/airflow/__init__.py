"""Operators for Apache Airflow 2.7 and later, and 3: ``pip install tiercel[airflow]``.

::

    prefetch = TiercelPrefetchOperator(task_id="prefetch", job="nightly-{{ ds }}", paths=["/events/{{ ds }}"])
    release = TiercelReleaseOperator(task_id="release", job="nightly-{{ ds }}")
    prefetch >> nightly >> release
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from .core import Connection, Steps

if TYPE_CHECKING:
    from airflow.exceptions import AirflowException, AirflowSensorTimeout
    from airflow.sdk import BaseOperator, BaseSensorOperator
else:
    try:  # Airflow 3
        from airflow.sdk import BaseOperator, BaseSensorOperator
    except ImportError:  # Airflow 2
        from airflow.models.baseoperator import BaseOperator
        from airflow.sensors.base import BaseSensorOperator
    try:  # Airflow 3.2
        from airflow.sdk.exceptions import AirflowException, AirflowSensorTimeout
    except ImportError:
        from airflow.exceptions import AirflowException, AirflowSensorTimeout

__all__ = ["TiercelInMemorySensor", "TiercelPrefetchOperator", "TiercelReleaseOperator"]

_CONNECTION = ("coordinators", "user", "ca_file", "token_file", "token_service")


class _CoordinatorTask(BaseOperator):
    """What our operators share: whose data it is, and how the coordinator is reached."""

    template_fields: Sequence[str] = ("job", *_CONNECTION)
    ui_color = "#d7ecd9"

    def __init__(
        self,
        *,
        job: str,
        strict: bool = False,
        coordinators: Optional[str] = None,
        user: Optional[str] = None,
        ca_file: Optional[str] = None,
        token_file: Optional[str] = None,
        token_service: Optional[str] = None,
        retry_for: float = 30.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.job = job
        self.strict = strict
        self.coordinators = coordinators
        self.user = user
        self.ca_file = ca_file
        self.token_file = token_file
        self.token_service = token_service
        self.retry_for = retry_for

    def _steps(self) -> Steps:
        connection = Connection(**{name: getattr(self, name) for name in _CONNECTION}, retry_for=self.retry_for)
        return Steps(connection, self.strict, self.log, (AirflowException,))


class TiercelPrefetchOperator(_CoordinatorTask):
    """Asks that data be in memory. Ends when the data is queued; :class:`TiercelInMemorySensor` waits for it.

    :param job: owner of the data, also for the release; an application with ``spark.tiercel.job`` of that name takes it over
    :param paths: files, directories or globs; text with commas between them is taken, too
    :param keep: for how long the data is kept if nobody releases it; Airflow holds nothing open that could renew a lease
    :param strict: a failure, or data that does not come in, fails the task. Default: it is a warning
    :param coordinators: this, user, ca_file, token_file and token_service as for :class:`tiercel.Client`
    :param retry_for: seconds to try again while no coordinator answers
    """

    template_fields: Sequence[str] = ("paths", *_CoordinatorTask.template_fields)

    def __init__(self, *, paths: Union[str, Sequence[str]], keep: timedelta = timedelta(hours=1), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.paths = paths
        self.keep = keep

    def execute(self, context: Any) -> Mapping[str, Any]:
        return self._steps().prefetch(self.job, self.paths, self.keep.total_seconds())


class TiercelReleaseOperator(_CoordinatorTask):
    """Gives a job's data back. Runs whatever became of the tasks before it, unless ``trigger_rule`` says otherwise.

    :param job: as given to :class:`TiercelPrefetchOperator`, as are the other parameters
    """

    def __init__(self, *, trigger_rule: str = "all_done", **kwargs: Any) -> None:
        super().__init__(trigger_rule=trigger_rule, **kwargs)

    def execute(self, context: Any) -> Mapping[str, Any]:
        return self._steps().release(self.job)


class TiercelInMemorySensor(_CoordinatorTask, BaseSensorOperator):
    """Waits until a job's data is in memory. Waits no longer if no more of it will come, no coordinator answers, or ``timeout`` is over.

    :param job: as given to :class:`TiercelPrefetchOperator`, as are the other parameters
    :param share: of the data that is enough, from 0 to 1
    :param strict: what ends the wait too early fails the task. Default: the DAG goes on
    :param timeout: seconds
    """

    def __init__(self, *, share: float = 1.0, timeout: float = 600.0, poke_interval: float = 5.0, **kwargs: Any) -> None:
        super().__init__(timeout=timeout, poke_interval=poke_interval, **kwargs)
        self.share = share

    def poke(self, context: Any) -> bool:
        return self._steps().is_in_memory(self.job, self.share)

    def execute(self, context: Any) -> Any:
        try:
            return super().execute(context)
        except AirflowSensorTimeout as e:
            if self.strict:
                raise
            self.log.warning("the DAG does not wait longer for memory (%s)", e)
            return None
