"""Tokens: RFC 6749 (password and refresh_token, in forms), and RFC 7009."""
import hmac
import json
import secrets
import time

from . import wire
from .seed import CLIENT, hashed
from .views import Answer, Failure

LIFETIME = 3600
UNCACHED = {"Cache-Control": "no-store", "Pragma": "no-cache"}


class Refusal(Failure):
    """A failure that is written as RFC 6749, 5.2, has it."""

    def __init__(self, code, message, status=400):
        super().__init__(status, code, message, headers=UNCACHED)


def admit(loft, scope, headers):
    """Lets a request in whose token is live and has the scope."""
    if scope is None:
        return
    kind, _, token = (headers.get("Authorization") or "").partition(" ")
    challenge = {"WWW-Authenticate": 'Bearer realm="loft"'}
    if kind.lower() != "bearer" or not token:
        raise Failure(401, "authentication_required", "Send an access token.", headers=challenge)
    row = loft.store.one("SELECT * FROM sessions WHERE access = ? AND state = 'live'", token)
    if row is None and "refresh-as-access" in loft.drifts:
        row = loft.store.one("SELECT * FROM sessions WHERE refresh = ? AND state = 'live'", token)
    if row is None or row["until"] < time.time():
        challenge["WWW-Authenticate"] += ', error="invalid_token"'
        raise Failure(401, "authentication_required", "The access token isn't valid.", headers=challenge)
    account = loft.store.one("SELECT * FROM accounts WHERE id = ?", row["account_id"])
    if scope not in account["scope"].split() and "scope-ignored" not in loft.drifts:
        raise Failure(403, "scope_missing", f"This needs the scope {scope}.")


def given(call):
    """The form, and the client that sends it."""
    if call.drifts("token-json-only"):
        try:
            sent = json.loads(call.body)
        except ValueError:
            raise Refusal("invalid_request", "Send JSON.", 415) from None
    else:
        sent = wire.form(call.headers, call.body)
    if not isinstance(sent, dict) or sent.get("client_id") != CLIENT:
        raise Refusal("invalid_client", "No such client.", 401)
    return sent


def token(call):
    sent = given(call)
    kind = sent.get("grant_type")
    if kind == "password":
        row = call.store.one("SELECT * FROM accounts WHERE email = ?", sent.get("username") or "")
        if row is None or not is_password(call, sent.get("password") or "", row):
            raise Refusal("invalid_grant", "The name or the password is wrong.")
        return handed_out(call, row["id"], "fam_" + secrets.token_hex(6))
    if kind == "refresh_token":
        return refreshed(call, sent.get("refresh_token") or "")
    if kind is None:
        raise Refusal("invalid_request", "grant_type is missing.")
    raise Refusal("unsupported_grant_type", "Loft knows password and refresh_token.")


def is_password(call, password, row):
    return call.drifts("password-any") or hmac.compare_digest(hashed(password, row["id"]), row["password"])


def refreshed(call, refresh):
    """New tokens for old ones. An old refresh token that comes again ends all that came of its login."""
    row = call.store.one("SELECT * FROM sessions WHERE refresh = ? ORDER BY state = 'live' DESC", refresh)
    if row is None or row["state"] == "revoked":
        raise Refusal("invalid_grant", "The refresh token isn't valid.")
    if row["state"] == "rotated" and not call.drifts("refresh-reusable"):
        call.store.execute("UPDATE sessions SET state = 'revoked' WHERE family = ?", row["family"])
        raise Refusal("invalid_grant", "The refresh token was used before.")
    call.store.execute("UPDATE sessions SET state = 'rotated' WHERE access = ?", row["access"])
    return handed_out(call, row["account_id"], row["family"], refresh if call.drifts("refresh-not-rotated") else None)


def handed_out(call, account, family, refresh=None):
    access, refresh = "lft_" + secrets.token_hex(20), refresh or "lft_" + secrets.token_hex(20)
    call.store.execute(
        "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, 'live')", access, refresh, account, family, time.time() + LIFETIME)
    scope = call.store.one("SELECT scope FROM accounts WHERE id = ?", account)["scope"]
    return Answer(200, {
        "access_token": access, "token_type": "Bearer",
        "expires_in": str(LIFETIME) if call.drifts("expires-text") else LIFETIME,
        "refresh_token": refresh, "scope": scope}, UNCACHED)


def revoke(call):
    """Ends a session by either of its tokens; a token that nobody has is no failure (RFC 7009, 2.2)."""
    sent = given(call)
    if "token" not in sent:
        raise Refusal("invalid_request", "token is missing.")
    row = call.store.one("SELECT * FROM sessions WHERE access = ? OR refresh = ?", sent["token"], sent["token"])
    if row is not None and not call.drifts("revoke-noop"):
        if call.drifts("revoke-keeps-refresh") and row["access"] == sent["token"]:
            call.store.execute("UPDATE sessions SET until = 0 WHERE access = ?", row["access"])
        else:
            call.store.execute("UPDATE sessions SET state = 'revoked' WHERE family = ?", row["family"])
    return Answer(200, {})
