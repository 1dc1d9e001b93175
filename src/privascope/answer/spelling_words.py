"""Words that people ask policies with, and the short forms in which they write them."""

SHORT_FORMS = {
    "u": "you", "ur": "your", "urs": "yours", "ure": "you're", "r": "are", "y": "why",
    "n": "and", "pls": "please", "plz": "please", "ppl": "people", "acc": "account",
    "acct": "account", "accnt": "account", "abt": "about", "b4": "before", "bc": "because",
    "cuz": "because", "coz": "because", "cos": "because", "wanna": "want to",
    "gonna": "going to", "gotta": "have to", "gimme": "give me", "lemme": "let me",
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "arent": "aren't",
    "wasnt": "wasn't", "wont": "won't", "cant": "can't", "couldnt": "couldn't",
    "wouldnt": "wouldn't", "shouldnt": "shouldn't", "havent": "haven't", "hasnt": "hasn't",
    "im": "I'm", "ive": "I've", "whats": "what's", "wheres": "where's", "whos": "who's",
    "hows": "how's", "thats": "that's", "theres": "there's", "hw": "how", "wat": "what",
    "wut": "what", "wht": "what", "wen": "when", "wher": "where", "wth": "with", "w": "with",
    "thru": "through", "tho": "though", "thx": "thanks", "pics": "pictures", "pic": "picture",
    "foto": "photo", "fotos": "photos", "pix": "pictures", "vids": "videos", "vid": "video",
    "msg": "message", "msgs": "messages", "txt": "text", "txts": "texts",
    "dm": "direct message", "dms": "direct messages", "pw": "password", "pwd": "password",
    "passwd": "password", "fb": "Facebook", "insta": "Instagram", "ig": "Instagram",
    "yt": "YouTube", "cc": "credit card", "ccs": "credit cards", "mic": "microphone",
    "cam": "camera", "loc": "location", "addr": "address", "ph": "phone", "fone": "phone",
    "tel": "telephone", "num": "number", "nr": "number", "tmrw": "tomorrow", "rn": "right now",
    "asap": "as soon as possible", "govt": "government", "gov": "government", "corp": "company",
    "co": "company", "biz": "business", "subs": "subscriptions", "unsub": "unsubscribe",
    "info": "information", "infos": "information", "datas": "data", "smth": "something",
    "sth": "something", "sb": "somebody", "every1": "everyone", "any1": "anyone",
    "some1": "someone", "no1": "no one", "4ever": "forever", "cya": "goodbye",
    "tos": "terms of service", "pp": "privacy policy", "3rd": "third", "ya": "you",
    "yall": "you", "yous": "you",
}  # fmt: skip

# Words of another meaning that are written for words that people ask with.
SOUNDS_LIKE = {
    "dairy": "diary", "reed": "read", "personel": "personal", "breech": "breach",
    "breeches": "breaches", "pichers": "pictures", "pitchers": "pictures", "pitcher": "picture",
    "cooky": "cookie", "cookys": "cookies", "adds": "ads", "tack": "track", "shear": "share",
    "sheer": "share", "stor": "store", "dor": "door", "emale": "email",
}  # fmt: skip

