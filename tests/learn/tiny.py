"""A base encoder so small that it learns in a second, and texts for it."""

import json
from pathlib import Path
from typing import Any

from tests.asked_rows import policy_row, question_row

WORDS = (
    "we you they us our your the a to of and with for not do does is are how what who long will "
    "may can keep kept share shared sell sold collect collected store stored data name email "
    "phone address location cookies partners advertisers police years months days year month "
    "delete encrypted passwords children adults account games music . , ? one two three four five"
).split()

SUBJECTS = ("name", "email", "phone", "address", "location", "account", "games", "music")
ACTIONS = ("keep", "share", "sell", "collect", "store", "delete")
OTHERS = ("partners", "advertisers", "police", "children", "adults")


def tiny_base(
    folder: Path, size: int = 32, positions: int = 160, types: int = 2, more: tuple[str, ...] = ()
) -> str:
    """The name of a new encoder with random weights, always the same ones."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel

    from privascope.learn.base import save_base

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = [letter for one in "abcdefghijklmnopqrstuvwxyz" for letter in (one, f"##{one}")]
    vocabulary = {word: number for number, word in enumerate([*special, *WORDS, *letters, *more])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    torch.manual_seed(11)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=size,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=2 * size,
        max_position_embeddings=positions,
        type_vocab_size=types,
        hidden_dropout_prob=0.05,
        attention_probs_dropout_prob=0.05,
        initializer_range=0.1,
    )
    save_base(folder, BertModel(config, add_pooling_layer=False), tokenizer)
    return str(folder)


def tiny_sentences() -> list[str]:
    """Sentences whose words foretell each other."""
    return [
        f"We {action} your {subject} and {other} may {action} the {subject}."
        for action in ACTIONS
        for subject in SUBJECTS
        for other in OTHERS
    ]


def corpus_rows(documents: int = 12) -> list[dict[str, Any]]:
    """Rows of unlabelled policies, each long enough to count."""
    sentences = tiny_sentences()
    share = -(-len(sentences) // documents)
    return [
        {"id": str(number), "text": " ".join(sentences[number * share : (number + 1) * share])}
        for number in range(documents)
    ]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    """A JSON Lines file of rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


# What is asked about, and the word by which a sentence answers; they have no letter of theirs.
ANSWERS = {
    "name": "partners",
    "email": "advertisers",
    "phone": "police",
    "address": "children",
    "location": "adults",
    "account": "years",
    "games": "months",
    "music": "cookies",
}
# A question that is none for a policy.
OUTSIDE = "how long is one month and one year ?"
_FILLERS = ("we keep", "you may share", "they will store", "us do not sell", "our one can delete")


def labelled_rows(policies: int = 6) -> list[dict[str, Any]]:
    """Rows in PrivacyQA's columns: which answer belongs to which question must be learned."""
    rows = []
    for policy in range(policies):
        order = [*ANSWERS.values()]
        order = order[policy % 8 :] + order[: policy % 8]
        sentences = [
            f"{_FILLERS[(policy + place) % len(_FILLERS)]} {word} ."
            for place, word in enumerate(order)
        ]
        for asked, (subject, answer) in enumerate(ANSWERS.items()):
            for place, sentence in enumerate(sentences):
                rows.append(
                    {
                        "DocID": f"policy {policy}",
                        "QueryID": f"{policy}_{asked}",
                        "SentID": f"{policy}_{asked}_{place}",
                        "Query": f"what of {subject} ?",
                        "Segment": sentence,
                        "Label": "Relevant" if answer in sentence else "Irrelevant",
                    }
                )
    return rows


def answering_corpus() -> list[dict[str, Any]]:
    """Unlabelled policies with sentences that answer and many that do not."""
    starts = ("our account can store", "they may not collect", "you will share the data of")
    right = [f"{start} {word} for one year." for start in starts for word in ANSWERS.values()]
    return [{"text": " ".join(right) + " " + row["text"]} for row in corpus_rows(4)]


def policyqa_rows(policies: int = 3) -> list[dict[str, Any]]:
    """Rows in SQuAD's form: what is asked about stands in the paragraph, behind the same word."""
    rows = []
    for policy in range(policies):
        paragraphs = []
        for number, subject in enumerate(SUBJECTS):
            other = OTHERS[(policy + number) % len(OTHERS)]
            text = f"we keep your {subject} . we share it with {other} for {policy + 1} years ."
            asked = {
                "id": f"{policy}_{number}",
                "question": f"who has my {subject} ?",
                "answers": [{"text": other, "answer_start": text.index(other)}],
            }
            paragraphs.append({"context": text, "qas": [asked]})
        rows.append({"title": f"policy {policy}", "paragraphs": paragraphs})
    return rows


def sectioned_rows(services: int = 40) -> list[dict[str, Any]]:
    """Policies in Markdown whose headings ask for what stands below them."""
    return [
        {
            "service": f"service {number}",
            "markdown": f"# Privacy policy of service {number}\n\n"
            + "".join(
                f"## {place}. Your {subject}\n\nWe keep the {subject} and show it to {answer} "
                f"for {number} days and for no longer than that.\n\n"
                for place, (subject, answer) in enumerate(ANSWERS.items(), 1)
            ),
        }
        for number in range(services)
    ]


def reader_base(folder: Path, size: int = 32) -> str:
    """A base that a reader can be made of."""
    return tiny_base(folder, size, positions=512, more=(":",))


def asked_rows(policies: int = 12) -> list[dict[str, Any]]:
    """Policies with questions: what is asked about is answered by the word that belongs to it.

    Two of eight subjects are missing in each policy, and one question is for no policy.
    """
    return [_asked_policy(policy) for policy in range(policies)]


def _asked_policy(policy: int) -> dict[str, Any]:
    sentences: list[str] = []
    questions = [question_row(question=OUTSIDE, verdict="out_of_scope", answers=[])]
    for number, (subject, answer) in enumerate(ANSWERS.items()):
        asked = question_row(question=f"what of my {subject} ?", verdict="silent", answers=[])
        if number not in (policy % 8, (policy + 3) % 8):
            stance = ("yes", "no", None)[number % 3]
            asked |= {"verdict": "answered", "answers": [len(sentences)], "stance": stance}
            sentences.append(f"We {_FILLERS[(policy + number) % 5]} the {answer} .")
        questions.append(asked)
    text = "\n\n".join(sentences)
    starts = [text.index(sentence) for sentence in sentences]
    places = [[start, start + len(own)] for start, own in zip(starts, sentences, strict=True)]
    return policy_row(
        policy_id=f"own/{policy}", text=text, sentences=places, questions=questions, statements={}
    )
