"""The errors that users may see; each message says what happened and what to do."""


class PrivascopeError(Exception):
    """Anything that Privascope reports to its user instead of crashing."""


class UnreadablePageError(PrivascopeError):
    """The bytes are not a readable document: empty, binary or damaged."""


class TooLargeError(UnreadablePageError):
    """The document is larger than the limit, as it stands or unpacked."""


class NeedsBrowserError(UnreadablePageError):
    """The page holds no text of its own; scripts would draw it in a browser."""


class NoTextError(UnreadablePageError):
    """The document opens but holds no text, such as a scanned PDF."""


class NotEnglishError(PrivascopeError):
    """What was requested is available only for English policies."""


class FetchError(PrivascopeError):
    """An address could not be fetched."""


class RefusedAddressError(FetchError):
    """The address leads into a private network, or robots.txt forbids it."""


class SourceError(PrivascopeError):
    """A source of policies cannot be read."""


class SchedulerError(PrivascopeError):
    """The machines that should share the work cannot."""


class DataError(PrivascopeError):
    """A data file does not have the form it should have; names the row."""


class LibraryError(PrivascopeError):
    """The library cannot do what was asked."""


class LibraryBusyError(LibraryError):
    """Another process is writing to the library."""


class DiskFullError(LibraryError):
    """The disk is full."""


class EngineError(LibraryError):
    """The text engine cannot do what was asked."""


class EngineUnreachableError(EngineError):
    """The text engine does not answer."""


class IndexDamagedError(EngineError):
    """The index cannot be read; it can be rebuilt from the store."""


class IndexReadOnlyError(EngineError):
    """The index may not be written to."""


class IndexFullError(EngineError, DiskFullError):
    """The disk is full, so the index cannot be written."""


class NotFoundError(LibraryError):
    """No policy or version has that name."""


class AmbiguousError(NotFoundError):
    """Several policies have that name."""


class MissingExtraError(PrivascopeError):
    """A part that is not installed is needed."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs an extra: pip install 'privascope[{extra}]'")
