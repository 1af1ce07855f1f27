"""Accounts: logins, tokens, profile, photo, password, preferences, devices."""
import hashlib
import re
import secrets
import time
from datetime import datetime, timezone
from email import message_from_bytes

from .seed import hashed, is_password
from .views import Answer, Failure, invalid, unauthorized

HOUR, LARGEST_PHOTO = 3600, 2_000_000


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_text(value):
    return isinstance(value, str) and value != ""


def is_email(value):
    return isinstance(value, str) and re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value) is not None


def is_password_allowed(value):
    return isinstance(value, str) and len(value) >= 8


def is_phone(value):
    return value is None or isinstance(value, str)


def is_flag(value):
    return isinstance(value, bool)


def caller(portal, who, headers):
    """The account and the session of a request, or nothing for a guest."""
    field = headers.get("Authorization")
    if who == "anybody" or who == "guest" and field is None:
        return None, None
    token = (field or "").removeprefix("Bearer ")
    columns = ["refresh" if who == "refresh" else "access"]
    if who == "refresh" and "access-as-refresh" in portal.drifts:
        columns.append("access")
    if who != "refresh" and "refresh-as-access" in portal.drifts:
        columns.append("refresh")
    for column in columns:
        session = portal.store.one(f"SELECT * FROM sessions WHERE {column} = ?", token)
        if session is not None:
            if column == "access" and session["until"] < time.time():
                raise unauthorized("TOKEN_EXPIRED")
            return account_of(portal, session["account_id"]), session
    raise unauthorized()


def account_of(portal, key):
    return portal.store.one("SELECT * FROM accounts WHERE id = ?", key)


def opened(call, key, access=None, refresh=None):
    """A new session: its two tokens."""
    access, refresh = access or f"rpa_{secrets.token_hex(20)}", refresh or f"rpr_{secrets.token_hex(20)}"
    call.store.write("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)", access, refresh, key, time.time() + HOUR)
    return {"accessToken": access, "refreshToken": refresh}


def login(call):
    given = call.body({"email": is_text, "password": is_text})
    account = call.store.one("SELECT * FROM accounts WHERE lower(email) = lower(?)", given["email"])
    if call.drifts("login-old-email"):
        former = {email: key for key, email in call.portal.former_emails.items()}
        account = account_of(call.portal, former.get(given["email"])) or account
        if account and call.portal.former_emails.get(account["id"], given["email"]) != given["email"]:
            account = None
    if account is None or not is_right(call, account, given["password"]) or call.drifts("login-refused"):
        raise Failure(401, "INVALID_CREDENTIALS", "No account has this email and password.")
    if call.drifts("login-challenge"):
        return Answer(202, {"challenge": "email", "challengeId": secrets.token_hex(8)})
    shown = account
    if call.drifts("login-other-user"):
        shown = call.store.one("SELECT * FROM accounts WHERE id <> ?", account["id"])
    session = {**opened(call, account["id"]), "user": call.views.user(shown)}
    if call.drifts("refresh-token-missing"):
        del session["refreshToken"]
    return Answer(200, session)


def is_right(call, account, password):
    if call.drifts("login-any-password"):
        return True
    if call.drifts("old-password-too") and is_password(password, call.portal.former_passwords.get(account["id"])):
        return True
    return is_password(password, account["password"])


def register(call):
    given = call.body({"name": is_text, "email": is_email, "password": is_password_allowed})
    obey_rules(call, given["password"])
    if call.store.one("SELECT 1 FROM accounts WHERE lower(email) = lower(?)", given["email"]):
        raise Failure(409, "EMAIL_TAKEN", "Another account has this email.")
    key = f"u-{secrets.randbelow(10 ** 9)}"
    values = (key, given["name"], given["email"], hashed(given["password"], key))
    call.store.write("INSERT INTO accounts (id, name, email, password) VALUES (?, ?, ?, ?)", *values)
    call.store.write("INSERT INTO notification_preferences VALUES (?, 1, 0, 0)", key)
    return Answer(200 if call.drifts("register-200") else 201, call.views.user(account_of(call.portal, key)))


def obey_rules(call, password):
    """Refuses a password that breaks the rules, where there are any: ten characters, and more than letters."""
    if call.portal.options.password_rules and (len(password) < 10 or password.isalpha()):
        raise invalid("A password has ten characters or more, and not letters only.")


def refresh(call):
    key, session = call.account["id"], call.session
    if not call.drifts("refresh-reusable"):
        call.store.write("DELETE FROM sessions WHERE access = ?", session["access"])
    kept = {}
    if call.drifts("refresh-unrotated"):
        kept["refresh"] = session["refresh"]
    if call.drifts("access-unrotated"):
        kept["access"] = session["access"]
    return Answer(200, opened(call, key, **kept))


def logout(call):
    access = call.session["access"]
    if call.drifts("logout-keeps-refresh"):
        call.store.write("UPDATE sessions SET access = ? WHERE access = ?", f"ended_{secrets.token_hex(8)}", access)
    elif not call.drifts("logout-noop"):
        call.store.write("DELETE FROM sessions WHERE access = ?", access)
    return Answer(204)


