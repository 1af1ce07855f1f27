// One exchange, whole.

const pane = at("exchange");
/** How many lines of a body are shown before somebody asks for more. */
const mostLines = 1500;
let opened;
let opening;
let savesRecordings = false;

const isOpen = () => !pane.hidden;

function openSoon(id) {
  clearTimeout(opening);
  opening = setTimeout(() => open(id), 90);
}

/** Shows an exchange; whoever came by the keyboard is led into it. */
async function open(id, isLed = false) {
  clearTimeout(opening);
  opened = id;
  const text = await attempt(() => ask("GET", "journal/" + id));
  if (opened !== id) return;
  if (text === undefined) return close();
  const exchange = JSON.parse(text);
  pane.replaceChildren(...parts(exchange, text));
  pane.hidden = false;
  pane.scrollTop = 0;
  document.body.classList.add("reading");
  if (isLed || getComputedStyle(pane).position === "fixed") pane.focus({ preventScroll: true });
  activate(id);
}

function close() {
  opened = undefined;
  pane.hidden = true;
  document.body.classList.remove("reading");
  pane.replaceChildren();
  list.focus({ preventScroll: true });
  draw();
}

function parts(exchange, text) {
  const outcome = outcomeOf(exchange);
  const marks = new Map();
  for (const one of exchange.drift) if (one.pointer && !marks.has(one.pointer)) marks.set(one.pointer, one.severity);
  return [
    make("header", { class: "exchange-top" },
      make("button", { type: "button", class: "back", onclick: close, title: "Escape" }, "Close"),
      make("h2", { id: "exchange-title" },
        make("span", { class: "status " + outcome.tone }, outcome.text), " ", make("span", { class: "method" }, exchange.method), " ",
        make("span", { class: "target" }, exchange.target)),
      make("div", { class: "acts" }, ...acts(exchange, text))),
    facts(exchange),
    ...driftPart(exchange),
    ...nearestPart(exchange),
    messagePart("Request", "request", exchange.request, memberText(text, "request"), marks),
    exchange.response
      ? messagePart("Answer", "response", exchange.response, memberText(text, "response"), marks)
      : make("section", { class: "part" }, make("h3", {}, "Response"), make("p", { class: "dim" }, exchange.failure ?? "The response wasn't completed.")),
    make("section", { class: "part" }, make("h3", {}, "As a command"), make("pre", { class: "code", tabindex: "0" }, exchange.curl),
      exchange.curl.includes("•••") ? make("p", { class: "dim" }, "Secrets are masked: fill them in before you run it.") : null),
  ];
}

function acts(exchange, text) {
  const buttons = [make("button", { type: "button", onclick: () => copy(exchange.curl, "The command") }, "Copy as curl")];
  if (exchange.endpoint) {
    buttons.push(make("button", {
      type: "button",
      onclick: () => prepareStub(exchange.endpoint, exchange.status ?? 200, memberText(memberText(text, "response"), "body")),
    }, "Stub"));
    const save = savesRecordings ? "Save as recording" : "Download as recording";
    buttons.push(make("button", { type: "button", onclick: () => (savesRecordings ? keep(exchange.id) : download(exchange.id)) }, save));
  }
  return buttons;
}

const keep = (id) => attempt(
  async () => JSON.parse(await ask("POST", "recordings", { exchange: id })),
  (made) => "Saved " + made.path + ": " + madeAs(made) + ".");

const madeAs = (made) => made.kind === "recorded"
  ? "recorded from the server" : "authored, because the mock responded";

