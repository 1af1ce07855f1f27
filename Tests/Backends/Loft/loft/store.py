"""The rows: one SQLite file. The first column of each table is its key, and rows stay in the order in which they came."""
import json
import secrets
import sqlite3
import time

SCHEMA = """
CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
  scope TEXT NOT NULL);
CREATE TABLE sessions (access TEXT PRIMARY KEY, refresh TEXT NOT NULL, account_id TEXT NOT NULL, family TEXT NOT NULL,
  until REAL NOT NULL, state TEXT NOT NULL);
CREATE TABLE customers (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT,
  metadata TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE orders (id TEXT PRIMARY KEY, customer_id TEXT NOT NULL, status TEXT NOT NULL, currency TEXT NOT NULL,
  note TEXT, shipping TEXT, metadata TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, made INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE lines (id TEXT PRIMARY KEY, order_id TEXT NOT NULL, description TEXT NOT NULL, quantity INTEGER NOT NULL,
  unit_amount INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL);
CREATE TABLE files (id TEXT PRIMARY KEY, purpose TEXT NOT NULL, title TEXT, filename TEXT NOT NULL, type TEXT NOT NULL,
  bytes BLOB NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL);
CREATE TABLE exports (id TEXT PRIMARY KEY, kind TEXT NOT NULL, begun REAL NOT NULL);
CREATE TABLE idempotency_keys (id TEXT PRIMARY KEY, request TEXT NOT NULL, body TEXT NOT NULL, status INTEGER NOT NULL,
  answer TEXT NOT NULL, headers TEXT NOT NULL);
"""
# Letters and digits that nobody takes for one another.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def connect(path):
    """A connection for all threads, which take turns."""
    database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    database.row_factory = sqlite3.Row
    return database


class Store:
    """All tables."""

    def __init__(self, path, options):
        self.database, self.length = connect(path), 24 if options.long_ids else 8
        self.database.execute("PRAGMA synchronous = OFF")

    def new_id(self, prefix):
        """A key that nothing has yet."""
        return prefix + "_" + "".join(secrets.choice(LETTERS) for _ in range(self.length))

    def rows(self, query, *values):
        """The rows of a query."""
        return self.database.execute(query, values).fetchall()

    def one(self, query, *values):
        """The first row of a query, or nothing."""
        return next(iter(self.rows(query, *values)), None)

    def insert(self, table, **columns):
        """Adds a row. Objects are stored as JSON."""
        values = [json.dumps(value) if isinstance(value, dict) else value for value in columns.values()]
        places = ", ".join("?" * len(columns))
        self.database.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", values)

    def update(self, table, key, **columns):
        """Changes some columns of a row."""
        values = [json.dumps(value) if isinstance(value, dict) else value for value in columns.values()]
        self.database.execute(
            f"UPDATE {table} SET {', '.join(name + ' = ?' for name in columns)} WHERE id = ?", [*values, key])

    def execute(self, statement, *values):
        """Carries out any other statement."""
        self.database.execute(statement, values)


def now():
    """The time in whole seconds."""
    return int(time.time())
