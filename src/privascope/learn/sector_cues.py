"""Words and names that reveal the sector of a website, from which training labels are made."""

import re

from privascope.traits.industries import (
    CONSUMER,
    EDUCATION,
    ENGINEERING,
    FINANCE,
    GOVERNMENT,
    MEDIA,
    MEDICAL,
    NON_PROFIT,
    TECHNOLOGY,
    TRAVEL,
)

# How much a topic of the DMOZ directory speaks for a sector; most hold sites of several.
TOPICS: dict[str, dict[str, float]] = {
    "shopping": {CONSUMER: 1.0},
    "computers": {TECHNOLOGY: 1.0, FINANCE: 0.2},
    "health": {MEDICAL: 1.0, NON_PROFIT: 0.35},
    "sports": {MEDIA: 1.0, CONSUMER: 0.3},
    "news": {MEDIA: 1.5},
    "arts": {MEDIA: 1.0, CONSUMER: 0.2},
    "games": {MEDIA: 1.2},
    "adult": {MEDIA: 0.8, CONSUMER: 0.3},
    "reference": {EDUCATION: 1.0, NON_PROFIT: 0.3},
    "science": {EDUCATION: 0.4, ENGINEERING: 0.4, NON_PROFIT: 0.3, TECHNOLOGY: 0.3},
    "society": {NON_PROFIT: 1.0, GOVERNMENT: 0.8},
    "recreation": {TRAVEL: 0.7, MEDIA: 0.7, CONSUMER: 0.4},
    "business": {ENGINEERING: 0.7, FINANCE: 0.6, CONSUMER: 0.4, TRAVEL: 0.3},
    "home": {CONSUMER: 0.5, TRAVEL: 0.4, FINANCE: 0.2},
    "kids": {EDUCATION: 0.4, MEDIA: 0.4, NON_PROFIT: 0.3},
}


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.split(","))


