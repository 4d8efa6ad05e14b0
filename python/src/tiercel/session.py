"""A job that has its input brought into memory. Made to sit in a job: it never raises, and never waits for long."""

from __future__ import annotations

import itertools
import logging
import random
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Callable, NamedTuple, Optional

from . import model
from .channel import RetryBackoff
from .client import Client
from .errors import CoordinatorUnavailableError, TiercelError
from .model import Duration, Paths, Selection

LOG = logging.getLogger("tiercel")

_LONGEST_RETRY = 16.0
_FIRST_WAIT = 1.0
_LAST_WAIT = 32.0
_CLOSE_SECONDS = 5.0
_CLOSE_SECONDS_IF_ABSENT = 0.5
_MOST_UNRELEASED = 1_000


class _Hint:
    """A hint that is made again if the coordinator forgets it."""

    def __init__(self, number: int, data: tuple[Selection, ...], needed_in: Optional[Duration]) -> None:
        self.number = number
        self.data = data
        self._needed_at = None if needed_in is None else time.monotonic() + model.seconds_of(needed_in)
        self.first_try = threading.Event()
        self.answer: Optional[model.Prefetched] = None
        self.missed = False
        self._next_wait = _FIRST_WAIT

    def needed_in(self) -> Optional[float]:
        return None if self._needed_at is None else max(0.0, self._needed_at - time.monotonic())

    def next_wait(self) -> float:
        wait = self._next_wait
        self._next_wait = min(_LAST_WAIT, 2 * wait)
        return wait


class _Release(NamedTuple):
    """Data that is given back. Hints with higher numbers came later: what they name is wanted again."""

    number: int
    data: tuple[Selection, ...]