def profile(call):
    row = call.store.seen("SELECT * FROM accounts WHERE id = ?", call.account["id"])
    return Answer(200, call.views.user(row[0] if row else call.account))


def edit(call):
    given = call.body({}, {"name": is_text, "email": is_email, "phone": is_phone})
    old = call.account
    if "email" in given:
        query = "SELECT id FROM accounts WHERE lower(email) = lower(?)"
        owner = call.store.one(query, given["email"])
        if owner and (owner["id"] != old["id"] or call.drifts("own-email-taken")):
            raise invalid("This email is taken.")
    new = {"name": old["name"], "email": old["email"], "phone": old["phone"], "photo_url": old["photo_url"], **given}
    if call.drifts("patch-clears-phone") and "phone" not in given:
        new["phone"] = None
    if call.drifts("patch-clears-photo"):
        new["photo_url"] = None
    if call.drifts("patch-null-ignored") and new["phone"] is None:
        new["phone"] = old["phone"]
    if call.drifts("phone-null-empty") and "phone" in given and new["phone"] is None:
        new["phone"] = ""
    if call.drifts("name-mojibake") and "name" in given:
        new["name"] = new["name"].encode().decode("latin-1")
    call.portal.former_emails.setdefault(old["id"], old["email"])
    call.store.write(
        "UPDATE accounts SET name = ?, email = ?, phone = ?, photo_url = ? WHERE id = ?", new["name"], new["email"],
        new["phone"], new["photo_url"], old["id"])
    return Answer(200, call.views.user(account_of(call.portal, old["id"])))


def photo(call):
    kind = call.headers.get("Content-Type") or ""
    if not kind.startswith("multipart/form-data"):
        raise invalid("A photo is sent as multipart/form-data.")
    parts = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + call.bytes)
    found = [
        part for part in (parts.get_payload() if parts.is_multipart() else [])
        if part.get_param("name", header="content-disposition") == "photo"]
    if not found or found[0].get_content_type() not in ("image/jpeg", "image/png"):
        raise invalid("There is no photo, or it is neither JPEG nor PNG.")
    picture = found[0].get_payload(decode=True) or b""
    if len(picture) > LARGEST_PHOTO:
        raise Failure(413, "PHOTO_TOO_LARGE", "A photo has two million bytes at most.")
    address = f"https://cdn.portal.example/u/{hashlib.sha256(picture).hexdigest()[:16]}.jpg"
    call.store.write("UPDATE accounts SET photo_url = ? WHERE id = ?", address, call.account["id"])
    if call.drifts("photo-clears-phone"):
        call.store.write("UPDATE accounts SET phone = NULL WHERE id = ?", call.account["id"])
    return Answer(200, call.views.user(account_of(call.portal, call.account["id"])))


def password(call):
    given = call.body({"currentPassword": is_text, "newPassword": is_password_allowed})
    if not is_right(call, call.account, given["currentPassword"]):
        raise Failure(403, "WRONG_PASSWORD", "The current password is another one.")
    obey_rules(call, given["newPassword"])
    if not call.drifts("password-unkept"):
        key = call.account["id"]
        call.portal.former_passwords[key] = call.account["password"]
        call.store.write("UPDATE accounts SET password = ? WHERE id = ?", hashed(given["newPassword"], key), key)
    return Answer(204)


def preferences(call):
    row = call.store.seen("SELECT * FROM notification_preferences WHERE account_id = ?", call.account["id"])
    return Answer(200, call.views.preferences(row[0]))


def choose(call):
    given = call.body({"inquiryReplies": is_flag, "newListings": is_flag, "byEmail": is_flag})
    key = call.account["id"]
    values = [given["inquiryReplies"], given["newListings"], given["byEmail"] and not call.drifts("preferences-reset")]
    stored = call.store.one("SELECT * FROM notification_preferences WHERE account_id = ?", key)
    if call.drifts("preferences-again-409") and [bool(flag) for flag in list(stored)[1:]] == values:
        raise Failure(409, "UNCHANGED", "These are the preferences already.")
    everybody = [row["id"] for row in call.store.known("SELECT id FROM accounts")]
    for account in everybody if call.drifts("preferences-of-all") else [key]:
        call.store.write(
            "UPDATE notification_preferences SET inquiry_replies = ?, new_listings = ?, by_email = ?"
            " WHERE account_id = ?", *map(int, values), account)
    row = call.store.one("SELECT * FROM notification_preferences WHERE account_id = ?", key)
    return Answer(200, call.views.preferences(row))


def device(call):
    given = call.body({
        "token": lambda value: isinstance(value, str) and re.fullmatch("([0-9a-f]{2})+", value) is not None,
        "platform": lambda value: value == "ios"})
    values = (given["token"], call.account["id"], given["platform"])
    call.store.write("INSERT OR REPLACE INTO devices VALUES (?, ?, ?)", *values)
    return Answer(204)
