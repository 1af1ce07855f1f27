"""What is tried, in this order: each a sentence, and what it found wrong."""
import json
import os

HOSTILE = "<img src=x onerror=\"window.hostile=1\">"
TOKEN = "a-token-that-nobody-guesses"


def appears(browser, place):
    """a request appears as it comes, with its persona and what answered"""
    place.mock = place.serve("--allow-recordings")
    browser.open(place.mock.local + "/__plumbline")
    browser.sees("#live", "Live")
    browser.sees("#nothing", "No requests yet", "curl")
    place.mock.agent("/api/v2/tickets/1042")
    row = browser.row("/api/v2/tickets/1042", "200", "agent", "tickets.get")
    label = row.get_attribute("aria-label")
    found = [] if "GET /api/v2/tickets/1042 by agent, 200" in label else [f"a screen reader hears: {label}"]
    browser.open(place.mock.local + "/__plumbline/")
    browser.row("/api/v2/tickets/1042", "200")
    return found


def drifts(browser, place):
    """drift is seen in the list, and told with the contract's line and the line of the body"""
    # What an answer of one's own lacks is drift: "id" is a number.
    own = {"endpoint": "tickets.get", "times": 1, "body": {"success": True, "data": {"id": "1042"}}}
    place.mock.ask("/__plumbline/stubs", "POST", json.dumps(own), Content_Type="application/json")
    place.mock.agent("/api/v2/tickets/1042?colour=red")
    browser.click_row("colour=red", "✕")
    browser.sees("#exchange", "request.query.undocumented", "breaking", "Contracts/truelog/tickets.json:")
    browser.sees("#exchange .line.here", "\"id\": \"1042\"", "breaking")
    browser.sees("#exchange", "a stub returned a custom response")
    browser.shoot("exchange-1280")
    browser.click("#drifted")
    browser.wait(lambda: len(browser.all(".row")) == 1, "with only drift shown there is more than one row")
    browser.click("#drifted")
    browser.click(".back")
    return []


def misses(browser, place):
    """a request that no endpoint has tells what it narrowly missed"""
    place.mock.agent("/api/v2/tikets")
    browser.click_row("/api/v2/tikets", "no endpoint")
    browser.sees(".nearest", "tickets.list", "\"tikets\", not \"tickets\"")
    browser.click(".back")
    return []


def stubs(browser, place):
    """a stub made by click answers, with a body of one's own, and goes by click"""
    browser.click(".views a", "Responses")
    browser.fill("#stub-endpoint", "customers.get")
    browser.choose("#stub-kind", "body")
    browser.fill("#stub-status", "203")
    browser.fill("#stub-body", "{ \"success\": true, \"data\": { \"balance\": 12345678901234567890.10 } }")
    browser.click("#view-answers button", "Stub")
    browser.sees("#view-answers .things", "customers.get", "a custom response, 203")
    status, text = place.mock.agent("/api/v2/customers/57")
    found = [] if (status, "12345678901234567890.10" in text) == (203, True) else [f"it answers {status} {text[:200]}"]
    browser.shoot("answers-1280")
    browser.click(".views a", "Requests")
    browser.click_row("/api/v2/customers/57", "203")
    browser.sees("#exchange .lines", "12345678901234567890.10")
    browser.click(".acts button", "Stub")
    browser.wait(lambda: "12345678901234567890.10" in browser.one("#stub-body").get_attribute("value"),
                 "the form doesn't begin with what was answered")
    browser.click("#view-answers .things button", "Remove")
    browser.sees("#view-answers .things", "There are no stubs.")
    status, _ = place.mock.agent("/api/v2/customers/57")
    return found + ([] if status == 200 else [f"without it, it answers {status}"])


def faults(browser, place):
    """faults and delays strike by click, and a reset takes them away"""
    browser.click(".views a", "Responses")
    browser.fill("#fault-kind", "503")
    browser.fill("#fault-endpoint", "tickets.*")
    def shown(words, count):
        return lambda: browser.text("#view-answers").count(words) >= count

    browser.click_until("#view-answers button", "Add fault", shown("tickets.*", 1), "the fault isn't shown")
    browser.fill("#delay-time", "20ms")
    browser.click_until("#view-answers button", "Add delay", shown("20ms", 1), "the delay isn't shown")
    browser.wait(lambda: int(browser.text("#answers-count")) >= 2, "the count isn't that of faults and delays")
    found = [] if place.mock.agent("/api/v2/tickets")[0] == 503 else ["the fault doesn't strike"]
    browser.click_until("#view-answers button", "Add fault", shown("tickets.*", 2), "the second fault isn't shown")
    browser.confirm("#reset", "", "Really")
    browser.sees("#view-answers", "There are no faults.", "There are no delays.")
    return found + ([] if place.mock.agent("/api/v2/tickets")[0] == 200 else ["the reset leaves the fault"])