class Job:
    """The data that one job wants in memory. While it is open, a daemon thread renews its lease at a third of its length, and hints again
    what a restarted or another coordinator does not know. Closing it gives everything back.

    No method raises because of the coordinator, and none waits longer than it says. Problems are logged once each, by the logger ``tiercel``;
    ``problem`` is the last one. Thread-safe.
    """

    def __init__(self, client: Optional[Client], name: str, *, owns_client: bool = False, problem: str = "") -> None:
        self.name = name
        self.problem = problem
        """Why nothing is brought in now, in one line; empty if all is well."""
        self._client = client
        self._owns_client = owns_client
        self._session = random.SystemRandom().randrange(1, 1 << 63)
        self._numbers = itertools.count(1)
        self._state = threading.Condition()
        # Guarded by the condition, as is all below.
        self._hints: list[_Hint] = []
        self._unreleased: list[_Release] = []
        self._retries = RetryBackoff(_LONGEST_RETRY)
        self._renew_at: Optional[float] = None
        self._again: list[tuple[float, _Hint]] = []
        self._renewer: Optional[threading.Thread] = None
        self._hinting_again = False
        self._sending = 0
        self._epoch = 0
        self._is_absent = False
        self._closed = False

    def prefetch(self, paths: Paths, *, needed_in: Optional[Duration] = None, wait: float = 10.0) -> Optional[model.Prefetched]:
        """Asks that data be in memory, until it is released or the job is closed.

        :param needed_in: earlier needs are served first; default: as if it were needed in five minutes
        :param wait: most seconds to wait for the coordinator's answer; the hint counts when it is taken, also later
        :return: the answer; None if there is none yet, or none at all
        """
        if self._client is None:
            return None
        try:
            hint = _Hint(next(self._numbers), model.selections_of(paths), needed_in)
            longest = _waitable(wait)
        except Exception as e:  # whatever the caller has named
            self._note(e)
            return None
        with self._state:
            if self._closed or not self._renews():
                return None
            self._hints.append(hint)
            self._sending += 1
        if self._start(lambda: self._send(hint), "hint") is None:
            with self._state:
                self._sending -= 1
                self._state.notify_all()
                if hint in self._hints:
                    self._hints.remove(hint)
            return None
        hint.first_try.wait(longest)
        return hint.answer

    def release(self, paths: Paths, *, wait: float = 5.0) -> Optional[model.Released]:
        """Gives some data back. What was hinted by the same paths is not asked for again.

        :param wait: most seconds to wait for the coordinator's answer
        :return: the answer; None if there is none
        """
        if self._client is None:
            return None
        try:
            data = model.selections_of(paths)
            longest = _waitable(wait)
        except Exception as e:  # whatever the caller has named
            self._note(e)
            return None
        with self._state:
            given = _Release(next(self._numbers), data)
            self._hints = [hint for hint in self._hints if not set(hint.data) <= set(data)]
        answers: list[model.Released] = []
        thread = self._start(lambda: answers.extend(self._give_back(given)), "release")
        if thread is None:
            self._give_back_later(given)
        else:
            thread.join(longest)
        return answers[0] if answers else None

    def close(self) -> None:
        """Gives everything back. Waits at most five seconds, and half a second if the coordinator did not answer before."""
        with self._state:
            if self._closed:
                return
            self._closed = True
            self._state.notify_all()
            wait = _CLOSE_SECONDS_IF_ABSENT if self._is_absent else _CLOSE_SECONDS
        if self._client is not None:
            released = threading.Event()
            if self._start(lambda: self._end(released), "end") is not None:
                released.wait(wait)
            elif self._owns_client:
                self._client.close()

    def __enter__(self) -> Job:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _start(self, work: Callable[[], Any], name: str) -> Optional[threading.Thread]:
        """A daemon thread, because the end of the program must not wait for a coordinator. None if the system gives no more threads."""

        def run() -> None:
            try:
                work()
            except Exception as e:  # a defect here must not end a user's job
                self._note(e)

        thread = threading.Thread(target=run, name=f"tiercel-{name}", daemon=True)
        try:
            thread.start()
        except RuntimeError as e:
            self._note(e)
            return None
        return thread

    def _send(self, hint: _Hint) -> None:
        """Its caller has counted it in ``_sending``."""
        try:
            client = self._the_client()
            answer = client.hint_of_session(self.name, hint.data, hint.needed_in(), self._session, hint.number)
        except Exception as e:
            self._note(e)
            with self._state:
                hint.missed = isinstance(e, TiercelError) and e.may_pass
                if not hint.missed and hint.answer is None and hint in self._hints:
                    self._hints.remove(hint)
                self._renew_after(None)
        else:
            self._taken(hint, answer)
        finally:
            hint.first_try.set()
            with self._state:
                self._sending -= 1
                self._state.notify_all()

    def _taken(self, hint: _Hint, answer: model.Prefetched) -> None:
        with self._state:
            first = hint.answer is None
            hint.answer = answer
            hint.missed = False
            self._is_absent = False
            self.problem = ""
            if self._epoch == 0:
                self._epoch = self._the_client().epoch
            wanted = hint in self._hints and not self._closed
            if wanted and any(each.temporary for each in answer.skipped):
                self._again.append((time.monotonic() + hint.next_wait(), hint))
                self._state.notify_all()
            if not self._closed:
                self._renew_after(answer.lease.total_seconds())
        if first:
            for each in answer.skipped:
                LOG.warning("job %s: %s", self.name, each)
        if not wanted:
            # Taken after it was released, or after the end of the job.
            with suppress(TiercelError):
                self._the_client().release(self.name, hint.data)

    def _renew_after(self, lease: Optional[float]) -> None:
        """Plans the next renewal, unless one is due sooner. The caller holds the condition.

        :param lease: None after a failure
        """
        if self._closed or not (self._hints or self._unreleased):
            return
        if lease is not None:
            self._retries.succeeded()
            due = time.monotonic() + max(0.001, lease / 3)
        elif self._renew_at is not None and self._renewer is not None:
            return
        else:
            due = time.monotonic() + self._retries.next()
        if self._renew_at is None or due < self._renew_at:
            self._renew_at = due
            self._state.notify_all()
        self._renews()

    def _renews(self) -> bool:
        """Whether the thread that renews is there; starts it if need be. The caller holds the condition."""
        if self._renewer is None:
            self._renewer = self._start(self._keep, "lease")
        return self._renewer is not None

    def _keep(self) -> None:
        """The thread that renews, until the job is closed."""
        while True:
            with self._state:
                while not self._closed and self._wait_seconds() > 0:
                    self._state.wait(min(3600.0, self._wait_seconds()))
                if self._closed:
                    return
                now = time.monotonic()
                again = [hint for due, hint in self._again if due <= now and hint in self._hints]
                self._again = [(due, hint) for due, hint in self._again if due > now]
                is_due = self._renew_at is not None and self._renew_at <= now
                if is_due:
                    self._renew_at = None
            self._hint_again(again)
            if is_due:
                self._renew()

    def _wait_seconds(self) -> float:
        dues = [due for due, _ in self._again] + ([self._renew_at] if self._renew_at is not None else [])
        return min(dues, default=float("inf")) - time.monotonic()

    def _renew(self) -> None:
        try:
            renewed = self._the_client().renew(self.name)
        except Exception as e:
            self._note(e)
            with self._state:
                self._renew_after(None)
            return
        with self._state:
            self._is_absent = False
            epoch = self._the_client().epoch
            replaced = self._epoch not in (0, epoch)
            self._epoch = epoch
            # Another coordinator knows the job, but perhaps by other hints than all of these.
            again = [hint for hint in self._hints if not renewed.known or replaced or hint.missed]
            unreleased, self._unreleased = self._unreleased, []
            if renewed.known or not again:
                self.problem = ""
                self._renew_after(renewed.lease.total_seconds() or 3 * _LONGEST_RETRY)
            else:
                # Should the thread that hints again fail, the lease is looked at again.
                self._renew_after(3 * _LONGEST_RETRY)
        for given in unreleased:
            self._give_back(given)
        self._hint_again(again)

    def _hint_again(self, hints: list[_Hint]) -> None:
        """In a thread of its own: the coordinator may have to ask HDFS for long, and the lease must be renewed meanwhile."""
        with self._state:
            if not hints or self._hinting_again:
                # Those that are left out are asked about at the next renewal.
                for hint in hints:
                    hint.missed = True
                return
            self._hinting_again = True

        def send() -> None:
            try:
                for hint in hints:
                    with self._state:
                        if self._closed or hint not in self._hints:
                            continue
                        self._sending += 1
                    self._send(hint)
            finally:
                with self._state:
                    self._hinting_again = False

        if self._start(send, "hint-again") is None:
            with self._state:
                self._hinting_again = False
                for hint in hints:
                    hint.missed = True

    def _give_back(self, given: _Release) -> list[model.Released]:
        """Leaves out what the job has wanted again since."""
        with self._state:
            wanted = [each.path for hint in self._hints if hint.number > given.number for each in hint.data]
        data = tuple(each for each in given.data if not any(_overlap(each.path, path) for path in wanted))
        if not data:  # To a coordinator this would mean all data.
            return []
        try:
            return [self._the_client().release(self.name, data)]
        except TiercelError as e:
            self._note(e)
            if e.may_pass:
                self._give_back_later(given)
            return []

    def _give_back_later(self, given: _Release) -> None:
        """At the next renewal."""
        with self._state:
            if not self._closed and len(self._unreleased) < _MOST_UNRELEASED:
                self._unreleased.append(given)
                self._renew_after(None)

    def _end(self, released: threading.Event) -> None:
        try:
            self._the_client().release(self.name)
        except TiercelError as e:
            self._note(e)
        finally:
            released.set()
            if self._owns_client:
                with self._state:
                    # Whoever sends a hint gives it back, if the coordinator takes it only now. Calls have deadlines.
                    self._state.wait_for(lambda: self._sending == 0)
                self._the_client().close()

    def _the_client(self) -> Client:
        assert self._client is not None
        return self._client

    def _note(self, error: Exception) -> None:
        line = str(error) if isinstance(error, TiercelError) else f"{type(error).__name__}: {error}"
        with self._state:
            is_new = line != self.problem
            self.problem = line
            if isinstance(error, CoordinatorUnavailableError):
                self._is_absent = True
        if is_new:
            LOG.warning("job %s: nothing is brought into memory (%s); the job runs on", self.name, line)