# Words and phrases on a page that one sector uses more than the others.
PHRASES: dict[str, frozenset[str]] = {
    FINANCE: _phrases(
        "member fdic, fdic, credit union, insurance agency, insurance company, insurance quote, "
        "insurance, policyholders, mortgage, mortgages, loans, recruitment, candidates, staffing, "
        "recruiters, job seekers, jobseekers, financial advisor, financial advisors, financial "
        "adviser, financial planning, asset management, wealth management, investment, "
        "investments, investors, fund managers, marketing agency, advertising agency, internet "
        "marketing, digital marketing, public relations, market research, real estate, realtor, "
        "realtors, property management, homes for sale, accountants, accounting, bookkeeping, tax "
        "returns, financial services, online banking, checking accounts, savings accounts, "
        "payroll, seo, brokerage, underwriting, franchise, trade show, exhibitors, human "
        "resources, stock market, hedge fund, consultancy, management consulting, forex, debt, "
        "credit cards"
    ),
    TECHNOLOGY: _phrases(
        "software, web hosting, hosting, web design, website design, web development, saas, "
        "cloud, it support, it services, it solutions, domain names, domain registration, data "
        "center, data centre, open source, free trial, api, semiconductor, semiconductors, "
        "network security, linux, programming, developers, downloads, database, bandwidth, "
        "telecommunications, telecom, broadband, electronics, laptops, embedded, release notes, "
        "help desk, erp, crm, plugins, wordpress themes, voip, firmware, servers, shareware, "
        "freeware, computer, computers, cybersecurity, managed services, java, microsoft, source "
        "code, ethernet, wireless"
    ),
    CONSUMER: _phrases(
        "add to cart, add to basket, shopping cart, your cart, my cart, view cart, cart is empty, "
        "your basket, checkout, free shipping, gift certificates, gift cards, wish list, "
        "wishlist, new arrivals, shop by, shop all, shop now, clearance, on sale, jewelry, "
        "jewellery, apparel, clothing, dealership, pre owned, new inventory, funeral, furniture, "
        "toys, accessories, freight, logistics, returns policy, size chart, gifts, candles, "
        "handbags, shoes, fabric, cosmetics, skincare, bedding, collectibles, retailer, retail, "
        "wholesale, movers, warehouse, florist, flowers, antiques, crafts"
    ),
    ENGINEERING: _phrases(
        "manufacturer, manufacturers, manufacturing, oem, iso 9001, engineering, engineers, "
        "contractor, contractors, machining, industrial, construction, hydraulic, pneumatic, "
        "welding, valves, actuators, fabrication, architects, architectural, hvac, pumps, "
        "sensors, steel, aerospace, compressors, motors, plastics, coatings, machinery, boilers, "
        "roofing, plumbing, electrical, solar, oil and gas, mining, bearings, tooling, "
        "automation, castings, aluminum, stainless, conveyor, distributors, calibration, "
        "adhesives, chemicals, civil engineering, power supplies, transformers, lubricants, "
        "concrete, lumber, flooring, ventilation, turbine, renewable energy, electric utility, "
        "instrumentation, filtration, gaskets, molding, packaging machinery, cables"
    ),
    MEDICAL: _phrases(
        "notice of privacy practices, protected health information, our patients, patients, "
        "patient portal, physicians, physician, doctors, medical center, medical centre, dental, "
        "dentist, dentists, surgery, surgeon, veterinary, vet, pharmacy, clinic, clinics, "
        "clinical trials, clinical, symptoms, hospital, hospitals, therapy, therapist, nursing, "
        "oncology, diagnosis, pharmaceutical, pharmaceuticals, cancer, medicine, healthcare "
        "professionals, health care, disease, hospice, rehabilitation, mental health, psychiatry, "
        "orthopedic, chiropractic, medications, medical devices, vaccines, diabetes"
    ),
    MEDIA: _phrases(
        "box scores, obituaries, classifieds, letters to the editor, editorials, e edition, "
        "newspaper, newsroom, breaking news, listen live, on air, dj, playlist, fixtures, match "
        "reports, season tickets, box office, concerts, concert, exhibitions, gallery, players, "
        "coaches, coach, tee times, golf, albums, album, episodes, discography, slots, poker, "
        "casino, sports, podcasts, podcast, editorial, league, tournament, soccer, football, "
        "hockey, swimming, swim, athletes, club news, theatre, theater, orchestra, choir, "
        "musicians, movies, film, films, celebrity, magazine, publisher, publishing, museum, "
        "museums, gaming, games, forums, fans, racing, race, membership secretary, webcam, "
        "models, porn, adult content, radio, tv, television, broadcast, photography, artists, "
        "comics, cycling, ski"
    ),
    EDUCATION: _phrases(
        "admissions, financial aid, faculty, alumni, undergraduate, graduate, curriculum, "
        "prospective students, current students, ferpa, parents and students, our school, pupils, "
        "course catalog, tuition, campus, academics, classroom, teachers, semester, scholarships, "
        "students, school district, lessons, homework, university, college, school, degree "
        "programs, learners, enrollment, library"
    ),
    GOVERNMENT: _phrases(
        "attorney client, attorney client relationship, law firm, practice areas, our attorneys, "
        "attorneys, attorney, lawyers, lawyer, solicitors, barristers, personal injury, legal "
        "advice, litigation, county, city council, public records, freedom of information, "
        "government agency, residents, permits, ordinances, city hall, mayor, council meetings, "
        "federal government, state agencies, federal agencies, military, army, navy, defense, "
        "police, sheriff, court, courts, department of, legislature, citizens, immigration, "
        "divorce, criminal defense, municipal"
    ),
    TRAVEL: _phrases(
        "reservations, reservation, check in, guest rooms, our hotel, hotel, hotels, our guests, "
        "guests, restaurant, restaurants, winery, wines, wine club, vineyard, tasting room, "
        "rooms, accommodation, accommodations, menu menu, catering, recipes, recipe, itinerary, "
        "things to do, cruises, cruise, tours, tour, travel, travellers, travelers, vacation, "
        "vacations, holidays, flights, airline, airport, resort, spa, dining, book now, book your "
        "stay, lodging, campground, bed and breakfast, villa, beer, brewery, brewing, coffee, "
        "tea, pizza, bakery, chocolate, cheese, sauces, snacks, foods, food, ingredients, "
        "organic, farm, seafood, cuisine, chef, flavors, grill"
    ),
    NON_PROFIT: _phrases(
        "donors, donor, donate, donations, donation, charity, registered charity, charitable, 501 "
        "c 3, 501 c, nonprofit, non profit, not for profit, volunteer, volunteers, our mission, "
        "fundraising, parishioners, worship, sermons, sermon, ministry, ministries, church, "
        "parish, pastor, bible, advocacy, foundation, annual report, get involved, take action, "
        "human rights, poverty, supporters, jesus, christ, faith, congregation, chapters, "
        "campaigns, scouts, lodge, rotary, humane society, adoption, wildlife, conservation"
    ),
}

