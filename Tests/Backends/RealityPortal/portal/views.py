"""Rows as the API shows them, and the failures that it knows."""
import json
import re
from typing import NamedTuple


class Answer(NamedTuple):
    """A status, a JSON body or none, and header fields beside those of every answer."""

    status: int
    body: object = None
    headers: dict = {}


class Failure(Exception):
    """An answer that isn't a success."""

    def __init__(self, status, code, message, headers=None):
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}


def not_found():
    return Failure(404, "NOT_FOUND", "There is nothing of this id.")


def invalid(message):
    return Failure(422, "VALIDATION_ERROR", message)


def unauthorized(code="UNAUTHORIZED"):
    return Failure(401, code, "Log in first.")


class Views:
    """Rows as answers have them, with the drifts of members."""

    def __init__(self, store, drifts):
        self.store, self.drifts = store, drifts

    def user(self, row):
        shown = {
            "id": row["id"], "name": row["name"], "email": row["email"], "phone": row["phone"],
            "photoURL": row["photo_url"]}
        if "phone-missing" in self.drifts:
            del shown["phone"]
        if "photo-renamed" in self.drifts:
            shown["avatar"] = shown.pop("photoURL")
        return shown

    def listing(self, row, account=None, place="detail"):
        """`place` is where it is shown: detail, search, featured, favorites, or inquiry."""
        agent = self.store.one("SELECT * FROM agents WHERE id = ?", row["agent_id"])
        features = {"bedrooms": row["bedrooms"], "bathrooms": row["bathrooms"], "area": row["area"]}
        price = int(row["price"]) if row["price"] == int(row["price"]) else row["price"]
        shown = {
            "id": row["id"], "title": row["title"], "price": price, "currency": row["currency"], "city": row["city"],
            "description": row["description"], "photos": json.loads(row["photos"]), "features": features,
            "amenities": json.loads(row["amenities"]),
            "coordinate": {"latitude": row["latitude"], "longitude": row["longitude"]},
            "agent": {name: agent[name] for name in ("id", "name", "email", "phone")},
            "isFeatured": bool(row["is_featured"]), "listedAt": row["listed_at"]}
        if account is not None and place != "inquiry":
            shown["isFavorite"] = self.is_favorite(account, row["id"])
        return self.drifted(shown, place)

    def drifted(self, shown, place):
        if place == "search" and "list-price-rounded" in self.drifts:
            shown["price"] = round(shown["price"], -3)
        if place == "search" and "list-description-cut" in self.drifts:
            shown["description"] = shown["description"][:40] + "…"
        if place == "featured" and "featured-flag-false" in self.drifts:
            shown["isFeatured"] = False
        if place == "favorites" and "favorites-flag-false" in self.drifts:
            shown["isFavorite"] = False
        if "features-flattened" in self.drifts:
            shown.update(shown.pop("features"))
        if "price-text" in self.drifts:
            shown["price"] = f"{shown['price']:.2f}"
        if "listed-epoch" in self.drifts:
            shown["listedAt"] = 1791600000 + sum(map(ord, shown["id"]))
        if "amenities-null" in self.drifts:
            shown["amenities"] = shown["amenities"] or None
        return shown

    def is_favorite(self, account, listing):
        if "favorites-of-all" in self.drifts:
            return bool(self.store.seen("SELECT 1 FROM favorites WHERE listing_id = ?", listing))
        return bool(self.store.seen("SELECT 1 FROM favorites WHERE id = ?", f"{account}/{listing}"))

    def inquiry(self, row):
        listing = self.store.one("SELECT * FROM listings WHERE id = ?", row["listing_id"])
        shown = {
            "id": str(row["id"]), "listing": self.listing(listing, place="inquiry"), "status": row["status"],
            "contactPreference": row["contact_preference"], "lastMessage": row["last_message"],
            "lastMessageAt": row["last_message_at"], "unreadCount": row["unread_count"], "createdAt": row["created_at"]}
        if "status-new" in self.drifts and shown["status"] == "replied":
            shown["status"] = "answered"
        if "unread-text" in self.drifts:
            shown["unreadCount"] = str(shown["unreadCount"])
        return shown

    def message(self, row):
        return {
            "id": str(row["id"]), "inquiryId": str(row["inquiry_id"]), "senderId": row["sender_id"],
            "senderName": row["sender_name"], "text": row["text"],
            "sentAt": None if "sent-null" in self.drifts else row["sent_at"]}

    def preferences(self, row):
        form = int if "preferences-numbers" in self.drifts else bool
        return {
            "inquiryReplies": form(row["inquiry_replies"]), "newListings": form(row["new_listings"]),
            "byEmail": form(row["by_email"])}


def worn(text, drifts):
    """A text after what a careless store does to it."""
    if "text-escaped" in drifts:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if "text-mojibake" in drifts:
        text = text.encode().decode("latin-1")
    if "text-cut" in drifts:
        text = text[:80]
    if "text-question-marks" in drifts:
        text = text.encode("ascii", "replace").decode()
    if "text-emoji-lost" in drifts:
        text = re.sub(r"[^\u0000-\uffff]", "", text)
    if "text-joiners-lost" in drifts:
        text = re.sub(r"[\u200d\ufe0f]", "", text)
    if "text-quotes-slashed" in drifts:
        text = re.sub(r"(['\"])", r"\\\1", text)
    if "text-lines-joined" in drifts:
        text = text.replace("\n", " ")
    return text


def snake(value):
    """A value whose members are written with underscores."""
    if isinstance(value, list):
        return [snake(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {re.sub(r"(?<=[a-z])([A-Z]+)", lambda found: "_" + found[1].lower(), name): snake(item)
            for name, item in value.items()}
