"""The statements that readers looked for in policies, by the product's own slugs."""

# In the order in which labels list them: a row says how many of them were looked for.
FIRST = tuple(
    """
    collects-contact-details collects-location collects-health-data collects-payment-details
    collects-official-numbers uses-cookies follows-you-elsewhere gets-data-from-others
    uses-data-for-advertising shares-data-with-advertisers does-not-share-data-with-advertisers
    shares-location-with-advertisers does-not-share-location-with-advertisers shares-location
    shares-contact-details does-not-share-contact-details shares-health-data
    shares-payment-details lets-others-track-you-here names-companies sells-data
    does-not-sell-data shares-when-the-law-asks passes-data-on-if-sold makes-data-public
    lets-you-opt-out lets-you-opt-out-of-marketing lets-you-opt-out-of-advertising
    lets-you-refuse-cookies lets-you-object lets-you-withdraw-consent lets-you-see-your-data
    lets-you-correct-your-data lets-you-delete-your-data lets-you-take-your-data-along
    says-where-to-complain names-a-data-protection-officer states-a-retention-period
    keeps-data-as-long-as-needed keeps-data-for-ever encrypts-data-in-transit
    tells-you-of-changes posts-changes-here honours-do-not-track ignores-do-not-track
    honours-global-privacy-control speaks-of-children sends-data-abroad
    """.split()
)
LATER = tuple(
    """
    trains-ai makes-automated-decisions uses-face-or-voice-prints deals-with-data-brokers
    shares-with-social-networks keeps-data-after-deletion notifies-of-breaches
    stores-data-in-named-country usable-without-account bars-children-under-age
    names-legal-bases sells-under-california-law
    """.split()
)
ALL = FIRST + LATER

# A policy may say both of a pair, in different places.
OPPOSITES = {
    "shares-data-with-advertisers": "does-not-share-data-with-advertisers",
    "shares-location-with-advertisers": "does-not-share-location-with-advertisers",
    "shares-contact-details": "does-not-share-contact-details",
    "sells-data": "does-not-sell-data",
    "honours-do-not-track": "ignores-do-not-track",
}
OPPOSITES |= {denied: said for said, denied in OPPOSITES.items()}
