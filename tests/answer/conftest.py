"""A small policy of our own making, to ask."""

import pytest

from privascope.answer.answer import Source
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy
from privascope.policy.read import read_page

POLICY = """# Tidewick Privacy Policy

Last updated: 3 March 2025

Tidewick is a diary app of Tidewick Ltd.

## Contents

- Do you sell data?
- How long do you keep it?

## What we collect

We collect the following when you open an account:

- your name and e-mail address;
- the photos that you add to an entry;
- the model of your device.

With your permission the app reads your location. This includes the place where a photo was taken.

## Do you sell data?

We never sell personal information to anybody. We share e-mail addresses with Postkite, which
sends our newsletter.

## How long do you keep it?

Entries are kept until you delete them, and backups for 30 days. Invoices are kept for seven years.

## Cookies

The website sets two cookies, one for the login and one for the language.

## Your rights

You can delete your account in the settings or ask for a copy of your data at any time.

## Contact

Write to privacy@tidewick.example.
"""


def make_policy(text: str, content_type: str = "text/markdown") -> Policy:
    """The policy that a text makes."""
    return derive_policy(read_page(text.encode(), "https://tidewick.example/privacy", content_type))


@pytest.fixture(scope="session")
def policy() -> Policy:
    return make_policy(POLICY)


@pytest.fixture(scope="session")
def source() -> Source:
    return Source(
        policy_id="p",
        version_id="v",
        title="Tidewick Privacy Policy",
        organisation="Tidewick Ltd",
        url="https://tidewick.example/privacy",
        date="2025-03-03",
    )
