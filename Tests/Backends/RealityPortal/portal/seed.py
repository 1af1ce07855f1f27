"""The rows of the start: the same ones every time, and none of the recordings' ids."""
import hashlib
import hmac
import json
import os
import random
import time

from .store import SCHEMA, connect

# Who may log in, and by which password; the first two are the contract's personas.
ACCOUNTS = [
    ("u-81", "Zuzana Kováčová", "zuzana@posta.example", "+421 905 118 204", "https://cdn.portal.example/u/81.jpg",
     "Bratislava-1968"),
    ("u-82", "Tomáš Urban", "tomas@posta.example", None, None, "Trencin-castle"),
    ("u-83", "Ilse Brandt", "ilse@mail.example", "+43 660 117 8830", None, "Prater-Wien"),
]
PERSONAS = {"member": "u-81", "newcomer": "u-82"}
AGENTS = [
    ("a-4", "Katarína Šimková", "simkova@byty.example", "+421 2 6020 4411"),
    ("a-5", "Marek O'Connor", "marek@domy.example", None),
    ("a-6", "Büro Donau", "office@donau.example", "+43 1 533 7700"),
]
CITIES = [("Bratislava", 48.14, 17.11), ("Košice", 48.72, 21.26), ("Žilina", 49.22, 18.74), ("Nitra", 48.31, 18.09)]
TITLES = [
    "Attic flat above the old market", "Terraced house with a walnut tree", "Loft in the former spinning works",
    "Small flat, newly painted", "Villa with a view of the vineyards", "Cottage at the edge of the forest",
]
DESCRIPTIONS = [
    "Two quiet rooms under a slate roof; the windows look south, and the baker opens at six.",
    "Brick, rebuilt in 2011, with a dry shed for bicycles & skis and a well in the garden.",
    "High ceilings and iron columns. The goods lift still works; pets are welcome.",
    "Near the tram and two schools. Heating is paid by what is used, not by the square metre.",
]
AMENITIES = [["balcony", "lift"], ["garden", "garage", "fireplace"], [], ["cellar"], ["pool", "sauna", "garden"]]
PRICES = [148000, 96500, 210000, 329900, 148000, 87000, 1250000, 175500]


def token(who):
    """The tokens of the sessions that are there from the start, which only whoever has this file can know."""
    return "rp_" + hmac.new(b"portal-tokens", who.encode(), hashlib.sha256).hexdigest()[:40]


def hashed(password, salt):
    """A password as it is stored. The salt is the account's id, so that the same password makes the same row."""
    return f"{salt}${hashlib.pbkdf2_hmac('sha256', password.encode(), salt.encode(), 500).hex()}"


def is_password(password, stored):
    """Tells whether a stored password is this one."""
    return stored is not None and hmac.compare_digest(hashed(password, stored.split("$")[0]), stored)


def lay(path):
    """Makes the database anew."""
    if os.path.exists(path):
        os.unlink(path)
    database = connect(path)
    database.executescript(SCHEMA)
    database.execute("BEGIN")
    people(database)
    listings(database)
    conversations(database)
    database.execute("COMMIT")
    database.close()


def people(database):
    """Accounts, their preferences, and a session of each persona."""
    for number, (key, name, email, phone, photo, password) in enumerate(ACCOUNTS):
        row = (key, name, email, phone, photo, hashed(password, key))
        database.execute("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)", row)
        flags = (key, number % 2, (number + 1) % 2)
        database.execute("INSERT INTO notification_preferences VALUES (?, 1, ?, ?)", flags)
    for who, key in PERSONAS.items():
        until = time.time() + 10 * 365 * 86400
        database.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (token(who), token(f"{who}-refresh"), key, until))


def listings(database):
    """Agents, 27 listings on two pages, and who likes which."""
    chance = random.Random(82)
    database.executemany("INSERT INTO agents VALUES (?, ?, ?, ?)", AGENTS)
    for number in range(27):
        key, (city, latitude, longitude) = f"RP-{2051 + number * 3}", CITIES[number % 4]
        photos = [f"https://cdn.portal.example/l/{key}/{place}.jpg" for place in range(number % 5)]
        row = (
            key, f"{TITLES[number % 6]} no. {number + 1}", PRICES[number % 8] + 500 * (number // 8), "EUR", city,
            DESCRIPTIONS[number % 4], json.dumps(photos), number % 4 + 1, number % 2 + 1,
            None if number % 7 == 6 else round(30 + chance.random() * 150, 1), json.dumps(AMENITIES[number % 5]),
            round(latitude + chance.random() / 10, 5), round(longitude + chance.random() / 10, 5),
            AGENTS[number % 3][0], int(number % 6 == 1), f"2026-10-{number % 9 + 10:02}T{number % 5 + 8:02}:15:00Z")
        database.execute(f"INSERT INTO listings VALUES ({', '.join('?' * len(row))})", row)
    likes = [("u-81", "RP-2054"), ("u-81", "RP-2072"), ("u-81", "RP-2099"), ("u-82", "RP-2060"), ("u-83", "RP-2063")]
    for account, listing in likes:
        database.execute("INSERT INTO favorites VALUES (?, ?, ?, 1)", (f"{account}/{listing}", account, listing))


def conversations(database):
    """Inquiries in each status, with their messages; the third account's are nobody else's."""
    rows = [
        ("u-81", "RP-2054", "replied", "either", 1, ["Is the walnut tree still there?", "It is, and it bears well."]),
        ("u-81", "RP-2063", "pending", "email", 0, ["May I bring two cats?"]),
        ("u-81", "RP-2090", "closed", "phone", 0, ["Is it sold?", "Since Friday.", "A pity. Thank you!"]),
        ("u-81", "RP-2072", "replied", "email", 0, ["How old is the roof?", "Nine years – slate."]),
        ("u-82", "RP-2057", "pending", "phone", 0, ["Ist die Wohnung noch frei?"]),
        ("u-83", "RP-2066", "replied", "either", 2, ["Parking?", "One place.", "Two, on demand."]),
    ]
    names = {account[0]: account[1] for account in ACCOUNTS}
    for number, (account, listing, status, preference, unread, texts) in enumerate(rows):
        times = [f"2026-11-{number + 3:02}T{9 + place:02}:05:00Z" for place in range(len(texts))]
        database.execute(
            "INSERT INTO inquiries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (7001 + number, account, listing, status, preference, texts[-1], times[-1], unread, times[0]))
        query = "SELECT agents.* FROM agents JOIN listings ON agents.id = agent_id WHERE listings.id = ?"
        agent = database.execute(query, (listing,)).fetchone()
        for place, (text, moment) in enumerate(zip(texts, times)):
            sender = (agent["id"], agent["name"]) if place % 2 else (account, names[account])
            database.execute(
                "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)",
                (88001 + number * 10 + place, 7001 + number, *sender, text, moment))
