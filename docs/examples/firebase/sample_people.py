"""Invented people for make-sample.py: names, addresses, passwords, records.

Every address is under example.com, example.org or example.net, every phone number is
one of those kept for fiction, every user ID at a provider begins with a long run of nines.
"""

import hashlib
import unicodedata

GIVEN = """Alva Amélie Ana Anders Aylin Bartosz Beatriz Birgit Björn Božena Carla Celine Chiara Dagny Daniel Derya
Elif Emeka Enzo Erik Esra Fatou Filip Françoise Gökhan Gudrun Hanne Hugo Ines Ingrid Ivo Jana João Jürgen Kaja Katarína
Lars Lena Lucía Łukasz Magnus Maëlle Márta Miguel Milan Nadia Nils Noor Oana Pauline Petra Rafael Renée Rosa Sanna
Sergio Søren Tamsin Tomás Ulla Vera Wanda Xavier Yusuf Zoë""".split()
FAMILY = """Abrams Ågren Aksoy Almeida Baptiste Bergström Cardoso Castillo Çelik Dahl Diallo Duarte Eklund Falk Fernández
Fontaine Goss Grønvold Halvorsen Hruška Ibarra Jansson Jørgensen Kaya Keller Kowalczyk Lindqvist Lopes Maçon Mendes
Moreau Müller Nadeau Novák Nwosu Ødegård Olsen Öztürk Pacheco Pereira Quist Roux Sørlie Straßer Szabó Tanaka Tellier
Ueland Varga Voss Weiß Yıldız Zając Zeller""".split()
OTHER_SCRIPTS = (("山田 花子", "hanako.yamada"), ("Олена Коваль", "olena.koval"), ("Μαρία Παπαδάκη", "maria.papadaki"),
                 ("ليلى حداد", "layla.haddad"), ("अंजलि राव", "anjali.rao"), ("김하나", "hana.kim"), ("דנה לוי", "dana.levi"),
                 ("Robin 🌻 Vale", "robin.vale"), ("Jose\u0301 Ibarra", "jose.ibarra.2"), ('Kim "Kit" O\'Hara', "kit.ohara"))
WORDS = """anchor amber basil beacon birch candle cedar cobalt comet copper coral cricket delta ember falcon fennel fern
garnet ginger harbor hazel heron indigo ivory jasper juniper kettle lantern linen magnet maple marble meadow nutmeg
ocean olive orchid paper pebble pepper pewter plum quartz raven river saffron sierra silver spruce sunset teapot thistle
timber tulip velvet violet walnut willow winter zephyr""".split()
# What people really do: blanks at the ends, quotes, more bytes than bcrypt takes.
ODD_PASSWORDS = (" blank at both ends ", "quote\"back\\slash$HOME`tick`", "<b>&amp;</b>%20+=:,;",
                 "a long sentence that goes on and on, well past the seventy-two bytes at which bcrypt stops reading")


class Chance:
    """Numbers from a seed, the same on every machine: SHA-256 in counter mode."""

    def __init__(self, seed):
        self.seed, self.counter, self.held = seed, 0, b""

    def bytes(self, count):
        while len(self.held) < count:
            self.held += hashlib.sha256(self.seed + self.counter.to_bytes(8, "big")).digest()
            self.counter += 1
        taken, self.held = self.held[:count], self.held[count:]
        return taken

    def below(self, limit):
        return int.from_bytes(self.bytes(8), "big") % limit

    def choice(self, items):
        return items[self.below(len(items))]

    def once_in(self, count):
        return self.below(count) == 0


LETTERS = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "ı": "i"})


def slug(name):
    plain = unicodedata.normalize("NFKD", name.lower().translate(LETTERS))
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())


class People:
    def __init__(self, chance):
        self.chance, self.taken, self.others, self.phones = chance, set(), list(OTHER_SCRIPTS), 100

    def name_and_address(self):
        if self.others and self.chance.once_in(12):
            name, local = self.others.pop(0)
        else:
            while True:
                given, family = self.chance.choice(GIVEN), self.chance.choice(FAMILY)
                name, local = f"{given} {family}", f"{slug(given)}.{slug(family)}"
                if local not in self.taken:
                    break
        self.taken.add(local)
        return name, f"{local}@example.{self.chance.choice(('com', 'org', 'net'))}"

    def password(self):
        first, second = self.chance.choice(WORDS), self.chance.choice(WORDS)
        number = self.chance.below(9000) + 1000
        return self.chance.choice((f"{first}-{second}-{number}", f"{first.title()}{number}!", f"{first} {second} {number}",
                                   f"{first}.{second}#{number}", f"{number}{second.upper()}?"))

    def phone(self):
        """Area code 555 is not assigned, and 0100 to 0199 is kept for fiction."""
        self.phones += 1
        return f"+15555550{self.phones - 1}"

    def provider(self, kind, name, email):
        # Long runs of nines, so that nobody real is hit.
        raw_id = {"google.com": "199999999999999", "facebook.com": "99999999999", "github.com": "9999"}[kind]
        info = {"providerId": kind, "rawId": raw_id + str(self.chance.below(900000) + 100000), "email": email, "displayName": name}
        if kind != "github.com":
            info["photoUrl"] = f"https://photos.example.com/{self.chance.bytes(6).hex()}.jpg"
        return info


def tidy(record):
    """The keys that the exporter picks, in its order; it leaves out what is undefined."""
    keys = ("localId email emailVerified passwordHash salt displayName photoUrl lastSignedInAt createdAt phoneNumber "
            "disabled customAttributes providerUserInfo").split()
    assert not set(record) - set(keys)
    return {key: record[key] for key in keys if key in record}


def make_record(people, kind, identity=None):
    chance = people.chance
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    name, address = identity or people.name_and_address()
    created = 1546300800000 + chance.below(6 * 365 * 86400000)
    record = {"localId": "".join(chance.choice(alphabet) for _ in range(28)), "createdAt": str(created)}
    if not chance.once_in(15):
        record["lastSignedInAt"] = str(created + chance.choice((0, chance.below(200 * 86400000))))
    if kind == "anonymous":
        return record
    record["providerUserInfo"] = []
    if chance.once_in(2):
        record["disabled"] = False
    if kind == "phone":
        record["phoneNumber"] = people.phone()
        return record
    record["email"] = address
    record["emailVerified"] = kind == "social" or not chance.once_in(3)
    if kind == "social" or (kind == "password" and chance.once_in(6)):
        provider = people.provider(chance.choice(("google.com", "google.com", "facebook.com", "github.com")), name, record["email"])
        record["providerUserInfo"].append(provider)
        record["emailVerified"] = True
        if "photoUrl" in provider:
            record["photoUrl"] = provider["photoUrl"]
    if kind == "social" or identity or not chance.once_in(4):
        record["displayName"] = name
    if kind == "password":
        if chance.once_in(8):
            record["phoneNumber"] = people.phone()
        if chance.once_in(15):
            record["customAttributes"] = chance.choice(('{"role":"admin"}', '{"plan":"pro","seats":5}', '{"team":"Süd"}'))
    return record
