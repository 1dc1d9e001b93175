"""The practices that a question maps onto, where a sentence states them."""

from privascope.answer.from_practices import practice_scores
from privascope.answer.mapping.map_question import map_question, mapping_is_there
from privascope.answer.passages import Passages
from privascope.answer.signals.signal import Floats


class Practices:
    """How likely what a sentence states is what the question is about."""

    name = "practices"

    def is_available(self) -> bool:
        """Whether questions can be mapped onto practices, and practices found."""
        from privascope.models.practices import FOLDER

        return mapping_is_there() and (FOLDER / "model.onnx").is_file()

    def score(self, question: str, passages: Passages) -> Floats:
        """The share of the question's meaning that each sentence states."""
        practices = passages.practices.all() if passages.practices else ()
        return practice_scores(map_question(question), practices, passages)