# Words to which a question's spelling is corrected, besides the words of the policy itself.
COMMON = frozenset(
    """
    able about above abroad abuse accept access accident account accounts accurate activity
    actually add address addresses ads adult advertise advertiser advertisers advertising
    adverts affiliate affiliates after again against age agencies agency agent agree agreement
    ai alert alerts algorithm allow allowed alone already also always amount analyse analytics
    analyze annoying anonymous another answer answers anybody anymore anyone anything anywhere
    app apple application apply apps archive area around arrest article artificial ask asked
    asking assistant attack attacked authorities authority automated automatic automatically
    available avoid aware away baby back background backup backups bad bank banking banks
    because become before behind being believe better between big bill billing biometric birth
    birthday block blocked blocking boss bought breach breached breaches break bring broken
    broker brokers browser browsing burrito business button buy buyer buyers buying calendar
    call calls camera cameras cancel car card cards care case cash change changed changes charge
    charged chat chats cheap cheat cheats check child children choice choose city claim class
    clean clear click clicks client close cloud collect collected collecting collection come
    comes coming comment comments common companies company compare complain complaint complaints
    computer computers concern confidential confirm connect consent consequences contact
    contacts content contract control cookie cookies copies cops copy correct cost could
    countries country court crap credit crime criminal crook crooks customer customers damn data
    database date dates day days dead death debit decide decides decision decisions delete
    deleted deletes deleting deletion deliver delivery demand deny department destroy destroyed
    details detect device devices did different digital disable disclose disclosed
    discount discuss do doctor doctors document documents does dog doing door download downloads
    drive driver driving drug dump during duty each earn easily easy edit education else email
    emails employee employees employer employers encrypt encrypted encryption end enough ensure
    enter erase erased error even ever every everybody everyone everything everywhere ex exactly
    example except expire explain export exposed face facebook facial fact fake families family
    far fast father feature features fee feedback feel few fight file files film filter find
    finger fingerprint fingerprints fire fired first fitness follow following foreign forever
    forget forgot form forward found free friend friends from full fun function future game
    games gather gender genetic get give given gives giving going gone good google government
    gps grades group guarantee guild guy hack hacked hacker hackers half hand handle happen
    happened happens hard harm hashed hate have health hear heard heart held hell help here
    hidden hide history hold home honor honour hospital host hotel hour hours house household
    how human husband idea identify identity idiot idiots illegal image images immigration
    important improve inform information inside instagram install instead insurance insurers
    intelligence interest internet invite involved ip iphone issue job join judge keep keeping
    keeps kept kid kids kill kind know knowing known knows language last late later law laws
    lawyer lawyers leak leaked leaks learn leave leaves left legal less letter letters level
    liar liars license life like link linked links list listen listening lists little live local
    location locations lock log login logs long look looking lose loss lost lousy love machine
    made mail mailing mails make makes making man manage managers many map market marketing
    married match matter may mean means measure medical medicine meet member members membership
    message messages messenger microphone might mind minor minors minute mistake mobile model
    modify money monitor monitored month months more most mother mouth move movements much mum
    music must myself name names need needed neighbor neighbour network networks never new news
    newsletter newsletters next night nobody none not note notes nothing notice notification
    notifications notify now number numbers nurse object offer office officer often old once
    online only open opt option options order orders organisation organization other outside
    over overseas own owner owns paid pallet parent parents part parties partner partners party
    pass passed password passwords past pay paying payment payments people permission
    permissions person personal personally phone phones photo photograph photos picture pictures
    place plan platform please police policies policy political politics possible post posted
    posts power precise predict pregnancy pregnant press prevent previous price privacy private
    probably problem process processed processing product products profile profiles profit
    program promise proof protect protected protection protects prove provide provider provides
    public publish published purchase purchases purpose purposes put question questions quick
    quickly race ransom rather read reading reads real really reason receive received
    recognition record recorded recording recordings records recover refuse register
    registration regulator relatives religion remain remember remove removed removes report
    request requests require required research researchers reset respect responsible restore
    result results retain retention return review reviews right rights risk roof room rude rule
    rules safe safety sale sales same sample save saved say scam scammed scan scanned school
    schools science screen script scripts search searches second secret secrets secure secured
    security see seeing seen sees sell selling sells send sending sends sensitive sent serious
    server servers service services settings several sex sexual share shared shares sharing shit
    shop shopping should show shown shows side sign signed signing signup simple since site
    sites sleep small smart social software sold some somebody someone something somewhere son
    soon sorry sound source spam speak special speech spit spy spying staff stalk start state
    stay steal stole stolen stop store stored stores storing story student students study stuff
    stupid subscribe subscription suck sucks suggest sure switch system tablet take taken takes
    taking talk target targeted tax teacher teachers team teen teenager telephone tell telling
    terms test text texts thief thieves thing things think third through ticket time times
    together told tool top touch track tracked tracker trackers tracking tracks traffic train
    trained training transfer transferred transfers travel trust try turn twitter type ugly
    under understand university unsubscribe until update updates upload uploaded uploading url
    use used user users uses using vendor vendors verify very via video videos view violate
    visit visited visitor visitors voice wait want wanted wants warn warned warning was watch
    watched watching way web website websites week weeks weight well what when where which while
    who whole whom whose why wife wifi will wipe wiped with withdraw without woman word words
    work worked worker workers working world worried worry would write writing written wrong
    year years yes yesterday yet you young your yours yourself zip
    fuck fucking fucked shit bullshit damn crap bastard bastards scumbag scumbags asshole assholes
    """.split()
)
