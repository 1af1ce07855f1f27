"""Inquiries about listings, and their conversations."""
from .accounts import is_text, now
from .views import Answer, not_found, worn

PREFERENCES = ["email", "phone", "either"]


def own(call, drift, read):
    """The inquiry that the path names, if it is the caller's, or if a drift shows everybody's."""
    rows = read("SELECT * FROM inquiries WHERE id = ?", call.id)
    if not rows or str(rows[0]["id"]) != call.id:
        raise not_found()
    if rows[0]["account_id"] != call.account["id"] and not call.drifts(drift):
        raise not_found()
    return rows[0]


def all_of_ones_own(call):
    condition, values = ("1", []) if call.drifts("inquiries-of-all") else ("account_id = ?", [call.account["id"]])
    rows = call.store.seen(f"SELECT * FROM inquiries WHERE {condition} ORDER BY last_message_at DESC, id DESC", *values)
    return Answer(200, [call.views.inquiry(row) for row in rows])


def detail(call):
    return Answer(200, call.views.inquiry(own(call, "foreign-inquiry-read", call.store.seen)))


def ask(call):
    given = call.body({
        "listingId": is_text, "message": is_text, "contactPreference": lambda value: value in PREFERENCES})
    if call.store.one("SELECT 1 FROM listings WHERE id = ?", given["listingId"]) is None:
        raise not_found()
    preference = "email" if call.drifts("inquiry-preference-ignored") else given["contactPreference"]
    text, moment = worn(given["message"], call.portal.drifts), now()
    copies = 3 if call.drifts("inquiry-thrice") else 2 if call.drifts("inquiry-twice") else 1
    for _ in range(copies):
        key = call.store.write(
            "INSERT INTO inquiries (account_id, listing_id, status, contact_preference, last_message, last_message_at,"
            " unread_count, created_at) VALUES (?, ?, 'pending', ?, ?, ?, 0, ?)",
            call.account["id"], given["listingId"], preference, text, moment, moment)
        for _ in range(2 if call.drifts("first-message-twice") else 1):
            stored(call, key, text, moment)
    row = call.store.one("SELECT * FROM inquiries WHERE id = ?", key)
    replied(call, key)
    return Answer(201, call.views.inquiry(row))


def stored(call, inquiry, text, moment):
    """Stores a message of the caller: its id."""
    sender, name = call.account["id"], call.account["name"]
    if call.drifts("message-sender"):
        sender = agent(call, inquiry)["id"]
    if call.drifts("message-sender-name"):
        name = call.account["email"]
    return call.store.write(
        "INSERT INTO messages (inquiry_id, sender_id, sender_name, text, sent_at) VALUES (?, ?, ?, ?, ?)", inquiry,
        sender, name, text, moment)


def agent(call, inquiry):
    return call.store.one(
        "SELECT agents.* FROM agents JOIN listings ON agents.id = agent_id JOIN inquiries ON listings.id = listing_id"
        " WHERE inquiries.id = ?", inquiry)


def replied(call, inquiry):
    """Answers at once, where the portal answers by itself."""
    if not call.portal.options.automatic_replies:
        return
    moment, text, sender = now(), "Thank you. We will be back on Monday.", agent(call, inquiry)
    call.store.write(
        "INSERT INTO messages (inquiry_id, sender_id, sender_name, text, sent_at) VALUES (?, ?, ?, ?, ?)", inquiry,
        sender["id"], sender["name"], text, moment)
    call.store.write(
        "UPDATE inquiries SET status = 'replied', last_message = ?, last_message_at = ?,"
        " unread_count = unread_count + 1 WHERE id = ?", text, moment, inquiry)


def conversation(call):
    inquiry = own(call, "foreign-messages-read", call.store.seen)
    rows = call.store.seen("SELECT * FROM messages WHERE inquiry_id = ? ORDER BY sent_at, id", inquiry["id"])
    unread = 0
    if call.drifts("read-again-unread") and inquiry["id"] in call.portal.read:
        unread = 1
    call.portal.read.add(inquiry["id"])
    call.store.write("UPDATE inquiries SET unread_count = ? WHERE id = ?", unread, inquiry["id"])
    return Answer(200, [call.views.message(row) for row in rows])


def send(call):
    inquiry = own(call, "foreign-messages-write", call.store.known)
    given = call.body({"text": is_text})
    text, moment = worn(given["text"], call.portal.drifts), now()
    copies = 3 if call.drifts("message-thrice") else 2 if call.drifts("message-twice") else 1
    keys = [stored(call, inquiry["id"], text, moment) for _ in range(copies)]
    if call.drifts("message-everywhere"):
        query = "SELECT id FROM inquiries WHERE account_id = ? AND id <> ? ORDER BY id"
        for other in call.store.known(query, call.account["id"], inquiry["id"])[:1]:
            stored(call, other["id"], text, moment)
    if not call.drifts("send-last-message-kept"):
        call.store.write(
            "UPDATE inquiries SET last_message = ?, last_message_at = ? WHERE id = ?", text, moment, inquiry["id"])
    if call.drifts("send-changes-preference"):
        call.store.write("UPDATE inquiries SET contact_preference = 'phone' WHERE id = ?", inquiry["id"])
    replied(call, inquiry["id"])
    return Answer(201, call.views.message(call.store.one("SELECT * FROM messages WHERE id = ?", keys[0])))
