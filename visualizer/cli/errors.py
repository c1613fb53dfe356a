"""The reasons a command may end without a result."""


class CommandError(Exception):
    """Raised when a command cannot do its job. The message says what to do next."""


class LimitReached(Exception):
    """Raised when the time limit is up."""


class GaveUp(Exception):
    """Raised when an incomplete method ends without an answer."""
