"""Synonyms: the words by which people and policies name the same things."""

# Words that mean the same to someone who asks. Pairs are of neighbouring words. A word with a
# question mark means it in a question alone: policies use it for too much else.
CONCEPTS: tuple[str, ...] = (
    "sell sells sold selling sale sales rent rents trade? monetize monetary consideration broker "
    "brokers resell earn? profit? money?",
    "share shares sharing shared disclose disclosed discloses disclosing disclosure disclosures "
    "pass passes passed recipients recipient transfer hand? provide?",
    "delete deletes deleted deletion erase erases erased erasure remove removed removal wipe wiped "
    "destroy destroyed forgotten gone? vanish vanishes purge purged takedown take-down rid?",
    "keep keeps kept retain retains retained retention store stores stored storage hold held "
    "period overwritten",
    "location locations gps geolocation whereabouts position? coordinates track? tracks? nearby",
    "encrypt encrypted encrypts encryption tls ssl https cipher hashed scrambled",
    "security secure secured safe safety protect protects protected protection safeguards",
    "hack hacked hackers hacker breach breaches breached incident incidents leak leaked stolen "
    "compromised exposed",
    "police cops officers law-enforcement enforcement authorities authority warrant subpoena court "
    "courts judge legal-process government officials lawyer? lawyers? lawsuit?",
    "kid kids child children childs minor minors teen teens teenager son daughter parent parents "
    "guardian coppa underage age pupil pupils under-13 thirteen young? younger under-16 "
    "under-18 parental mum? mom? dad? mother? father? family? adults years-of-age "
    "old?",
    "photo photos picture pictures pics image images photograph photographs selfie camera cameras "
    "film gallery your-files files-you files-that user-content your-content content-you",
    "video videos footage cctv camera cameras surveillance your-files files-you files-that "
    "user-content your-content content-you",
    "message messages chat chats text texts communications conversation conversations mail",
    "call calls telephone? phone? phone-call telephone-call calling voicemail",
    "record records recorded recording recordings logs log-files log-file log-data",
    "voice audio microphone listen listening sound speech speak",
    "ai artificial-intelligence chatgpt generative machine-learning machine? model models "
    "algorithm algorithms automated automation computer? software? robot?",
    "decide decides decision decisions decided profiling",
    "train trains training trained",
    "cookie cookies tracker trackers pixel pixels beacon beacons tags",
    "track tracks tracking tracked follow follows monitor monitored monitoring watch watching spy "
    "spying",
    "ad ads advert adverts advertise advertising advertiser advertisers advertisement "
    "advertisements marketing banner banners commercial promotional sponsor sponsors",
    "email emails e-mail e-mails newsletter newsletters mailing mailings mails mail spam "
    "unsubscribe promotional",
    "stop opt opt-out unsubscribe decline refuse object withdraw disable switch turn",
    "consent permission agree agreement allow opt-in ask? asks? asking? permitted?",
    "copy access export download portability obtain? receive? portable",
    "correct correction rectify rectification update amend fix wrong mistake inaccurate errors",
    "contacts contact-list contact-lists address-book address-books phonebook phone-book friends",
    "card cards credit-card credit? debit payment payments bank billing financial pay",
    "health medical medicine doctor doctors illness hospital patient diagnosis hipaa medication "
    "prescription prescriptions allergy? allergies? blood? therapy disease? wellbeing",
    "religion religious beliefs political politics race ethnic ethnicity sexual orientation "
    "special-categories",
    "face facial biometric biometrics fingerprint fingerprints faceprint palm iris",
    "dna genetic genome genes genotype",
    "country countries abroad overseas international transferred outside located server servers "
    "hosted hosting cross-border china? russia? india? america? europe? leave?",
    "europe european eu eea gdpr",
    "united-states america usa u-s american",
    "united-kingdom uk britain british",
    "california californian ccpa cpra",
    "facebook instagram google twitter social linkedin tiktok social-media",
    "insurance insurer insurers",
    "employer employers boss employment",
    "employees employee staff personnel workers? worker?",
    "bought buyer buys merger acquisition acquired bankrupt bankruptcy sold takeover purchaser "
    "successor",
    "change changes changed update updates updated revise revised revision amendments modify",
    "tell told inform informed notify notified notification notice warn warned announce",
    "complain complaint complaints regulator supervisory ombudsman commissioner",
    "dpo officer data-protection-officer",
    "old age aged year? years?",
    "account accounts profile profiles",
    "see sees seen look? looks? view views? viewed visible accessible? access? read reads reading",
    "notes documents files posts entries uploads your-content user-content write? writes? wrote? "
    "post? posted? content-you",
    "agree agrees disagree disagrees accept? consent?",
    "password passwords login log-in sign-in credentials",
    "ip ip-address",
    "third-party third-parties third parties partners partner affiliates companies vendors "
    "processors",
    "anonymous anonymised anonymized de-identified pseudonym pseudonymous aggregated aggregate",
    "do-not-track dnt do-not-track-signals",
    "quit? leave? cancel cancels cancelled canceled cancellation close closed closure terminate "
    "terminated termination deactivate deactivated deactivation",
    "sign? signup? join? register registers registered registration sign-up create-an-account",
    "buy? buying? order orders ordered purchase purchases purchased shopping transaction "
    "transactions",
    "answer? answers? reply replies respond responds response",
    "ask? asks? asking? request requests requested",
    "reach? contact contacting write-to email-us mail-us",
    "browse browsing surf? surfing? visited websites-you sites-you pages-you pages-viewed "
    "internet-activity online-activity",
    "long? soon? fast? quick? quickly? minute minutes hour hours day days week weeks month months "
    "year years session period periods immediately indefinitely forever as-long-as until",
    "scan scans? scanned? scanning analyse? analyze? inspect moderate moderation moderators? "
    "screen? screening",
    "illegal unlawful criminal crime crimes offence abuse fraud?",
    "hurt? harm suicide kill? danger dangerous emergency emergencies life-is life-may life-at "
    "vital-interests imminent safety-of",
    "university? universities? academic research researchers researcher science? scientific study? "
    "studies?",
    "school schools teacher teachers student students education educational",
    "press? journalist? journalists? newspaper? newspapers? public-records media?",
    "relatives relative family family-members spouse wife? husband? cousin? sister? brother? "
    "household living-people",
    "dead? die? dies? died? death deceased alive? living-person living-people",
    "gender sex male? female?",
    "worth? value values? estimate?",
    "heavy? weigh? weight",
    "ride? rides? trip trips journey journeys travel? route routes",
    "crash? crashes? accident accidents collision",
    "job jobs applicant applicants candidate candidates recruitment hire? hiring? cv? apply?",
    "passport passports licence license identity-document id-card identification identity? id?",
    "phone-number phone-numbers telephone-number telephone-numbers mobile-number mobile-numbers",
    "email-address email-addresses e-mail-address e-mail-addresses your-email your-e-mail",
    "home-address postal-address mailing-address street-address shipping-address",
    "ssn social-security national-insurance",
    "credit-score credit-report credit-reports credit-history credit-reporting credit-check",
)

# Words that nearly every sentence of a policy is about.
EVERYWHERE = frozenset(
    "data information info personal details detail user users privacy service services app site "
    "website websites sites apps policy please people person anybody everything stuff "
    "really find finds need needs another anywhere down show shows i'm talk online".split()
)


# What policies call all that they hold, and what is a kind of it: a sentence on the whole speaks
# of the kind as well, if less plainly.
WHOLE = (
    "personal-information personal-data your-information your-data user-data user-information "
    "customer-data customer-information identifiable-information personal-details your-content "
    "information-about-you data-about-you"
)
KINDS = (
    "photos videos messages audio contacts card health religion face dna location ip notes files "
    "posts documents diary history searches address number name birthday recordings phone-number "
    "email-address home-address ssn credit-score"
)
# What is done with data of all kinds alike. To see or to collect is not among them.
ACTS = "sell share delete keep encrypt secure hacked police ads abroad correct copy insurers bought"
