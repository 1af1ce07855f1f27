// How values are shown.

/** Matches the next token of a JSON text: a string, a sign, or a word. */
const jsonToken = () => /[ \t\r\n]*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s{}[\],:"]+))/y;

/**
 * A JSON text in lines, each with its pointer, its depth and its parts. It is set out token by token and never read, so
 * that 1.0 and 12345678901234567890 stay as they came, and so does the order of members.
 */
function jsonLines(text) {
  const token = jsonToken();
  const lines = [];
  let match = token.exec(text);
  const next = () => { match = token.exec(text); };
  const line = (depth, pointer, lead, ...parts) => lines.push({ depth, pointer, parts: [...lead, ...parts] });
  function value(depth, pointer, lead) {
    if (!match) throw new SyntaxError("The text ends too early.");
    if (match[1]) { line(depth, pointer, lead, ["string", match[1]]); return next(); }
    if (match[3]) { line(depth, pointer, lead, [/^[-0-9]/.test(match[3]) ? "number" : "word", match[3]]); return next(); }
    const [open, close] = match[2] === "{" ? "{}" : "[]";
    if (match[2] !== open) throw new SyntaxError("A value is missing.");
    next();
    if (match && match[2] === close) { line(depth, pointer, lead, ["sign", open + close]); return next(); }
    line(depth, pointer, lead, ["sign", open]);
    for (let index = 0; ; index += 1) {
      let key = String(index);
      let name = [];
      if (open === "{") {
        key = JSON.parse(match[1]);
        name = [["key", match[1]], ["sign", ": "]];
        next();
        next();
      }
      value(depth + 1, pointer + "/" + key.replaceAll("~", "~0").replaceAll("/", "~1"), name);
      if (!match) throw new SyntaxError("The text ends too early.");
      if (match[2] !== ",") break;
      lines.at(-1).parts.push(["sign", ","]);
      next();
    }
    lines.push({ depth, pointer, isEnd: true, parts: [["sign", close]] });
    next();
  }
  value(0, "", []);
  return lines;
}

/** The text of an object's member as it was sent; undefined where there is none. */
function memberText(text, name) {
  if (text === undefined) return undefined;
  const token = jsonToken();
  let depth = 0;
  let key;
  let start;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const sign = match[2];
    if (depth === 1 && (sign === "," || sign === "}")) {
      if (start !== undefined) return text.slice(start, token.lastIndex - 1).trim();
      key = undefined;
    }
    if (sign === "{" || sign === "[") depth += 1;
    if (sign === "}" || sign === "]") depth -= 1;
    if (depth === 1 && match[1] && key === undefined) key = match[1];
    if (depth === 1 && sign === ":" && start === undefined && JSON.parse(key) === name) start = token.lastIndex;
  }
  return undefined;
}

/** The time of day of a moment, in the reader's own zone, with thousandths. */
const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23",
});
const timeOf = (moment) => clock.format(new Date(moment));

const calendar = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });
const dayOf = (moment) => calendar.format(new Date(moment));

const number = new Intl.NumberFormat("en");
const counted = (count, word) => number.format(count) + " " + word + (count === 1 ? "" : "s");

function sizeOf(bytes) {
  if (bytes === null || bytes === undefined) return "a stream";
  return bytes < 10000 ? counted(bytes, "byte") : number.format(Math.round(bytes / 1000)) + " kB";
}

/** What an exchange's status says: its word for people, and its tone. */
function outcomeOf(exchange) {
  if (exchange.status === null) return { text: "none", tone: "bad" };
  const tone = exchange.status < 400 ? "good" : exchange.status < 500 ? "caution" : "bad";
  return { text: String(exchange.status), tone };
}

const severities = ["breaking", "warning", "notice"];
const signs = { breaking: "✕", warning: "▲", notice: "•" };

/** The worst severity of some drift; undefined where there is none. */
const worst = (drift) => severities.find((severity) => drift.some((one) => one.severity === severity));

/** The events of a stream, and of one that was broken off those that went out; undefined where it is none. */
function eventsOf(exchange) {
  if (!exchange.events) return undefined;
  const all = counted(exchange.events, "event");
  return exchange.eventsSent === undefined ? all : exchange.eventsSent + " of " + all;
}

/** What answered, in few words. */
function sourceOf(exchange) {
  if (exchange.fault) return "fault: " + exchange.fault + (exchange.eventsSent === undefined ? "" : ", " + eventsOf(exchange));
  const who = exchange.answeredBy === "server" ? "server" : exchange.recording || (exchange.status === null ? "nobody" : "server");
  const name = exchange.endpoint && who.startsWith(exchange.endpoint + "/") ? who.slice(exchange.endpoint.length + 1) : who;
  return exchange.streaming ? name + ", streaming" : exchange.streamEnd ? name + ", cut off" : name;
}