def _waitable(seconds: float) -> float:
    """Seconds for which a thread can wait."""
    return min(max(0.0, float(seconds)), threading.TIMEOUT_MAX)


def _overlap(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def job(
    name: str,
    paths: Paths = (),
    *,
    coordinators: Optional[str] = None,
    needed_in: Optional[Duration] = None,
    wait: float = 10.0,
    user: Optional[str] = None,
    ca_file: Optional[str] = None,
    token_file: Optional[str] = None,
    token_service: Optional[str] = None,
) -> Job:
    """Opens a job, and hints its input if paths are given. Never raises; see :class:`Job`.

    ::

        with tiercel.job("nightly", "/events/today"):
            run()

    :param wait: most seconds to wait for the coordinator's answer
    :param coordinators: this and the rest as for :class:`tiercel.Client`
    """
    try:
        client = Client(coordinators, user=user, ca_file=ca_file, token_file=token_file, token_service=token_service)
        opened = Job(client, model.job_name(name), owns_client=True)
    except Exception as e:
        line = str(e) if isinstance(e, TiercelError) else f"{type(e).__name__}: {e}"
        LOG.warning("job %s: nothing is brought into memory (%s); the job runs on", name, line)
        return Job(None, str(name), problem=line)
    names_nothing = isinstance(paths, (str, tuple, list)) and not paths  # an array has no truth value
    if not names_nothing:
        opened.prefetch(paths, needed_in=needed_in, wait=wait)
    return opened
