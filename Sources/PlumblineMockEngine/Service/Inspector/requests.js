// The list of requests.
//
// Requests come faster than anybody reads: what came since the last frame is taken in at once, only the rows in sight are
// elements, and the page keeps the newest 10,000. Rows are of one height, so that a row's place is a product.

const most = 10000;
const list = at("list");
const track = at("track");

/** The exchanges that are kept, the oldest first, and of those the ones that the filter lets through. */
let kept = [];
let shown = [];
/** What came since the last frame. */
let arrived = [];
let total = 0;
let lost = 0;
let isPaused = false;
let active;
let frame;
const rows = new Map();

const filter = { words: [], kinds: new Set(["good", "caution", "bad"]), isDrifted: false };

function fits(exchange) {
  if (filter.isDrifted && exchange.drift.length === 0) return false;
  if (filter.kinds.size < 3 && !filter.kinds.has(outcomeOf(exchange).tone)) return false;
  if (filter.words.length === 0) return true;
  exchange.text ??= [
    exchange.method, exchange.target, exchange.endpoint, exchange.status ?? "none", exchange.recording, exchange.persona,
    exchange.fault && "fault " + exchange.fault, ...exchange.drift.map((one) => one.rule + " " + one.severity),
  ].join(" ").toLowerCase();
  return filter.words.every((word) => exchange.text.includes(word));
}

/** Takes blocks of the stream of events. */
function take(blocks) {
  for (const block of blocks) {
    const start = block.indexOf("data: ");
    if (start < 0) continue;
    const data = JSON.parse(block.slice(start + 6));
    if (block.startsWith("event: lost")) lost += data.count;
    else arrived.push(data);
  }
  // A hidden tab gets no frames, and a paused list takes nothing in.
  if (arrived.length > most * 1.5) arrived = arrived.slice(-most);
  draw();
}

function draw() {
  frame ??= requestAnimationFrame(() => {
    frame = undefined;
    if (!isPaused) takeIn();
    render();
  });
}

/** Brings what came into the list; where somebody has scrolled down, the rows in sight stay. */
function takeIn() {
  if (arrived.length === 0) return;
  const last = kept.at(-1)?.id ?? 0;
  // One whose answer is a stream comes again when that is over.
  const latest = new Map();
  for (const exchange of arrived) if (!exchange.streaming || !latest.has(exchange.id)) latest.set(exchange.id, exchange);
  const came = Array.from(latest.values());
  arrived = [];
  const fresh = came.filter((exchange) => exchange.id > last);
  const older = fresh.length < came.length ? came.filter((exchange) => exchange.id <= last) : [];
  // Two that came at once may have changed places.
  fresh.sort((one, other) => one.id - other.id);
  for (const exchange of fresh) kept.push(exchange);
  if (older.length > 0) {
    const places = new Map(kept.map((exchange, place) => [exchange.id, place]));
    const missed = older.filter((exchange) => !places.has(exchange.id));
    for (const exchange of older) {
      const place = places.get(exchange.id);
      if (place !== undefined && kept[place].streaming && !exchange.streaming) replace(place, exchange);
    }
    kept = kept.concat(missed).sort((one, other) => one.id - other.id);
  }
  total = Math.max(total, kept.at(-1)?.id ?? 0);
  const before = shown.length;
  if (kept.length > most + 1000) kept = kept.slice(-most);
  if (older.length > 0) shown = kept.filter(fits);
  else {
    for (const exchange of fresh) if (fits(exchange)) shown.push(exchange);
  }
  const added = shown.length - before;
  const first = kept[0].id;
  if (shown.length > 0 && shown[0].id < first) shown = shown.slice(shown.findIndex((exchange) => exchange.id >= first));
  if (list.scrollTop > 0 && added > 0) list.scrollTop += added * rowHeight();
  tell(fresh);
}

/** Shows an exchange as it is now that its stream is over. */
function replace(place, exchange) {
  kept[place] = exchange;
  const row = rows.get(exchange.id);
  if (row) fill(row, exchange);
  if (opened === exchange.id) open(exchange.id);
}

let height;
const rowHeight = () => height ??= parseFloat(getComputedStyle(list).getPropertyValue("--row")) || 34;

/** Makes the rows in sight what they should be, and takes the others away. */
function render() {
  const size = rowHeight();
  const count = shown.length;
  const tall = count * size + "px";
  if (track.style.height !== tall) track.style.height = tall;
  const first = Math.max(0, Math.floor(list.scrollTop / size) - 6);
  const end = Math.min(count, Math.ceil((list.scrollTop + list.clientHeight) / size) + 6);
  const wanted = new Set();
  for (let index = first; index < end; index += 1) wanted.add(shown[count - 1 - index].id);
  const spare = [];
  for (const [id, row] of rows) if (!wanted.has(id)) { rows.delete(id); spare.push(row); }
  for (let index = first; index < end; index += 1) {
    const exchange = shown[count - 1 - index];
    let row = rows.get(exchange.id);
    if (!row) {
      row = fill(spare.pop() ?? emptyRow(), exchange);
      rows.set(exchange.id, row);
    }
    const place = "translateY(" + index * size + "px)";
    if (row.style.transform !== place) row.style.transform = place;
    row.setAttribute("aria-posinset", index + 1);
    row.setAttribute("aria-setsize", count);
    row.setAttribute("aria-selected", exchange.id === active);
  }
  for (const row of spare) row.remove();
  if (active !== undefined && rows.has(active)) list.setAttribute("aria-activedescendant", "row-" + active);
  else list.removeAttribute("aria-activedescendant");
  summarise();
}

