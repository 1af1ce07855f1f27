"""The rows: one SQLite file, and, where the portal is late, a copy that shows each write some time after it."""
import sqlite3
import threading
import time
from collections import deque

SCHEMA = """
CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT, photo_url TEXT,
  password TEXT NOT NULL);
CREATE TABLE sessions (access TEXT PRIMARY KEY, refresh TEXT NOT NULL, account_id TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE listings (id TEXT PRIMARY KEY, title TEXT NOT NULL, price REAL NOT NULL, currency TEXT NOT NULL,
  city TEXT NOT NULL, description TEXT NOT NULL, photos TEXT NOT NULL, bedrooms INTEGER NOT NULL,
  bathrooms INTEGER NOT NULL, area REAL, amenities TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
  agent_id TEXT NOT NULL, is_featured INTEGER NOT NULL, listed_at TEXT NOT NULL);
CREATE TABLE agents (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT);
CREATE TABLE favorites (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, listing_id TEXT NOT NULL,
  times INTEGER NOT NULL);
CREATE TABLE inquiries (id INTEGER PRIMARY KEY AUTOINCREMENT, account_id TEXT NOT NULL, listing_id TEXT NOT NULL,
  status TEXT NOT NULL, contact_preference TEXT NOT NULL, last_message TEXT NOT NULL, last_message_at TEXT NOT NULL,
  unread_count INTEGER NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, inquiry_id INTEGER NOT NULL, sender_id TEXT NOT NULL,
  sender_name TEXT NOT NULL, text TEXT NOT NULL, sent_at TEXT NOT NULL);
CREATE TABLE notification_preferences (account_id TEXT PRIMARY KEY, inquiry_replies INTEGER NOT NULL,
  new_listings INTEGER NOT NULL, by_email INTEGER NOT NULL);
CREATE TABLE devices (token TEXT PRIMARY KEY, account_id TEXT NOT NULL, platform TEXT NOT NULL);
"""


def connect(path):
    """A connection for all threads, which take turns."""
    database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    database.row_factory = sqlite3.Row
    return database


class Store:
    """All tables. `late` are the seconds after which `seen` shows what was written; `known` shows it at once."""

    def __init__(self, path, late=0):
        self.database, self.late, self.turn = connect(path), late, threading.RLock()
        self.database.execute("PRAGMA synchronous = OFF")
        self.copy, self.waiting = self.database, deque()
        if late:
            self.copy = connect(":memory:")
            self.database.backup(self.copy)

    def write(self, statement, *values):
        """Carries out a statement: the key of the row that it made."""
        key = self.database.execute(statement, values).lastrowid
        if self.late:
            self.waiting.append((time.monotonic() + self.late, statement, values))
        return key

    def known(self, query, *values):
        """The rows as they are."""
        return self.database.execute(query, values).fetchall()

    def seen(self, query, *values):
        """The rows as those see them who only read."""
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            _, statement, written = self.waiting.popleft()
            self.copy.execute(statement, written)
        return self.copy.execute(query, values).fetchall()

    def one(self, query, *values):
        """The first row as it is, or nothing."""
        return next(iter(self.known(query, *values)), None)
