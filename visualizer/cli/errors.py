"""The reasons why a command may end without a result."""


class CommandError(Exception):
    """The error for a command that cannot do its work; the message says what to do next."""


class LimitReached(Exception):
    """The error raised when the allowed time is up."""


class GaveUp(Exception):
    """The error raised when an incomplete method ends without an answer."""
