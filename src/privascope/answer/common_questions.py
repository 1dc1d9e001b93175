"""Common questions about policies by topic, and questions that no policy answers."""

# Shown as suggestions where a policy answers them: the first of a topic is the one to show.
COMMON_QUESTIONS: dict[str, tuple[str, ...]] = {
    "collect": (
        "What information do you collect about me?",
        "What do you know about me?",
        "Which details do I have to give you?",
        "Do you get information about me from others?",
    ),
    "use": (
        "What do you use my information for?",
        "Why do you need my personal data?",
        "What is the legal basis for processing my data?",
    ),
    "share": (
        "Who do you share my data with?",
        "Do third parties get access to my information?",
        "Which companies work for you and see my data?",
        "Who can see what I post?",
    ),
    "sell": (
        "Do you sell my personal information?",
        "Do you make money with my data?",
        "Can I tell you not to sell my data?",
    ),
    "advertising": (
        "Is my data used for advertising?",
        "Why do I see these ads, and can I turn them off?",
        "Do advertisers get my details?",
    ),
    "cookies": (
        "Which cookies do you use?",
        "Can I refuse cookies?",
        "Do you use trackers or pixels of other companies?",
        "Do you respect Do Not Track?",
    ),
    "location": (
        "Do you track my location?",
        "Does the app use GPS?",
        "Can I switch off location tracking?",
    ),
    "device": (
        "Does the app read my contacts?",
        "Does it listen through the microphone?",
        "Which permissions does the app need on my phone?",
        "Can you see my photos?",
        "Do you collect my IP address?",
    ),
    "content": (
        "Can your staff read my messages?",
        "Do you scan what I upload?",
        "Do you record phone calls?",
    ),
    "security": (
        "How do you protect my data?",
        "Is my data encrypted?",
        "Who in the company can look at my data?",
    ),
    "breach": (
        "Will you tell me if there is a data breach?",
        "Have you been hacked?",
    ),
    "retention": (
        "How long do you keep my data?",
        "When are my records deleted?",
        "Do you keep backups after I delete something?",
    ),
    "delete": (
        "Can I delete my account and my data?",
        "How do I have my information erased?",
        "What stays after I close my account?",
    ),
    "access": (
        "Can I get a copy of my data?",
        "How do I correct wrong information about me?",
        "Can I take my data to another service?",
    ),
    "choice": (
        "How do I unsubscribe from e-mails?",
        "Can I opt out of data collection?",
        "How do I withdraw my consent?",
    ),
    "children": (
        "Can children use this?",
        "How old do I have to be?",
        "What do you do with data of kids?",
    ),
    "transfer": (
        "Is my data sent to another country?",
        "Where is my data stored?",
        "Does my information leave the European Union?",
    ),
    "police": (
        "Do you give data to the police or the government?",
        "Do you hand over data when a court orders it?",
    ),
    "sale of business": (
        "What happens to my data if the company is bought?",
        "Who gets my data when you go bankrupt?",
    ),
    "automated": (
        "Does a computer make decisions about me?",
        "Do you train AI with my data?",
        "Do you build a profile of me?",
    ),
    "payment": (
        "Do you store my credit card number?",
        "Who handles my payment details?",
    ),
    "sensitive": (
        "Do you collect health information?",
        "Do you use face recognition or fingerprints?",
        "Do you know my religion or my politics?",
        "Do you do a background check on me?",
    ),
    "social": (
        "What do you get when I sign in with Facebook or Google?",
        "Do social networks see what I do here?",
    ),
    "laws": (
        "What are my rights under the GDPR?",
        "What rights do people in California have?",
        "Are you compliant with HIPAA?",
    ),
    "changes": (
        "Will you tell me when this policy changes?",
        "When was this policy last updated?",
    ),
    "contact": (
        "Who do I contact about privacy?",
        "Who is your data protection officer?",
        "Where can I complain?",
    ),
    "general": (
        "Is it safe to use?",
        "Is my privacy protected?",
        "Do you respect my privacy?",
        "I don't want you to have my data.",
        "You are spying on me.",
        "I do not want to be tracked.",
        "My information belongs to me.",
        "I want everything about me removed.",
        "Somebody got hold of my password.",
        "You leaked my data.",
        "I never agreed to this.",
        "Stop sending me e-mails.",
    ),
}


def privacy_questions() -> tuple[str, ...]:
    """All questions that a policy may answer."""
    return tuple(question for topic in COMMON_QUESTIONS.values() for question in topic)
