"""What an unclear question may mean is offered as links, in one page with the answer."""

from markupsafe import Markup

from privascope.answer.answer import Choice, Verdict
from privascope.serve.web.ask_view import view_answer
from privascope.serve.web.templates import make_templates
from tests.hand_answer import hand_answer, hand_policy

CHOICES = (
    Choice("what is collected about <b>", "What do you collect about <b>?"),
    Choice("who gets it", "Who gets <b>?"),
)


def shown(**changes: object) -> str:
    policy = hand_policy()
    answer = hand_answer(policy, Verdict.SILENT, **changes)
    view = view_answer(answer, policy, lambda question, _: f"/ask?ask={len(question)}")
    source = '{% from "ask_answer.html" import answer_section with context %}'
    template = make_templates().env.from_string(source + "{{ answer_section(view) }}")
    return str(Markup(template.render(view=view)))


def test_each_choice_is_a_link_to_its_question() -> None:
    page = shown(choices=CHOICES)
    assert "Do you mean what is collected about &lt;b&gt;, or who gets it?" in page
    assert 'href="/ask?ask=30"' in page
    assert ">Who gets &lt;b&gt;?</a>" in page


def test_without_choices_nothing_is_asked_back() -> None:
    assert "Do you mean" not in shown()
