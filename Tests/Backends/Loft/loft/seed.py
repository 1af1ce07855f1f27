"""The rows of the start: the same ones every time."""
import hashlib
import hmac
import os
import random
import time

from .store import LETTERS, SCHEMA, connect

CLIENT = "loft-ios"
# Persona, name, email, password and scope.
ACCOUNTS = {
    "owner": ("acct_4kq8w2mz", "Ines Faria", "ines@loft.example", "Carvalho-1904", "read write"),
    "reader": ("acct_7hd3xv9p", "Otto Brandl", "otto@loft.example", "Nussbaum-1877", "read"),
}
PERSONAS = list(ACCOUNTS)
NAMES = [
    ("Marta Oliveira", "marta@casa.example", "+351 21 340 1180"), ("Jean Petit", "jean@atelier.example", None),
    ("Sofie Lund", "sofie@lund.example", "+45 33 12 90 01"), ("Kenji Mori", "kenji@mori.example", "+81 3 5550 0147"),
    ("Alma Reyes", "alma@reyes.example", None), ("Piotr Zając", "piotr@zajac.example", "+48 22 601 1120"),
    ("Greta Holm", "greta@holm.example", "+46 8 402 1590"), ("Noor Haddad", "noor@haddad.example", None),
    ("Liam Byrne", "liam@byrne.example", "+353 1 555 0199"), ("Chiara Conti", "chiara@conti.example", "+39 06 698 1140"),
    ("Tomás Vega", "tomas@vega.example", None), ("Ruth Adler", "ruth@adler.example", "+49 30 901 2270"),
    ("Dora Szabó", "dora@szabo.example", "+36 1 555 0110"),
]
NOTES = ["Leave it with the neighbour.", None, "Oil the top twice; the client has cats.", "Ring before noon."]
PIECES = [("Oak table, 180 cm", 89000), ("Stool with a woven seat", 14500), ("Wall shelf, walnut", 32000),
          ("Bench for a hallway", 41000), ("Drawer, spare part", 3900)]
STREETS = [("Rua da Prata 12", "Lisboa", "PT"), ("12 rue Keller", "Paris", "FR"), ("Vesterbrogade 3", "København", "DK")]
STATUSES = ["draft", "open", "fulfilled", "open", "canceled"]
BEGIN = 1772409600


def token(who):
    """The tokens of the sessions that are there from the start."""
    return "lft_" + hmac.new(b"loft-tokens", who.encode(), hashlib.sha256).hexdigest()[:40]


def hashed(password, salt):
    """A password as it is stored; the salt is the account's id, so that every seed makes the same row."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), 500).hex()


def lay(path):
    """Makes the database anew."""
    if os.path.exists(path):
        os.unlink(path)
    database, dice = connect(path), random.Random(20261128)
    database.executescript(SCHEMA)
    database.execute("BEGIN")
    key = lambda prefix: prefix + "_" + "".join(dice.choice(LETTERS) for _ in range(8))  # noqa: E731
    for who, (account, name, email, password, scope) in ACCOUNTS.items():
        database.execute(
            "INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", (account, name, email, hashed(password, account), scope))
        until = time.time() + 10 * 365 * 86400
        database.execute(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, 'live')",
            (token(who), token(f"{who}-refresh"), account, "fam_" + who, until))
    customers = people(database, key)
    orders(database, key, customers, dice)
    files(database, key)
    for number, kind in enumerate(["orders", "customers"]):
        database.execute("INSERT INTO exports VALUES (?, ?, ?)", (key("exp"), kind, BEGIN + 86400 * 40 + number))
    database.execute("COMMIT")
    database.close()


def people(database, key):
    """Thirteen customers, more than a page; one of them is deleted. Returns the keys of the others."""
    keys = []
    for number, (name, email, phone) in enumerate(NAMES):
        row, moment = key("cus"), BEGIN + number * 86400
        metadata = '{"source": "fair", "tier": "2"}' if number % 3 == 0 else "{}"
        database.execute("INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                         (row, name, email, phone, metadata, int(number == 4), moment, moment + 3600))
        keys += [row] * (number != 4)
    return keys


def orders(database, key, customers, dice):
    """Twenty-six orders with up to three lines each; one is deleted."""
    for number in range(26):
        row, moment = key("ord"), BEGIN + 86400 * 15 + number * 43200
        street, city, country = STREETS[number % 3]
        shipping = f'{{"line1": "{street}", "city": "{city}", "country": "{country}"}}' if number % 4 else None
        metadata = '{"channel": "web"}' if number % 2 else "{}"
        database.execute(
            "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
            (row, customers[number * 5 % len(customers)], STATUSES[number % 5], ["eur", "sek", "eur"][number % 3],
             NOTES[number % 4], shipping, metadata, int(number == 9), moment, moment + 7200))
        for piece in range(number % 4):
            name, amount = PIECES[(number + piece) % 5]
            database.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, 0, ?)",
                             (key("li"), row, name, dice.randrange(1, 5), amount, moment + piece))


def files(database, key):
    """Three files of different types."""
    for number, (title, name, kind, data) in enumerate([
            ("Drawing of the bench", "bench.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            (None, "terms.txt", "text/plain", "Delivery within four weeks. Wood is alive.\n".encode()),
            ("Cutting list", "cuts.csv", "text/csv", b"piece,mm\nleg,720\ntop,1800\n")]):
        database.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, 0, ?)", (
            key("file"), ["drawing", "contract", "drawing"][number], title, name, kind, data, BEGIN + 86400 * (30 + number)))
