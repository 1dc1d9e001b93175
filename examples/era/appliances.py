"""Another domain: questions on manuals of kitchen appliances, written by rules for this example.

    python examples/era/appliances.py FOLDER

Writes labels.jsonl (manuals with questions and the sentences that answer them, in PrivacyQA's
columns) and manuals.jsonl (manuals without labels). Every sentence is made up here.
"""

import argparse
import json
import random
from pathlib import Path

APPLIANCES = (
    "kettle",
    "toaster",
    "blender",
    "rice cooker",
    "coffee maker",
    "slow cooker",
    "juicer",
)
PARTS = ("lid", "jug", "base", "blade", "drip tray", "filter", "cord", "plate")
# What is asked, and how manuals answer it: the words of question and answer differ on purpose.
TOPICS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "washing": (
        ("Can the {part} go in the dishwasher?", "How do I wash the {part}?"),
        (
            "Rinse the {part} by hand in warm water and a little soap.",
            "Do not put the {part} of the {appliance} into a machine; wipe it with a damp cloth.",
            "The {part} may be placed on the upper rack after use.",
        ),
    ),
    "limescale": (
        ("How often should I descale my {appliance}?", "What do I do about limescale?"),
        (
            "Every eight weeks, boil equal amounts of vinegar and water and pour them away.",
            "White deposits are removed with citric acid, more often where water is hard.",
        ),
    ),
    "warranty": (
        ("How long is the guarantee?", "Will you repair it for free?"),
        (
            "Faults of material are put right at no charge within two years of purchase.",
            "Keep the receipt: without it, our workshop has to bill you for the work.",
        ),
    ),
    "children": (
        ("Is the {appliance} safe around kids?", "May my children use it?"),
        (
            "Persons under eight years must be kept away from the {appliance} and its {part}.",
            "Young users need an adult at their side who knows the dangers.",
        ),
    ),
    "noise": (
        ("Why is my {appliance} so loud?", "Is the noise normal?"),
        (
            "A humming sound during the first minute does not mean that anything is wrong.",
            "If the {appliance} rattles, check that the {part} sits firmly.",
        ),
    ),
    "power": (
        ("How much electricity does it use?", "How many watts has the {appliance}?"),
        (
            "It draws {number} W from the mains while heating and less than one in standby.",
            "Energy consumption is printed on the plate under the {part}.",
        ),
    ),
    "disposal": (
        ("How do I throw the {appliance} away?", "Where can I recycle it?"),
        (
            "Take worn-out devices to a municipal collection point, not to household waste.",
            "Shops that sell a new {appliance} must accept the old one.",
        ),
    ),
}
OTHERS = (
    "Read these pages before you switch the {appliance} on.",
    "The {part} is shown in figure {number} on the inside cover.",
    "Place the {appliance} on a level surface with room on all sides.",
    "Press the button once and wait for the lamp to turn green.",
    "Our {appliance} comes with a {part} and a measuring spoon.",
    "Recipes for {number} portions are found at the end of this booklet.",
)


def filled(text: str, chance: random.Random, appliance: str) -> str:
    """A pattern with a part and a number."""
    return text.format(
        appliance=appliance, part=chance.choice(PARTS), number=chance.randrange(3, 90) * 10
    )


def manual(number: int, chance: random.Random) -> tuple[str, list[tuple[str, str]]]:
    """An appliance, and its sentences with their topics; "" for those that answer nothing."""
    appliance = APPLIANCES[number % len(APPLIANCES)]
    sentences = [
        (topic, filled(text, chance, appliance))
        for topic, (_, answers) in TOPICS.items()
        if chance.random() < 0.85
        for text in chance.sample(answers, chance.randrange(1, len(answers) + 1))
    ]
    sentences += [("", filled(text, chance, appliance)) for text in OTHERS]
    chance.shuffle(sentences)
    return appliance, sentences


def labelled(count: int, chance: random.Random) -> list[dict[str, str]]:
    """Rows of manuals with a question for each topic."""
    rows = []
    for number in range(count):
        appliance, sentences = manual(number, chance)
        for asked, (topic, (questions, _)) in enumerate(TOPICS.items()):
            question = filled(chance.choice(questions), chance, appliance)
            rows += [
                {
                    "DocID": f"manual {number}",
                    "QueryID": f"{number}_{asked}",
                    "SentID": f"{number}_{asked}_{place}",
                    "Query": question,
                    "Segment": sentence,
                    "Label": "Relevant" if own == topic else "Irrelevant",
                }
                for place, (own, sentence) in enumerate(sentences)
            ]
    return rows


def main() -> None:
    """Writes both files."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(0)
    rows = labelled(12, chance)
    manuals = [
        {"text": " ".join(text for _, text in manual(number, chance)[1])} for number in range(60)
    ]
    for name, own in (("labels.jsonl", rows), ("manuals.jsonl", manuals)):
        path = folder / name
        path.write_text("".join(json.dumps(row) + "\n" for row in own), encoding="utf-8")
        print(f"{path}: {len(own):,} rows")


if __name__ == "__main__":
    main()