const download = (id) => attempt(async () => {
  const made = await look("journal/" + id + "/recording");
  const url = URL.createObjectURL(new Blob([made.text], { type: "application/json" }));
  make("a", { href: url, download: made.recording.split("/").pop() + ".json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  return made;
}, (made) => made.path + ": " + madeAs(made) + ". With --allow-recordings, the server writes the file itself.");

function facts(exchange) {
  const answered = exchange.fault ? "the fault " + exchange.fault : exchange.answeredBy === "server" ? "the server" : exchange.recording ?? "the server";
  const rows = [
    ["Source", answered, "mono"], ["Why", exchange.why], ["Endpoint", exchange.endpoint ?? "none matches this request", exchange.endpoint ? "mono" : ""],
    ["Persona", exchange.persona], ["Delay", exchange.delayMilliseconds && counted(exchange.delayMilliseconds, "millisecond")],
    ["Stream", eventsOf(exchange) ?? exchange.streamEnd ?? (exchange.streaming && "still open")], ["Body sent in", exchange.bodyMilliseconds && counted(exchange.bodyMilliseconds, "millisecond")],
    ["Failure", exchange.failure], ["Time", dayOf(exchange.at) + " " + timeOf(exchange.at) + ", exchange " + exchange.id],
  ];
  return make("dl", { class: "facts" }, rows.filter(([, value]) => value)
    .map(([name, value, kind]) => make("div", {}, make("dt", {}, name), make("dd", { class: kind }, value))));
}

function driftPart(exchange) {
  if (!exchange.judged) return [make("p", { class: "dim part" }, "Not checked: a body was a stream, or too large to keep.")];
  if (exchange.drift.length === 0) return [];
  const drift = exchange.drift.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
  return [make("section", { class: "part" },
    make("h3", {}, "Drift ", make("span", { class: "count" }, String(drift.length))),
    make("ul", { class: "findings" }, drift.map((one) => make("li", { class: "finding " + one.severity },
      make("p", { class: "finding-top" },
        make("span", { class: "badge" }, signs[one.severity] + " " + one.severity), " ", make("code", {}, one.rule),
        one.count > 1 ? make("span", { class: "dim" }, one.count + " times") : null),
      one.pointer ? make("code", { class: "pointer" }, one.pointer) : null,
      make("p", {}, one.message),
      one.expected || one.actual ? make("dl", { class: "compare" },
        one.expected ? make("div", { class: "expected" }, make("dt", {}, "expected"), make("dd", {}, one.expected)) : null,
        one.actual ? make("div", { class: "actual" }, make("dt", {}, "came"), make("dd", {}, one.actual)) : null) : null,
      one.contract ? make("p", { class: "place" }, one.contract.file + ":" + one.contract.line + ":" + one.contract.column) : null))))];
}

function nearestPart(exchange) {
  if (exchange.nearest.length === 0) return [];
  const title = exchange.endpoint ? "Closest recordings" : "Closest endpoints";
  return [make("section", { class: "part" }, make("h3", {}, title),
    make("ul", { class: "nearest" }, exchange.nearest.map((near) =>
      make("li", {}, make("code", {}, near.name), make("span", {}, near.reason)))))];
}

function messagePart(title, name, message, text, marks) {
  const size = message.size === 0 ? "no body" : sizeOf(message.size);
  return make("section", { class: "part message" },
    make("h3", {}, title, " ", make("span", { class: "count" }, size)),
    make("details", { open: message.headers.length < 12 }, make("summary", {}, counted(message.headers.length, "header field")),
      make("dl", { class: "fields" }, message.headers.map(([key, value]) => make("div", {}, make("dt", {}, key), make("dd", {}, value))))),
    bodyPart(message, text, "/" + name + "/body", marks, title));
}

function bodyPart(message, text, pointer, marks, title) {
  const body = memberText(text, "body");
  if (body !== undefined) {
    let lines;
    try { lines = jsonLines(body); } catch { return codeOf(body, title); }
    return linesOf(lines, pointer, marks, title);
  }
  if (message.text !== undefined) return codeOf(message.text, title);
  if (message.base64 !== undefined) return codeOf(message.base64, title + ", Base64");
  return message.size === 0 ? null : make("p", { class: "dim" }, "The body wasn't kept.");
}

const codeOf = (text, title) => make("pre", { class: "code", tabindex: "0", "aria-label": title + ", body" }, text);

/** A body's lines, with those marked that drift is about. */
function linesOf(lines, pointer, marks, title) {
  const box = make("div", { class: "code lines", tabindex: "0", role: "group", "aria-label": title + ", body" });
  const add = (from, to) => box.append(...lines.slice(from, to).map((line) => lineOf(line, pointer, marks)));
  add(0, mostLines);
  if (lines.length > mostLines) {
    const more = make("button", { type: "button", class: "more", onclick: () => { more.remove(); add(mostLines, lines.length); } },
      "Show " + counted(lines.length - mostLines, "more line"));
    box.append(more);
  }
  return box;
}

function lineOf(line, pointer, marks) {
  const severity = line.isEnd ? undefined : marks.get(pointer + line.pointer);
  return make("div", { class: "line" + (severity ? " here " + severity : ""), title: severity && "drift: " + severity },
    "  ".repeat(line.depth), line.parts.map(([kind, text]) => kind === "sign" ? text : make("span", { class: "json-" + kind }, text)),
    severity ? make("span", { class: "mark" }, " " + signs[severity] + " " + severity) : null);
}

pane.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { event.preventDefault(); close(); }
});