# What the name of a website holds when it belongs to a sector.
NAMES: dict[str, re.Pattern[str]] = {
    FINANCE: re.compile(
        r"bank(?!et)|creditunion|fcu$|insur|mortgage|invest|financ|wealth|capital$|accountan|"
        r"cpas?$|recruit|staffing|jobs?$|career|marketing|advertis|realty|realestate|realtor|"
        r"homes$|leasing|lending|loans?|payroll|brokers?$|trading$|tax(?!i)|properties$|"
        r"resourcing|publicrelations|consulting$|promo"
    ),
    TECHNOLOGY: re.compile(
        r"software|hosting|webdesign|computer|cyber|datacent|network|telecom|wireless|internet|"
        r"systems$|digital|electronics|semiconductor|linux|mysql|java|cloud|hardware|techno|"
        r"domains|download|webmaster|broadband|data(base)?$|soft$|laptop|server"
    ),
    CONSUMER: re.compile(
        r"shop|store|gifts?|jewel|cloth|boutique|fashion|furniture|toys|apparel|"
        r"pets?(?=suppl|food|store)|candle|soap|cosmetic|beauty|lighting|rugs?|quilt|fabric|"
        r"leather|florist|flower|shoes|auto(?=parts|sales|mall)|ford$|honda|toyota|outlet|mart$|"
        r"freight|logistics|trucking|movers|funeral|bridal|crafts?|collectib|supply$|perfume|"
        r"wigs?|antiques?"
    ),
    ENGINEERING: re.compile(
        r"engineer|construct|electric(?!guitar)|mfg|manufact|industr|steel|machin|pumps?|hydraul|"
        r"plumb|roofing|hvac|energy|solar|aero(?!bic)|metals?|plastics?|valves?|architect|"
        r"builders?|concrete|mining|welding|tooling|fasten|rubber|chemical|contractor|castings?|"
        r"motors?$|boiler|heating|crane|conveyor|coating"
    ),
    MEDICAL: re.compile(
        r"hospital|clinic|medic(?!are)|dental|dentist|pharma|health|surg(?!e)|cancer|"
        r"vet(s|erinary)?$|nurs(?!ery|eries)|therap|doctor|diabet|chiro|ortho(?!dox)|hospice|"
        r"rehab|psych|eyecare|optom|acupunct|hearing|wellness|bio(?=tech|med|sci)"
    ),
    MEDIA: re.compile(
        r"(?<=[a-z]{4})fc$|football|golf|radio|tv$|news|herald|tribune|gazette|times$|daily|music|"
        r"theat(re|er)|films?$|movies?|games?$|gaming|casino|poker|bet$|racing|hockey|baseball|"
        r"cricket|rugby|soccer|tennis|ski(?!n|ll)|swim|records$|magazine|press$|journal|observer|"
        r"chronicle|artist|gallery|museum|symphony|opera|ballet|dance|choir|orchestra|comic|"
        r"fans?$|guitar|band$|porn|sex|cams?$|lyrics|book(s|publish)|entertain|photo|"
        r"runn(er|ing)|cycling|sport(?!ing)"
    ),
    EDUCATION: re.compile(
        r"university|college|school|academy|tutor|educat|learn|teach|student|campus|montessori|"
        r"library$|courses?|kindergarten"
    ),
    GOVERNMENT: re.compile(
        r"law(?!n)(yer|firm|office|group)?s?$|lawyer|attorney|legal|solicitor|barrister|cityof|"
        r"countyof|county$|council$|police|sheriff|court$|patent|defen[cs]e|military|govern|"
        r"senate|divorce|injury|immigration"
    ),
    TRAVEL: re.compile(
        r"hotel|inns?$|resort|travel|tour(s|ism|ing)?$|cruise|restaurant|pizza|grill|wine|"
        r"vineyard|cafe|coffee|bak(ery|ing)|vacation|flights?|airlines?|airport|lodge|holiday|"
        r"villas?|hostel|camping|brew(ery|ing)|foods?$|bbq|sushi|chocolat|cheese|farms?$|"
        r"catering|recipe|cook|kitchen(?!s)|tea(?!m)|steak|bandb|safari|beach|rvpark|visit|"
        r"beef|candy|cuisine"
    ),
    NON_PROFIT: re.compile(
        r"church|foundation|ministr|charit|society$|association|assoc$|mission|christian|"
        r"catholic|baptist|lutheran|methodist|parish|diocese|jewish|islam|muslim|buddh|temple$|"
        r"alliance|council|union$|volunteer|relief|rotary|kiwanis|lions|scout|coalition|humane|"
        r"rescue|habitat|trust$|amnesty|aid$|fund$|league|fellowship|institute"
    ),
}

# Endings that only one sector may use, and one that leans to a sector.
ENDINGS: tuple[tuple[re.Pattern[str], str, float], ...] = (
    (re.compile(r"\.edu(\.\w\w)?$|\.ac\.\w\w$|\.sch\.uk$|\.k12\."), EDUCATION, 3.0),
    (re.compile(r"\.gov(\.\w\w)?$|\.mil$"), GOVERNMENT, 3.0),
    (re.compile(r"\.nhs\.uk$"), MEDICAL, 3.0),
    (re.compile(r"\.org(\.\w\w)?$"), NON_PROFIT, 0.3),
)