def personas(browser, place):
    """everyone is a persona by click, and nobody after"""
    def status():
        return place.mock.ask("/api/v2/tickets/1042")[0]
    found = [] if status() == 401 else ["who shows nothing is let in"]
    browser.choose("#everyone", "viewer")
    browser.sees("#said", "Every caller is now viewer")
    found += [] if status() == 200 else ["nobody is the viewer"]
    browser.click(".views a", "Requests")
    browser.row("/api/v2/tickets/1042", "viewer")
    browser.choose("#everyone", "")
    browser.sees("#said", "identified by their credentials")
    return found + ([] if status() == 401 else ["everyone is the viewer still"])


def hostile(browser, place):
    """what a request says stays text, wherever it stands"""
    place.mock.agent("/api/v2/tickets/1042", "PUT", json.dumps({"notes": HOSTILE, HOSTILE: 1}), X_Note=HOSTILE)
    place.mock.agent("/%3Cimg%20src=x%20onerror=alert(1)%3E?a=%3Cscript%3E")
    browser.click_row("img")
    browser.click_row("PUT", "tickets.update")
    browser.sees("#exchange .fields", HOSTILE)
    browser.sees("#exchange .lines", "onerror")
    found = browser.run("return document.querySelectorAll('main img, main script').length + (window.hostile || 0)")
    browser.click(".back")
    return [f"{found} things were made of a text"] if found else []


def sessions(browser, place):
    """a session is opened, looked into and closed by click, and has requests of its own"""
    browser.click(".views a", "Sessions")
    browser.fill("#session-name", "checkout")
    browser.click("#view-sessions button", "Open session")
    browser.sees("#view-sessions .things", "checkout", "http://127.0.0.1:")
    browser.click("#view-sessions button", "Switch")
    browser.sees("#view-sessions .current", "checkout")
    place.mock.agent("/api/v2/assets", X_Plumbline_Session="checkout")
    browser.click(".views a", "Requests")
    browser.row("/api/v2/assets")
    browser.wait(lambda: len(browser.all(".row")) == 1, "it shows another session's requests")
    browser.click(".views a", "Sessions")
    browser.confirm("#view-sessions button", "Close", "Close it?")
    browser.sees("#view-sessions .current", "main")
    browser.click(".views a", "State")
    browser.sees("#view-state", "tickets", "6 items")
    browser.click(".views a", "Requests")
    browser.row("/api/v2/tickets/1042")
    return []


def keyboard(browser, place):
    """the keyboard does it all: slash filters, arrows move, Enter opens, Escape closes"""
    browser.run("document.getElementById('list').focus()")
    browser.press("/")
    browser.wait(lambda: browser.run("return document.activeElement.id") == "find", "a slash doesn't lead to the filter")
    browser.press(*"tikets")
    browser.wait(lambda: len(browser.all(".row")) == 1, "the filter shows other rows")
    browser.press("ENTER")
    browser.press("ARROW_DOWN")
    active = browser.wait(lambda: browser.one("#list").get_attribute("aria-activedescendant"), "no row is active")
    found = [] if browser.one("#" + active).get_attribute("aria-selected") == "true" else ["the active row isn't selected"]
    browser.press("ENTER")
    browser.sees("#exchange", "Closest endpoints")
    browser.wait(lambda: browser.run("return document.activeElement.id") == "exchange", "Enter doesn't lead into it")
    browser.press("ESCAPE")
    browser.wait(lambda: browser.run("return document.activeElement.id") == "list", "Escape doesn't lead back to the list")
    browser.press("/")
    browser.press(*["BACK_SPACE"] * len("tikets"))
    browser.row("/api/v2/tickets/1042")
    return found + [f"a {role} has no name" for role in browser.unnamed()]


def recordings(browser, place):
    """an exchange is saved as a recording by click, as what it is, and replaces none"""
    before = {name: os.path.getmtime(name) for name in files(place.recordings)}
    place.mock.agent("/api/v2/tickets?search=dock")
    browser.click_row("search=dock")
    browser.click(".acts button", "Save as recording")
    browser.sees("#said", "Saved", "authored")
    browser.click(".back")
    made = [name for name in files(place.recordings) if name not in before]
    if len(made) != 1:
        return [f"{len(made)} files were made"]
    with open(made[0]) as file:
        text = file.read()
    found = [] if json.loads(text)["provenance"]["kind"] == "authored" else ["it says to be recorded"]
    found += ["it has a credential"] if "agent-token" in text else []
    return found + [f"{name} was changed" for name, time in before.items() if os.path.getmtime(name) != time]


