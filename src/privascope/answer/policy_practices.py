"""The practices of the policy that is asked: already known, or found when needed."""

from threading import Lock

from privascope.errors import NotEnglishError
from privascope.models.onnx import ModelError
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice

# Nobody waits longer than this for a clarifying choice.
_QUICK_SECONDS = 2.0


class PolicyPractices:
    """The practices of one policy, found once."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._known: tuple[Practice, ...] | None = None
        self._lock = Lock()

    def tell(self, known: tuple[Practice, ...]) -> None:
        """Takes the practices from one who knows them."""
        self._known = known

    @property
    def known(self) -> tuple[Practice, ...] | None:
        """The practices if they have been found already."""
        return self._known

    def all(self) -> tuple[Practice, ...]:
        """All practices; an error says why they cannot be found, as in another language."""
        from privascope.traits.practices.find import find_practices

        with self._lock:
            if self._known is None:
                self._known = find_practices(self._policy)
            return self._known

    def at_hand(self) -> tuple[Practice, ...] | None:
        """All practices where they are known or quickly found; None otherwise."""
        from privascope.traits.practices.find import expected_seconds

        if self._known is None and expected_seconds(self._policy) > _QUICK_SECONDS:
            return None
        try:
            return self.all()
        except (NotEnglishError, ModelError):
            return None
