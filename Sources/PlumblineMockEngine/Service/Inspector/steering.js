// What changes how the session answers: stubs, faults, delays, its persona, its state, and sessions themselves.

let endpoints = [];
let isUpstream = false;

const answers = { stubs: [], faults: [], delays: [] };

/** Builds the view of answers once; lists are filled in as they change. */
const forms = {};
function buildAnswers() {
  const page = at("view-answers");
  const ids = make("datalist", { id: "endpoint-ids" }, endpoints.map(({ id, summary }) => make("option", { value: id, label: summary })));
  page.replaceChildren(ids, stubPart(), faultPart(), delayPart());
}

const input = (attributes = {}) => make("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes });
const submit = (text) => make("button", { type: "submit", class: "main" }, text);

function part(title, sentence, form, list) {
  return make("section", { class: "card" }, make("h2", {}, title), make("p", { class: "dim" }, sentence), form, list);
}

/** A form that does something when it is sent, and then shows what is there now. */
function acting(children, act) {
  return make("form", {
    class: "fields-row",
    onsubmit: async (event) => {
      event.preventDefault();
      await attempt(act);
      await showAnswers();
    },
  }, ...children);
}

// Stubs.

function stubPart() {
  const endpoint = input({ list: "endpoint-ids", required: true, placeholder: "tickets.get", id: "stub-endpoint" });
  const kind = make("select", { id: "stub-kind" });
  choices(kind, [["status", "a status"], ["error", "an error"], ["recording", "a recording"], ["body", "a custom response"]], "status");
  const status = input({ inputmode: "numeric", pattern: "[1-5][0-9][0-9]", value: "500", id: "stub-status" });
  const name = make("select", { id: "stub-name" });
  const body = make("textarea", { id: "stub-body", rows: "8", spellcheck: "false", placeholder: "JSON, or any other text" });
  const times = input({ inputmode: "numeric", pattern: "[1-9][0-9]*", placeholder: "always", id: "stub-times" });
  const fields = { status: field("Status", status), name: field("Name", name), body: field("Body", body, "JSON is sent as application/json, anything else as text.") };
  fields.body.classList.add("wide");
  const adapt = () => {
    const known = endpoints.find((one) => one.id === endpoint.value);
    const names = kind.value === "recording" ? known?.recordings : kind.value === "error" ? known?.errors : undefined;
    fields.status.hidden = kind.value !== "status" && kind.value !== "body";
    fields.body.hidden = kind.value !== "body";
    fields.name.hidden = names === undefined && (kind.value === "status" || kind.value === "body");
    choices(name, (names ?? []).map((one) => [one, one]), name.value);
  };
  kind.addEventListener("change", adapt);
  endpoint.addEventListener("input", adapt);
  forms.stub = { endpoint, kind, status, name, body, times, adapt };
  forms.stubs = make("ul", { class: "things" });
  const form = acting([
    field("Endpoint", endpoint), field("Answers with", kind), fields.status, fields.name, field("Times", times), fields.body,
    submit("Stub"),
  ], async () => {
    const limit = times.value ? ',"times":' + Number(times.value) : "";
    await ask("POST", "stubs", '{"endpoint":' + JSON.stringify(endpoint.value) + played() + limit + "}");
    say(endpoint.value + " has a stub.");
  });
  adapt();
  return part("Stubs", "An endpoint answers something of your choosing, once its request is let in and found right. The newest counts.", form, forms.stubs);
}

/** What the form's stub plays, as members of JSON; a JSON body goes as it was written. */
function played() {
  const { kind, status, name, body } = forms.stub;
  if (kind.value === "error" || kind.value === "recording") return "," + JSON.stringify(kind.value) + ":" + JSON.stringify(name.value);
  const own = ',"status":' + (Number(status.value) || 200);
  if (kind.value === "status") return own;
  try {
    JSON.parse(body.value);
    return own + ',"body":' + body.value;
  } catch {
    return own + ',"text":' + JSON.stringify(body.value);
  }
}

/** Leads from an exchange to the form that stubs its endpoint, with what it was answered filled in. */
function prepareStub(endpoint, status, body) {
  location.hash = "answers";
  const form = forms.stub;
  form.endpoint.value = endpoint;
  form.status.value = String(status);
  form.kind.value = body === undefined ? "status" : "body";
  if (body !== undefined) {
    try { form.body.value = jsonLines(body).map((line) => "  ".repeat(line.depth) + line.parts.map((one) => one[1]).join("")).join("\n"); }
    catch { form.body.value = body; }
  }
  form.adapt();
  show();
  (body === undefined ? form.status : form.body).focus();
}

function stubText(one) {
  if (one.made) return "an answer that a test makes";
  if (one.recording) return "recording " + one.recording;
  if (one.error) return "error " + one.error;
  return one.body === undefined && one.text === undefined ? "status " + one.status : "a custom response, " + one.status;
}

/** Takes one stub away. Of several for one endpoint the others are put again; one that a test makes can't be. */
async function removeStub(index) {
  const endpoint = answers.stubs[index].endpoint;
  const rest = answers.stubs.filter((_, place) => place !== index);
  if (rest.some((one) => one.endpoint === endpoint) && !rest.some((one) => one.made)) {
    const raw = memberText(await ask("GET", "stubs"), "stubs");
    const texts = elementTexts(raw);
    await ask("PUT", "stubs", '{"stubs":[' + texts.filter((_, place) => place !== index).join(",") + "]}");
  } else {
    await ask("DELETE", "stubs?endpoint=" + encodeURIComponent(endpoint));
  }
}

/** The texts of a JSON array's elements, as they were sent. */
function elementTexts(text) {
  const token = jsonToken();
  const found = [];
  let depth = 0;
  let start;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const sign = match[2];
    if (depth === 1 && (sign === "," || sign === "]") && start !== undefined) {
      const element = text.slice(start, token.lastIndex - 1).trim();
      if (element) found.push(element);
      start = token.lastIndex;
    }
    if (sign === "{" || sign === "[") depth += 1;
    if (sign === "}" || sign === "]") depth -= 1;
    if (depth === 1 && start === undefined) start = token.lastIndex;
  }
  return found;
}

