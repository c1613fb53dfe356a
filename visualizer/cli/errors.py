"""The reasons for a command to end without a result."""


class CommandError(Exception):
    """The error raised when a command cannot do its work; the message says what to do next."""


class LimitReached(Exception):
    """The error raised when the allowed time is up."""


class GaveUp(Exception):
    """The error raised when an incomplete method ends without an answer."""
