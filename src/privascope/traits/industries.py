"""The sector of commerce of an industry, by the names that lists of companies use."""

import re

FINANCE = "Finance, Marketing and Human Resources"
TECHNOLOGY = "Information Technology and Electronics"
CONSUMER = "Consumer and Supply Chain"
ENGINEERING = "Civil, Mechanical and Electrical"
MEDICAL = "Medical"
MEDIA = "Sports, Media and Entertainment"
EDUCATION = "Education"
GOVERNMENT = "Government, Defense and Legal"
TRAVEL = "Travel, Food and Hospitality"
NON_PROFIT = "Non-Profit"

INDUSTRIES: dict[str, tuple[str, ...]] = {
    FINANCE: (
        "accounting",
        "banking",
        "capital markets",
        "commercial real estate",
        "events services",
        "financial services",
        "human resources",
        "insurance",
        "investment banking",
        "investment management",
        "management consulting",
        "market research",
        "marketing and advertising",
        "outsourcing/offshoring",
        "professional training and coaching",
        "program development",
        "public relations and communications",
        "real estate",
        "staffing and recruiting",
        "venture capital and private equity",
    ),
    TECHNOLOGY: (
        "computer and network security",
        "computer hardware",
        "computer networking",
        "computer software",
        "consumer electronics",
        "information services",
        "information technology and services",
        "internet",
        "nanotechnology",
        "semiconductors",
        "telecommunications",
        "wireless",
    ),
    CONSUMER: (
        "apparel and fashion",
        "arts and crafts",
        "business supplies and equipment",
        "consumer goods",
        "consumer services",
        "cosmetics",
        "furniture",
        "import and export",
        "individual and family services",
        "international trade and development",
        "logistics and supply chain",
        "luxury goods and jewelry",
        "packaging and containers",
        "package/freight delivery",
        "retail",
        "sporting goods",
        "supermarkets",
        "textiles",
        "tobacco",
        "transportation/trucking/railroad",
        "warehousing",
        "wholesale",
    ),
    ENGINEERING: (
        "architecture and planning",
        "automotive",
        "aviation and aerospace",
        "building materials",
        "chemicals",
        "civil engineering",
        "construction",
        "electrical/electronic manufacturing",
        "environmental services",
        "facilities services",
        "glass, ceramics and concrete",
        "industrial automation",
        "machinery",
        "maritime",
        "mechanical or industrial engineering",
        "mining and metals",
        "oil and energy",
        "paper and forest products",
        "plastics",
        "railroad manufacture",
        "renewables and environment",
        "shipbuilding",
        "utilities",
    ),
    MEDICAL: (
        "alternative medicine",
        "biotechnology",
        "health, wellness and fitness",
        "hospital and health care",
        "medical devices",
        "medical practice",
        "mental health care",
        "pharmaceuticals",
        "veterinary",
    ),
    MEDIA: (
        "animation",
        "broadcast media",
        "computer games",
        "design",
        "entertainment",
        "fine art",
        "gambling and casinos",
        "graphic design",
        "media production",
        "motion pictures and film",
        "museums and institutions",
        "music",
        "newspapers",
        "online media",
        "performing arts",
        "photography",
        "printing",
        "publishing",
        "recreational facilities and services",
        "sports",
        "translation and localization",
        "writing and editing",
    ),
    EDUCATION: (
        "e-learning",
        "education management",
        "higher education",
        "libraries",
        "primary/secondary education",
        "research",
    ),
    GOVERNMENT: (
        "alternative dispute resolution",
        "defense and space",
        "executive office",
        "government administration",
        "government relations",
        "international affairs",
        "judiciary",
        "law enforcement",
        "law practice",
        "legal services",
        "legislative office",
        "military",
        "political organization",
        "public policy",
        "public safety",
        "security and investigations",
    ),
    TRAVEL: (
        "airlines/aviation",
        "dairy",
        "farming",
        "fishery",
        "food and beverages",
        "food production",
        "horticulture",
        "hospitality",
        "leisure, travel and tourism",
        "ranching",
        "restaurants",
        "wine and spirits",
    ),
    NON_PROFIT: (
        "civic and social organization",
        "fund-raising",
        "nonprofit organization management",
        "philanthropy",
        "religious institutions",
        "think tanks",
    ),
}

# Other spellings and newer names of the same industries.
_ALSO = {
    "advertising services": "marketing and advertising",
    "aerospace": "aviation and aerospace",
    "airlines": "airlines/aviation",
    "defence and space": "defense and space",
    "elearning": "e-learning",
    "financial service": "financial services",
    "fundraising": "fund-raising",
    "gaming": "computer games",
    "government": "government administration",
    "health care": "hospital and health care",
    "healthcare": "hospital and health care",
    "hospitals": "hospital and health care",
    "hotels": "hospitality",
    "information technology": "information technology and services",
    "it services": "information technology and services",
    "law firm": "law practice",
    "marketing": "marketing and advertising",
    "media": "online media",
    "museums": "museums and institutions",
    "non profit": "nonprofit organization management",
    "non profit organization management": "nonprofit organization management",
    "nonprofit": "nonprofit organization management",
    "recruiting": "staffing and recruiting",
    "software": "computer software",
    "travel": "leisure, travel and tourism",
}

# How stores of apps name what an app is for.
_STORE_CATEGORIES = {
    FINANCE: ("business", "finance"),
    TECHNOLOGY: (
        "communication",
        "developer tools",
        "libraries and demo",
        "personalization",
        "productivity",
        "tools",
        "utilities",
    ),
    CONSUMER: ("auto and vehicles", "beauty", "house and home", "shopping"),
    MEDICAL: ("health and fitness", "medical"),
    MEDIA: (
        "books",
        "books and reference",
        "comics",
        "dating",
        "entertainment",
        "games",
        "magazines and newspapers",
        "music",
        "music and audio",
        "news",
        "news and magazines",
        "photo and video",
        "photography",
        "social",
        "social networking",
        "sports",
        "video players and editors",
    ),
    EDUCATION: ("education", "reference"),
    TRAVEL: ("food and drink", "maps and navigation", "navigation", "travel and local"),
}


def _plain(name: str) -> str:
    """A name without case and punctuation, "&" read as "and"."""
    return re.sub(r"[\W_]+", " ", name.replace("&", " and ").casefold()).strip()


_SECTORS = {
    _plain(industry): sector for sector, industries in INDUSTRIES.items() for industry in industries
}
_SECTORS.update({_plain(sector): sector for sector in INDUSTRIES})
for _sector, _names in _STORE_CATEGORIES.items():
    for _name in map(_plain, _names):
        _SECTORS.setdefault(_name, _sector)
_SECTORS.update({_plain(name): _SECTORS[_plain(industry)] for name, industry in _ALSO.items()})


def sector_of_industry(industry: str) -> str:
    """The sector that an industry belongs to, "" if the name is not known."""
    return _SECTORS.get(_plain(industry[:200]), "")