def files(folder):
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]


def narrow(browser, place):
    """on a telephone nothing is wider than the window, in any view"""
    found = []
    browser.shoot("list-1280")
    browser.size(390, 844)
    for view in ("requests", "answers", "state", "sessions"):
        browser.run("location.hash = arguments[0]", view)
        browser.wait(lambda: browser.one(f"#view-{view}").is_displayed(), f"{view} isn't shown")
        found += [f"{view} is {browser.width()} px too wide"] if browser.width() > 0 else []
        browser.shoot(f"{view}-390")
        found += [f"{view}: a {role} has no name" for role in browser.unnamed()]
    browser.run("location.hash = 'requests'")
    browser.click_row("colour=red")
    browser.sees("#exchange", "Drift")
    browser.shoot("exchange-390")
    found += [f"an exchange is {browser.width()} px too wide"] if browser.width() > 0 else []
    browser.click(".back")
    browser.size(1280, 800)
    return found


def floods(browser, place):
    """very many requests are counted, and but few rows are made of them"""
    browser.run("""
      window.longest = 0;
      let last = performance.now();
      const watch = (now) => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(watch); };
      requestAnimationFrame(watch);
      """)
    before = json.loads(place.mock.ask("/__plumbline/journal?limit=1")[1])["total"]
    place.mock.flood(place.flood)
    total = f"{before + place.flood:,}"
    browser.wait(lambda: total in browser.text("#count"), f"the page doesn't count {total}: {browser.text('#count')}")
    browser.click("#list .row")
    browser.sees("#exchange", "tickets.get")
    browser.click(".back")
    count = len(browser.all(".row"))
    kept = int(browser.text("#count").split(" of ")[0].replace(",", ""))
    print(f"  {place.flood:,} requests: the longest frame took {browser.run('return window.longest'):.0f} ms; "
          f"{count} rows; {browser.text('#count')}")
    browser.shoot("flood-1280")
    return ([f"{count} rows are elements"] if count > 60 else []) + ([f"{kept} are kept"] if kept > 11_000 else [])


def guarded(browser, place):
    """where other machines reach the server, the page asks for its token, and keeps it out of the address"""
    closed = place.serve("--host", "0.0.0.0")
    status, text = closed.ask("/__plumbline/")
    found = [] if status == 403 and "PLUMBLINE_TOKEN" in text else [f"without a token it answers {status} {text[:200]}"]
    place.processes.end(closed.process)
    mock = place.serve("--host", "0.0.0.0", token=TOKEN)
    found += ["the token is printed"] if any(TOKEN in line for line in mock.lines) else []
    mock.agent("/api/v2/tickets/1042")
    browser.open(mock.local + "/__plumbline/")
    browser.wait(lambda: browser.one("#door").is_displayed(), "no token is asked for")
    browser.shoot("door-1280")
    browser.fill("#door-token", "wrong")
    browser.click("#door button")
    browser.sees("#said", "isn't the server's token")
    browser.fill("#door-token", TOKEN)
    browser.click("#door button")
    browser.row("/api/v2/tickets/1042")
    browser.run("sessionStorage.clear()")
    browser.open(f"{mock.local}/__plumbline/?token={TOKEN}")
    browser.row("/api/v2/tickets/1042")
    found += ["the address keeps the token"] if "token" in browser.page.current_url else []
    browser.page.refresh()
    browser.row("/api/v2/tickets/1042")
    journal = mock.ask("/__plumbline/journal", Authorization="Bearer " + TOKEN)[1]
    return found + (["the journal has the token"] if TOKEN in journal else [])


def ends(browser, place):
    """when the server is gone the page says so, and when it is back it goes on"""
    port = place.mock.port
    browser.open(place.mock.local + "/__plumbline/")
    browser.sees("#live", "Live")
    place.processes.end(place.mock.process)
    browser.sees("#live", "Not connected")
    again = place.serve("--port", str(port))
    browser.sees("#live", "Live")
    again.agent("/api/v2/assets")
    browser.row("/api/v2/assets")
    # That nobody was there is what the console says of it.
    browser.complaints()
    return []


STEPS = [appears, drifts, misses, stubs, faults, personas, hostile, sessions, keyboard, recordings, narrow, floods, guarded, ends]
