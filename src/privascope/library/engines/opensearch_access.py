"""How a cluster is reached: what the environment says, and never a library."""

import os
from dataclasses import dataclass

_VARIABLE = "PRIVASCOPE_OPENSEARCH"


@dataclass(frozen=True, slots=True)
class Access:
    """User and password, the authority to trust, and a client certificate; "" is none."""

    user: str = ""
    password: str = ""
    authority: str = ""
    certificate: str = ""
    key: str = ""

    def __repr__(self) -> str:
        """Without the password."""
        return f"<Access of {self.user!r}>"

    @property
    def files(self) -> str:
        """The variables that name files, with the files, for a message."""
        named = {"CA": self.authority, "CERTIFICATE": self.certificate, "KEY": self.key}
        return ", ".join(f"{_VARIABLE}_{name} ({path})" for name, path in named.items() if path)


def access() -> Access:
    """What the environment says."""
    names = ("USER", "PASSWORD", "CA", "CERTIFICATE", "KEY")
    return Access(*(os.environ.get(f"{_VARIABLE}_{name}", "") for name in names))


def address_or(usual: str) -> str:
    """The address that the environment names, or else the usual one."""
    return os.environ.get(_VARIABLE) or usual
