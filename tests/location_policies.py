"""Four policies that differ in what they say of location, with practices made by hand."""

from collections.abc import Mapping

from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice
from privascope.traits.traits import Traits, pack_traits
from tests.conftest import make_candidate, policy_page

SHARING = "Third Party Sharing/Collection"
LOCATION = ("Personal Information Type", "Location")
ADVERTISING = ("Purpose", "Advertising")
NOT = ("Does/Does Not", "Does Not")
SLUG = "shares-location-with-advertisers"
OPPOSITE = "does-not-share-location-with-advertisers"
SENTENCES = {
    "Alder": "We share your location with advertisers who pay for the service.",
    "Birch": "We never share your location with advertisers of any kind.",
    "Cedar": "We share your location with the courier who brings the parcel.",
    "Dogwood": "We share your location with advertisers when you let us.",
}


def practices_in(
    policy: Policy, category: str, sentence: str, words: Mapping[tuple[str, str], str]
) -> list[Practice]:
    """The practices of the segment that holds a sentence, each at its words."""
    at = policy.text.index(sentence)
    number = next(n for n, one in enumerate(policy.segments) if one.start <= at < one.end)
    segment = policy.segments[number]
    found = [Practice(category, "", "", 0.9, number, segment.start, segment.end)]
    for (attribute, value), word in words.items():
        start = at + sentence.index(word)
        found.append(Practice(category, attribute, value, 0.8, number, start, start + len(word)))
    return found


def keep(writer: LibraryWriter, version_id: str, practices: list[Practice]) -> None:
    """Stores practices as if the model had found them."""
    writer.set_traits(version_id, pack_traits(Traits(practices=tuple(practices))))
    writer.log_change(version_id)


def four_policies(writer: LibraryWriter) -> dict[str, str]:
    """One that says so, one that denies it, a silent one, and one that was not read; by name."""
    words = {
        "Alder": {LOCATION: "location", ADVERTISING: "advertisers"},
        "Birch": {LOCATION: "location", ADVERTISING: "advertisers", NOT: "never"},
        "Cedar": {LOCATION: "location"},
    }
    ids: dict[str, str] = {}
    with writer.transaction():
        for name, sentence in SENTENCES.items():
            page = policy_page(name, sentence)
            candidate = make_candidate(page, f"https://{name.lower()}.example/privacy")
            ids[name] = writer.store(candidate)[0]
            version = writer.policy(ids[name]).current_version
            if name in words:
                policy = writer.derived(version).policy
                keep(writer, version, practices_in(policy, SHARING, sentence, words[name]))
    catch_up(writer)
    return ids