// Faults and delays.

const faultWords = ["503", "500", "429", "empty", "reset", "truncated", "bad-chunk", "random", "drip", "break-off-3", "offline"];

function faultPart() {
  const fault = input({ list: "fault-words", required: true, placeholder: "503", id: "fault-kind" });
  const words = make("datalist", { id: "fault-words" }, faultWords.map((value) => make("option", { value })));
  const share = input({ inputmode: "decimal", value: "100", id: "fault-share" });
  const endpoint = input({ list: "endpoint-ids", value: "*", required: true, id: "fault-endpoint" });
  const times = input({ inputmode: "numeric", pattern: "[1-9][0-9]*", placeholder: "always", id: "fault-times" });
  forms.faults = make("ul", { class: "things" });
  const form = acting([
    words, field("What goes wrong", fault), field("Share, percent", share), field("Endpoint", endpoint), field("Times", times), submit("Add fault"),
  ], async () => {
    const one = { fault: fault.value, share: Number(share.value) / 100, endpoint: endpoint.value };
    if (times.value) one.times = Number(times.value);
    await ask("PUT", "faults", { faults: [one, ...answers.faults] });
    say("The fault " + fault.value + " strikes " + endpoint.value + ".");
  });
  return part("Faults", "Answers fail: a status, a failure's name, or a connection that breaks. An endpoint may be a pattern, such as tickets.*", form, forms.faults);
}

function delayPart() {
  const delay = input({ required: true, placeholder: "800ms, 100ms..2s", id: "delay-time" });
  const endpoint = input({ list: "endpoint-ids", value: "*", required: true, id: "delay-endpoint" });
  forms.delays = make("ul", { class: "things" });
  const form = acting([field("How long", delay), field("Endpoint", endpoint), submit("Add delay")], async () => {
    await ask("PUT", "delays", { delays: [{ delay: delay.value, endpoint: endpoint.value }, ...answers.delays] });
    say(endpoint.value + " is held back.");
  });
  return part("Delays", "Answers are held back; the first that fits a request counts.", form, forms.delays);
}

/** Asks what is there now, and shows it. */
async function showAnswers() {
  const read = async (name) => { answers[name] = (await look(name))[name]; };
  if (await attempt(() => Promise.all([read("stubs"), read("faults"), read("delays")])) === undefined) return;
  const times = (one) => (one.times ? ", " + counted(one.times, "more time") : "");
  fillThings(forms.stubs, answers.stubs, "There are no stubs.", (one) => [one.endpoint, stubText(one) + times(one)], removeStub);
  fillThings(forms.faults, answers.faults, "Nothing goes wrong.",
    (one) => [one.endpoint ?? "*", one.fault + (one.share < 1 ? ", " + number.format(one.share * 100) + " percent" : "") + times(one)],
    (index) => ask("PUT", "faults", { faults: answers.faults.filter((_, place) => place !== index) }));
  fillThings(forms.delays, answers.delays, "Nothing is held back.", (one) => [one.endpoint ?? "*", one.delay],
    (index) => ask("PUT", "delays", { delays: answers.delays.filter((_, place) => place !== index) }));
  const count = answers.stubs.length + answers.faults.length + answers.delays.length;
  at("answers-count").textContent = count > 0 ? String(count) : "";
}

