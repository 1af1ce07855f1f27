"""Listings for guests and members, and favorites."""
import random

from .views import Answer, Failure, invalid, not_found

PAGE, LARGEST_PAGE = 20, 50


def account_key(call):
    return call.account["id"] if call.account else None


def featured(call):
    rows = call.store.seen("SELECT * FROM listings WHERE is_featured = 1 ORDER BY listed_at DESC, id")
    if call.drifts("featured-empty"):
        rows = []
    if call.drifts("featured-capped"):
        rows = rows[:2]
    return Answer(200, [call.views.listing(row, account_key(call), "featured") for row in rows])


def search(call):
    conditions, values = filters(call)
    rows = call.store.seen(f"SELECT * FROM listings WHERE {' AND '.join(conditions) or '1'}", *values)
    rows = in_order(call, [row for row in rows if has_word(call, row)])
    page = number(call, "page", 1, int, 1)
    size = number(call, "pageSize", 50 if call.portal.options.larger_pages else PAGE, int, 1, LARGEST_PAGE)
    begin = (page - 1) * size
    if call.drifts("page-overlap") and 0 < begin < len(rows):
        begin -= 1
    shown = rows[begin:begin + size]
    if call.drifts("last-page-lost") and page > 1 and len(shown) < size:
        shown = []
    total = len(rows)
    if call.drifts("total-unfiltered"):
        total = len(call.store.seen("SELECT 1 FROM listings"))
    if call.drifts("total-one-more"):
        total += 1
    return Answer(200, {
        "listings": [call.views.listing(row, account_key(call), "search") for row in shown],
        "page": 1 if call.drifts("page-echo") else page,
        "pageSize": PAGE if call.drifts("page-size-echo") else size, "total": total})


def filters(call):
    """The conditions of a search, but for its word, and their values."""
    least, most = number(call, "minPrice", None, float, 0), number(call, "maxPrice", None, float, 0)
    rooms = number(call, "bedrooms", None, int, 0)
    city = call.query.get("city")
    found = [
        ("price > ?" if call.drifts("min-price-exclusive") else "price >= ?", least),
        ("price < ?" if call.drifts("max-price-exclusive") else "price <= ?", most),
        ("bedrooms >= ?" if call.drifts("bedrooms-at-least") else "bedrooms = ?", rooms), ("city = ?", city)]
    found = [(condition, value) for condition, value in found if value is not None]
    return [condition for condition, _ in found], [value for _, value in found]


def has_word(call, row):
    word = call.query.get("q")
    if not word:
        return True
    columns = ["title"] if call.drifts("search-titles-only") else ["title", "description", "city"]
    if call.drifts("search-case-sensitive"):
        return any(word in row[column] for column in columns)
    return any(word.casefold() in row[column].casefold() for column in columns)


def in_order(call, rows):
    """The rows sorted as asked; equals come by their id, or the other way round where the portal is of another kind."""
    sort, order = call.query.get("sort"), call.query.get("order")
    if sort not in (None, "price", "listedAt") or order not in (None, "asc", "desc"):
        raise invalid("sort is price or listedAt, order is asc or desc.")
    rows = sorted(rows, key=lambda row: row["id"], reverse=call.portal.options.other_order)
    if sort is None and call.drifts("order-unstable"):
        call.portal.searches += 1
        random.Random(call.portal.searches).shuffle(rows)
    if sort == "price":
        rows.sort(key=lambda row: str(int(row["price"])) if call.drifts("sort-as-text") else row["price"])
    if sort == "listedAt":
        rows.sort(key=lambda row: row["listed_at"])
    if sort and order == "desc":
        rows.sort(key=lambda row: row["price" if sort == "price" else "listed_at"], reverse=True)
    return rows


def number(call, name, default, kind, least, most=None):
    """A number of the query."""
    if name not in call.query:
        return default
    try:
        value = kind(call.query[name])
    except ValueError:
        raise invalid(f"{name} is no number.") from None
    if not value >= least or most is not None and value > most:
        raise invalid(f"{name} is too small or too large.")
    return value


def of_id(call):
    row = call.store.one("SELECT * FROM listings WHERE id = ?", call.id)
    if row is None:
        raise not_found()
    return row


def detail(call):
    return Answer(200, call.views.listing(of_id(call), account_key(call)))


def favorites(call):
    query = "SELECT listings.*, times FROM listings JOIN favorites ON listing_id = listings.id"
    if call.drifts("favorites-of-all"):
        rows = call.store.seen(f"{query} GROUP BY listings.id ORDER BY listings.id")
    else:
        rows = call.store.seen(f"{query} WHERE account_id = ? ORDER BY listings.id", account_key(call))
    if call.drifts("favorites-capped"):
        rows = rows[:2]
    shown = [
        call.views.listing(row, account_key(call), "favorites") for row in rows
        for _ in range(row["times"] if call.drifts("favorite-doubled") else 1)]
    return Answer(200, {"favorites": shown, "count": len(shown)} if call.drifts("favorites-object") else shown)


def like(call):
    listing = of_id(call)["id"]
    key = f"{account_key(call)}/{listing}"
    old = call.store.one("SELECT * FROM favorites WHERE id = ?", key)
    if old and call.drifts("favorite-again-409"):
        raise Failure(409, "ALREADY_A_FAVORITE", "It is one already.")
    if old and call.drifts("favorite-toggles"):
        call.store.write("DELETE FROM favorites WHERE id = ?", key)
    elif old and call.drifts("favorite-doubled"):
        call.store.write("UPDATE favorites SET times = times + 1 WHERE id = ?", key)
    else:
        keep(call, account_key(call), listing)
    if call.drifts("favorite-for-all"):
        for account in call.store.known("SELECT id FROM accounts"):
            keep(call, account["id"], listing)
    return Answer(204)


def keep(call, account, listing):
    statement = "INSERT OR IGNORE INTO favorites VALUES (?, ?, ?, 1)"
    call.store.write(statement, f"{account}/{listing}", account, listing)


def unlike(call):
    listing = of_id(call)["id"]
    key = f"{account_key(call)}/{listing}"
    is_one = call.store.one("SELECT 1 FROM favorites WHERE id = ?", key) is not None
    if not is_one and call.drifts("unfavorite-again-404"):
        raise not_found()
    if not is_one and call.drifts("unfavorite-toggles"):
        keep(call, account_key(call), listing)
        return Answer(204)
    if call.drifts("favorites-of-all"):
        call.store.write("DELETE FROM favorites WHERE listing_id = ?", listing)
    call.store.write("DELETE FROM favorites WHERE id = ?", key)
    return Answer(204)
