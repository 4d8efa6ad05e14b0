"""What a call of the explicit client can raise. Each message is one line for people."""

from __future__ import annotations


class TiercelError(Exception):
    """Any failure of this package."""

    @property
    def may_pass(self) -> bool:
        """Whether the same call may be answered well some time later."""
        return False


class InvalidArgumentError(TiercelError, ValueError):
    """An argument, a file or an environment variable is not what was expected. Nothing was sent."""


class CoordinatorUnavailableError(TiercelError):
    """No coordinator was reached, or none answered in time."""

    @property
    def may_pass(self) -> bool:
        return True


class RefusedError(TiercelError):
    """The coordinator was reached, and refused the call."""


class MalformedError(RefusedError):
    """The call is malformed: a job that is no name, or a range that is none."""


class NotAllowedError(RefusedError):
    """The job is somebody else's, or the caller has no proof of who it is that the coordinator believes now."""

    @property
    def may_pass(self) -> bool:
        return True


class UnknownError(RefusedError):
    """There is no such job."""


class TooMuchError(RefusedError):
    """It is more than the coordinator takes, at all or now."""

    @property
    def may_pass(self) -> bool:
        return True


class FailedError(RefusedError):
    """Something else, which the coordinator's log explains."""