function fillThings(list, things, nothing, words, remove) {
  const items = things.map((one, index) => {
    const [name, text] = words(one);
    return make("li", {}, make("code", {}, name), make("span", {}, text), make("button", {
      type: "button", "aria-label": "Remove: " + name + ", " + text,
      onclick: async () => { await attempt(() => remove(index)); await showAnswers(); },
    }, "Remove"));
  });
  list.replaceChildren(...(items.length > 0 ? items : [make("li", { class: "dim" }, nothing)]));
}

// The persona, the state, sessions.

async function showPersonas() {
  const told = await attempt(() => look("personas"));
  at("everyone-field").hidden = !told || told.personas.length === 0 || isUpstream;
  if (told) choices(at("everyone"), [["", "who they say"], ...told.personas.map(({ name }) => [name, name])], told.everyone ?? "");
}

async function showState() {
  const page = at("view-state");
  const text = await attempt(() => ask("GET", "state"));
  const again = make("button", { type: "button", onclick: showState }, "Look again");
  const top = (sentence) => make("div", { class: "page-top" }, make("p", { class: "dim" }, sentence), again);
  if (text === undefined) return page.replaceChildren(top("The state can't be shown."));
  const resources = Object.entries(JSON.parse(text).resources);
  if (resources.length === 0) return page.replaceChildren(top("The contract has no state: every request is answered by itself."));
  const raw = memberText(text, "resources");
  page.replaceChildren(top("What the session remembers, resource by resource. Reset brings it back to the seed."),
    ...resources.map(([name, items]) => make("details", { class: "card", open: resources.length === 1 },
      make("summary", {}, make("code", {}, name), " ", make("span", { class: "count" }, counted(Object.keys(items).length, Array.isArray(items) ? "item" : "caller"))),
      linesOf(jsonLines(memberText(raw, name)), "", new Map(), name))));
}

async function showSessions() {
  const told = await attempt(() => look("sessions"));
  if (!told) return;
  choices(at("session"), told.sessions.map(({ name }) => [name, name]), session);
  const name = input({ placeholder: "made up", pattern: "[A-Za-z0-9._\\-]{1,64}", id: "session-name" });
  const persona = make("select", { id: "session-persona" });
  choices(persona, [["", "who they say"], ...Array.from(at("everyone").options, ({ value }) => [value, value]).filter(([value]) => value)], "");
  const form = make("form", {
    class: "fields-row",
    onsubmit: async (event) => {
      event.preventDefault();
      const asked = {};
      if (name.value) asked.name = name.value;
      if (persona.value) asked.persona = persona.value;
      const opened = await attempt(async () => JSON.parse(await ask("POST", "sessions", asked)));
      document.activeElement.blur();
      if (opened) say("Session " + opened.name + (opened.baseURL ? " is at " + opened.baseURL + "." : " is there."));
      await showSessions();
    },
  }, field("Name", name), field("Everyone is", persona), submit("Open session"));
  const view = at("view-sessions");
  // Somebody who fills the form in isn't to lose what he typed.
  const isTyping = view.contains(document.activeElement) && document.activeElement.matches("input, select");
  if (isTyping && view.querySelector(".things")) return;
  view.replaceChildren(
    part("Sessions", "Each has a state, stubs and a journal of its own: by a port, or by the header X-Plumbline-Session.", form,
      make("ul", { class: "things" }, told.sessions.map((one) => make("li", { class: one.name === session ? "current" : "" },
        make("code", {}, one.name),
        make("span", {}, [one.baseURL, counted(one.exchanges, "exchange"), one.name === session ? "shown here" : ""].filter(Boolean).join(" · ")),
        one.name === session ? null : make("button", { type: "button", "aria-label": "Look into " + one.name, onclick: () => enter(one.name) }, "Look into"),
        one.name === "main" ? null : closing(one.name))))));
}

function closing(name) {
  const button = make("button", { type: "button", "aria-label": "Close the session " + name }, "Close");
  sure(button, "Close it?", async () => {
    await attempt(() => ask("DELETE", "sessions/" + encodeURIComponent(name)), "Session " + name + " is closed.");
    if (session === name) await enter("main");
    await showSessions();
  });
  return button;
}
