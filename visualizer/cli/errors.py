"""Why a command ends without a result."""


class CommandError(Exception):
    """The command cannot do this; the message says what to do next."""


class LimitReached(Exception):
    """The time allowed has gone by."""


class GaveUp(Exception):
    """An incomplete method came to its end without an answer."""
