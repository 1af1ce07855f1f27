"""The services whose backends are run: who may do what there, which variables there are, and what goes with what."""
import re
from typing import NamedTuple


class Service(NamedTuple):
    """One service. Secrets and addresses stand by the variable of the environment that holds them."""

    # The contract's name, and that of the folder here that has the table.
    name: str
    folder: str
    secrets: dict
    addresses: dict
    # Whose token the backend tells, by the variable that holds it.
    tokens: dict
    # Variables of paths and of bodies' ids, which plumbline knows without a suite, and those that no suite knows.
    in_paths: set = set()
    in_bodies: set = set()
    unknown_to_suites: set = set()
    # How reports call tables and their only row where they don't call them as the database does.
    called: dict = {}
    # Rows that come with another that is new: by table, the other's table and the column that names it.
    comes_with: dict = {}
    # Columns that requests of this contract change beside what they are about, which reports tell without their values.
    also_changed: dict = {}
    # Tables in which the run's rows carry no mark, as no member of theirs could hold one.
    unmarked: set = set()
    # The folder whose contract it is, below the project's; the project's own contracts where it is empty.
    home: str = ""
    # The column that says of a row that it is deleted, where rows stay.
    deleted: str = ""


TRUELOG = Service(
    name="truelog", folder="TrueLog",
    secrets={
        "TRUELOG_API_KEY": "tl_live_7c1e0b5f2a",
        "TRUELOG_LOGIN_PASSWORD": "Sup3r-Agent!",
        "TRUELOG_LOGIN_PASSWORD_VIEWER": "V1ewer-Only!",
        "TRUELOG_LOGIN_PASSWORD_CLIENT": "Cl1ent-Pass!",
    },
    addresses={
        "TRUELOG_LOGIN_EMAIL": "mei.lin@truelog.com.sg",
        "TRUELOG_LOGIN_EMAIL_VIEWER": "raj.kumar@truelog.com.sg",
        "TRUELOG_LOGIN_EMAIL_CLIENT": "chloe@marina-logistics.sg",
    },
    tokens={"TRUELOG_TOKEN": "agent", "TRUELOG_TOKEN_VIEWER": "viewer", "TRUELOG_TOKEN_CLIENT": "client"},
    in_paths={"ticket_id", "comment_id", "asset_id", "accessory_id", "customer_id"},
    in_bodies={"assigned_to_id", "queue_id", "company_id"}, unknown_to_suites={"assigned_to_id"})

REALITY_PORTAL = Service(
    name="realityportal", folder="RealityPortal",
    secrets={
        "REALITYPORTAL_LOGIN_PASSWORD": "Bratislava-1968",
        "REALITYPORTAL_LOGIN_PASSWORD_NEWCOMER": "Trencin-castle",
    },
    addresses={
        "REALITYPORTAL_LOGIN_EMAIL": "zuzana@posta.example",
        "REALITYPORTAL_LOGIN_EMAIL_NEWCOMER": "tomas@posta.example",
    },
    tokens={
        "REALITYPORTAL_TOKEN": "member", "REALITYPORTAL_REFRESH_TOKEN": "member-refresh",
        "REALITYPORTAL_TOKEN_NEWCOMER": "newcomer", "REALITYPORTAL_REFRESH_TOKEN_NEWCOMER": "newcomer-refresh",
    },
    in_paths={"listing_id", "inquiry_id"},
    called={
        r"\baccounts was changed": "accounts u-81 was changed", r"\bpushTokens\b": "devices",
        r"\bnotificationPreferences was changed": "notification_preferences u-81 was changed",
    },
    comes_with={
        "messages": ("inquiries", "inquiry_id"), "notification_preferences": ("accounts", "account_id"),
    },
    also_changed={"inquiries": {"last_message", "last_message_at", "unread_count"}},
    unmarked={"devices"})

LOFT = Service(
    name="loft", folder="Loft", home="Tests/Packages/Loft", deleted="deleted",
    secrets={"LOFT_LOGIN_PASSWORD": "Carvalho-1904", "LOFT_LOGIN_PASSWORD_READER": "Nussbaum-1877"},
    addresses={
        "LOFT_LOGIN_USERNAME": "ines@loft.example", "LOFT_LOGIN_USERNAME_READER": "otto@loft.example",
        **{name + who: value for who in ("", "_READER") for name, value in (
            ("LOFT_LOGIN_GRANT_TYPE", "password"), ("LOFT_LOGIN_CLIENT_ID", "loft-ios"))},
    },
    tokens={
        "LOFT_TOKEN": "owner", "LOFT_REFRESH_TOKEN": "owner-refresh",
        "LOFT_TOKEN_READER": "reader", "LOFT_REFRESH_TOKEN_READER": "reader-refresh",
    },
    in_paths={"customer", "order", "line", "file", "export"})

ALL = {service.folder: service for service in (TRUELOG, REALITY_PORTAL, LOFT)}


def as_stored(service, told):
    """A report's sentences with tables and rows called as the database calls them."""
    for words, name in service.called.items():
        told = [re.sub(words, name, text) for text in told]
    return told


def settled(service, before, after, told):
    """The dump after a run without what goes with something else: rows that came with a new one, new rows that are deleted
    by now, and columns that a told request changes beside what it is about."""
    settled = {}
    for table, rows in after.items():
        owner, column = service.comes_with.get(table, (None, None))
        new = set(after.get(owner, {})) - set(before.get(owner, {}))
        kept = {
            key: row for key, row in rows.items()
            if key in before.get(table, {}) or row.get(column) not in new and not row.get(service.deleted)}
        if any(f"also changes {table}" in text for text in told):
            columns = service.also_changed.get(table, set())
            kept = {key: back(row, before.get(table, {}).get(key), columns) for key, row in kept.items()}
        settled[table] = kept
    return settled


def back(row, old, columns):
    """A row with some columns as they were; a new one is as it is."""
    return {**row, **{column: old[column] for column in columns}} if old else row
