"""A database as plain values, and how two of them differ.

A dump is `{table: {key: {column: value}}}`, where the key is the row's primary key (in `sqlite_sequence`, the table's name).
Everything here but `read` is a function of values, so that the self-check can try it without a server.
"""
import sqlite3
import time
from typing import NamedTuple


# Seconds for which a database may be busy.
PATIENCE = 20


class Difference(NamedTuple):
    """One row that isn't as it was: `gone`, `new`, or `changed` in one column."""

    table: str
    key: object
    kind: str
    column: str = ""
    before: object = None
    after: object = None


def read(path):
    """All tables of a database that is in use; the connection can't write."""
    # Where the server commits at this very moment, its journal looks like one to be rolled back, which a connection that
    # can't write refuses to do; a moment later it is gone.
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return read_once(path)
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def read_once(path):
    """All tables, of one moment."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)
    database.row_factory = sqlite3.Row
    try:
        database.execute("BEGIN")
        names = [row["name"] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: rows(database, name) for name in names}
    finally:
        database.close()


def rows(database, table):
    """The rows of one table by their key, which is the first column in all tables of ours."""
    selected = [dict(row) for row in database.execute(f'SELECT * FROM "{table}"')]
    return {next(iter(row.values())): row for row in selected}


def differences(before, after):
    """Every difference between two dumps, in the order of tables and keys."""
    found = []
    for table in sorted(set(before) | set(after)):
        old, new = before.get(table, {}), after.get(table, {})
        for key in sorted(set(old) | set(new), key=lambda key: (str(type(key)), key)):
            if key not in new:
                found.append(Difference(table, key, "gone", before=old[key]))
            elif key not in old:
                found.append(Difference(table, key, "new", after=new[key]))
            else:
                found += changes(table, key, old[key], new[key])
    return found


def changes(table, key, old, new):
    """The columns in which one row differs."""
    return [
        Difference(table, key, "changed", column, old.get(column), new.get(column))
        for column in sorted(set(old) | set(new))
        if old.get(column) != new.get(column)
    ]
