// The control interface, as this page uses it: its own server and nobody else.

const tokenKey = "plumbline-token";
let token = new URLSearchParams(location.search).get("token");
// An address is seen, kept and sent on; the tab's own memory isn't.
if (token !== null) {
  sessionStorage.setItem(tokenKey, token);
  history.replaceState(null, "", location.pathname + location.hash);
}
token = sessionStorage.getItem(tokenKey);

/** The session that is looked into. At a session's own port the server knows it. */
let session = "main";

function headers(more = {}) {
  const fields = { Accept: "application/json", ...more };
  if (token) fields.Authorization = "Bearer " + token;
  if (session !== "main") fields["X-Plumbline-Session"] = session;
  return fields;
}

/** What the server says when it doesn't do what it is asked. */
class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Asks the control interface; the answer's text, which is JSON. A refusal is thrown. */
async function ask(method, path, body) {
  const more = body === undefined ? {} : { "Content-Type": "application/json" };
  const sent = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(path, { method, headers: headers(more), body: sent, cache: "no-store" });
  } catch {
    throw new Refusal(0, "GONE", "The server can't be reached: it may have been stopped.");
  }
  const text = await answer.text();
  if (answer.ok) return text;
  let told = {};
  try { told = JSON.parse(text); } catch { /* Whoever answers there isn't Plumbline. */ }
  throw new Refusal(answer.status, told.error, told.message || "The server responded with " + answer.status + ".");
}

const look = async (path) => JSON.parse(await ask("GET", path));

/** Does what somebody clicked, and says what came of it. */
async function attempt(act, done) {
  try {
    const result = await act();
    if (done) say(typeof done === "function" ? done(result) : done);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message, true);
    return undefined;
  }
}

/** Follows the session's journal until somebody else does: `events` gets what came, `state` how it goes. */
let following;
async function follow({ events, state }) {
  following?.abort();
  const own = new AbortController();
  following = own;
  for (let pause = 250; !own.signal.aborted; pause = Math.min(pause * 2, 8000)) {
    try {
      const answer = await fetch("journal/events", { headers: headers({ Accept: "text/event-stream" }), signal: own.signal, cache: "no-store" });
      if (!answer.ok) throw new Refusal(answer.status, "", "");
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      state("live");
      pause = 250;
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        events(blocks);
      }
    } catch {
      if (own.signal.aborted) return;
    }
    if (own.signal.aborted) return;
    state("gone");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