function emptyRow() {
  const part = (name) => make("span", { class: name });
  const row = make("div", { class: "row", role: "option" });
  row.parts = {
    time: part("time"), status: part("status"), method: part("method"), target: part("target"), source: part("source"),
    persona: part("persona"), drift: part("drift"),
  };
  row.append(...Object.values(row.parts));
  row.addEventListener("click", () => { activate(row.exchange.id); open(row.exchange.id); });
  track.append(row);
  return row;
}

function fill(row, exchange) {
  const { parts } = row;
  const outcome = outcomeOf(exchange);
  const severity = worst(exchange.drift);
  row.exchange = exchange;
  row.id = "row-" + exchange.id;
  row.className = "row" + (exchange.endpoint ? "" : " unmatched");
  const time = timeOf(exchange.at);
  parts.time.replaceChildren(time.slice(0, 8), make("small", {}, time.slice(8)));
  parts.status.textContent = outcome.text;
  parts.status.className = "status " + outcome.tone;
  parts.method.textContent = exchange.method;
  parts.target.textContent = exchange.target;
  parts.source.textContent = exchange.endpoint ? exchange.endpoint + " · " + sourceOf(exchange) : "no endpoint";
  parts.persona.textContent = exchange.persona ?? "";
  parts.drift.textContent = severity ? signs[severity] + " " + exchange.drift.length : "";
  parts.drift.className = "drift " + (severity ?? "");
  row.setAttribute("aria-label", spoken(exchange));
  row.title = exchange.method + " " + exchange.target.slice(0, 500);
  return row;
}

/** An exchange in a sentence, for ears. */
function spoken(exchange) {
  const drift = exchange.drift.length > 0 ? ", " + counted(exchange.drift.length, "drift") + ", the worst " + worst(exchange.drift) : "";
  const who = exchange.persona ? " by " + exchange.persona : "";
  const status = exchange.status === null ? "no response" : String(exchange.status);
  return exchange.method + " " + exchange.target.slice(0, 200) + who + ", " + status + ", " + (exchange.endpoint ?? "no endpoint") + ", "
    + sourceOf(exchange) + drift + ", at " + timeOf(exchange.at);
}

/** Says how much there is, beside the filter and where there is nothing. */
function summarise() {
  const isWhole = shown.length === kept.length;
  const parts = [isWhole ? counted(kept.length, "request") : number.format(shown.length) + " of " + number.format(kept.length)];
  if (total > kept.length && isWhole) parts[0] = number.format(kept.length) + " of " + counted(total, "request");
  if (lost > 0) parts.push(number.format(lost) + " arrived too fast to be shown");
  if (isPaused && arrived.length > 0) parts.push(number.format(arrived.length) + " wait");
  const text = parts.join(" · ");
  if (at("count").textContent !== text) at("count").textContent = text;
  const nothing = at("nothing");
  nothing.hidden = shown.length > 0;
  if (!nothing.hidden) {
    const said = kept.length > 0 ? "No requests match the filter." : "No requests yet. Send one to the mock, for example:";
    if (nothing.firstChild?.textContent !== said) {
      const url = location.origin + (example ?? "/");
      nothing.replaceChildren(make("p", {}, said), kept.length > 0 ? "" : make("pre", {}, "curl " + url));
    }
  }
}
let example;

/** Tells ears now and then what came; nobody can hear each of a thousand. */
let unannounced = { count: 0, drifted: 0 };
let hearing;
function tell(fresh) {
  unannounced.count += fresh.length;
  unannounced.drifted += fresh.filter((exchange) => exchange.drift.length > 0).length;
  if (unannounced.count === 0) return;
  hearing ??= setTimeout(() => {
    hearing = undefined;
    at("heard").textContent = counted(unannounced.count, "new request")
      + (unannounced.drifted > 0 ? ", " + number.format(unannounced.drifted) + " with drift" : "") + ".";
    unannounced = { count: 0, drifted: 0 };
  }, 4000);
}

function forgetAll() {
  kept = [];
  shown = [];
  arrived = [];
  lost = 0;
  active = undefined;
  list.scrollTop = 0;
  draw();
}

function refilter() {
  shown = kept.filter(fits);
  list.scrollTop = 0;
  draw();
}

// Moving about.

const placeOf = (id) => { const index = shown.findIndex((exchange) => exchange.id === id); return index < 0 ? -1 : shown.length - 1 - index; };

function activate(id) {
  active = id;
  const size = rowHeight();
  const top = placeOf(id) * size;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + size > list.scrollTop + list.clientHeight) list.scrollTop = top + size - list.clientHeight;
  draw();
}

function move(step) {
  if (shown.length === 0) return;
  const place = active === undefined ? -1 : placeOf(active);
  const wanted = place < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, place + step));
  activate(shown[shown.length - 1 - wanted].id);
  if (isOpen()) openSoon(active);
}

list.addEventListener("scroll", draw, { passive: true });
list.addEventListener("keydown", (event) => {
  const page = Math.max(1, Math.floor(list.clientHeight / rowHeight()) - 1);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  if (event.key in steps) { event.preventDefault(); move(steps[event.key]); }
  else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (active === undefined) move(0);
    if (active !== undefined) open(active, true);
  }
});
new ResizeObserver(() => { height = undefined; draw(); }).observe(list);
