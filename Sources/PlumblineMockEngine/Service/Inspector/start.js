// How the page begins, and what its controls do.

const views = {
  requests: { shows: () => draw() },
  answers: { shows: showAnswers },
  state: { shows: showState },
  sessions: { shows: showSessions },
};

/** Shows the view that the address names. */
function show() {
  const name = location.hash.slice(1) in views ? location.hash.slice(1) : "requests";
  for (const one of Object.keys(views)) at("view-" + one).hidden = one !== name;
  for (const link of document.querySelectorAll(".views a")) {
    if (link.hash === "#" + name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.view = name;
  views[name].shows();
}

function state(now) {
  const words = { live: "Live", gone: "Not connected", paused: "Paused", waiting: "Connecting" };
  const shown = isPaused && now === "live" ? "paused" : now;
  at("live").dataset.state = shown;
  at("live-text").textContent = words[shown];
  isLive = now === "live";
  if (isLive) catchUp();
}
let isLive = false;

/** What the journal has from before the stream stood. */
const catchUp = () => attempt(async () => {
  const last = kept.at(-1)?.id ?? 0;
  const told = await look("journal?limit=1000&after=" + last);
  if (told.total < last) {
    // Another server than before is here, and counts from one.
    forgetAll();
    total = 0;
    return catchUp();
  }
  total = Math.max(total, told.total);
  arrived.push(...told.exchanges);
  // At a session's own port there is but this session, whatever is asked for.
  at("session-field").hidden = told.session !== session;
  draw();
  return undefined;
});

/** What is served may change while the page is open: files are edited, sessions come and go. */
let served = {};
async function showHealth() {
  const before = served;
  served = await look("health");
  document.title = served.title + " · Plumbline inspector";
  at("title").textContent = served.title;
  at("about").textContent = served.service + " · " + counted(served.endpoints, "endpoint") + ", " + counted(served.recordings, "recording")
    + (served.disposable ? "" : " · proxies a real server");
  isUpstream = !served.disposable;
  savesRecordings = served.savesRecordings === true;
  const first = served.problems[0];
  at("trouble").hidden = first === undefined;
  if (first) {
    at("trouble").textContent = first.file + ":" + first.line + ":" + first.column + ": " + first.message
      + (served.problems.length > 1 ? " And " + counted(served.problems.length - 1, "more problem") + "." : "")
      + (served.status === "stale" ? " The previous version is still served." : "");
  }
  if (before.loads !== served.loads) {
    endpoints = (await look("endpoints")).endpoints;
    example = endpoints.find((one) => one.method === "GET" && !one.path.includes("{"))?.path;
    at("endpoint-ids")?.replaceChildren(...endpoints.map(({ id, summary }) => make("option", { value: id, label: summary })));
  }
  if (before.sessions !== undefined && before.sessions !== served.sessions) await showSessions();
}

setInterval(() => { if (isLive && !document.hidden) showHealth().catch(() => {}); }, 10000);

/** Looks into a session. */
async function enter(name) {
  session = name;
  forgetAll();
  total = 0;
  if (isOpen()) close();
  follow({ events: take, state });
  await Promise.all([showPersonas(), showAnswers(), showSessions()]);
}

async function begin() {
  try {
    await showHealth();
    await look("personas");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 401) return lock();
    at("trouble").textContent = error.message;
    at("trouble").hidden = false;
    return undefined;
  }
  at("door").hidden = true;
  for (const part of ["main", "views", "who"]) at(part).hidden = false;
  buildAnswers();
  show();
  await enter("main");
  return undefined;
}

function lock() {
  const isWrong = token !== null;
  sessionStorage.removeItem(tokenKey);
  token = null;
  at("door").hidden = false;
  at("door-token").focus();
  if (isWrong) say("This isn't the server's token.", true);
}

at("door").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("door-token").value;
  at("door-token").value = "";
  sessionStorage.setItem(tokenKey, token);
  begin();
});

let typing;
at("find").addEventListener("input", () => {
  cancelAnimationFrame(typing);
  typing = requestAnimationFrame(() => {
    filter.words = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    refilter();
  });
});
for (const box of document.querySelectorAll('[name="kind"]')) {
  box.addEventListener("change", () => {
    filter.kinds = new Set(Array.from(document.querySelectorAll('[name="kind"]:checked'), ({ value }) => value));
    refilter();
  });
}
at("drifted").addEventListener("change", () => { filter.isDrifted = at("drifted").checked; refilter(); });
document.querySelector(".filter").addEventListener("submit", (event) => { event.preventDefault(); list.focus(); });
at("pause").addEventListener("click", () => {
  isPaused = !isPaused;
  at("pause").setAttribute("aria-pressed", isPaused);
  at("pause").textContent = isPaused ? "Go on" : "Pause";
  at("live").dataset.state = isPaused ? "paused" : isLive ? "live" : "gone";
  at("live-text").textContent = isPaused ? "Paused" : isLive ? "Live" : "Not connected";
  draw();
});
sure(at("clear"), "Remove them?", async () => {
  await attempt(() => ask("DELETE", "journal"), "The journal is empty.");
  if (isOpen()) close();
  forgetAll();
});
sure(at("reset"), "Really reset?", async () => {
  await attempt(() => ask("POST", "reset"), "The session was reset.");
  await showPersonas();
  show();
});
at("everyone").addEventListener("change", async () => {
  const everyone = at("everyone").value || null;
  await attempt(() => ask("PUT", "personas", { everyone }), everyone ? "Every caller is now " + everyone + "." : "Callers are identified by their credentials.");
  await showPersonas();
});
at("session").addEventListener("change", () => enter(at("session").value));
addEventListener("hashchange", show);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && isOpen() && document.body.dataset.view === "requests") close();
  if (event.key !== "/" || event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  location.hash = "requests";
  show();
  at("find").focus();
});

begin();
