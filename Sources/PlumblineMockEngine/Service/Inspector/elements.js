// Elements. Whatever comes from a request or an answer goes in as text: nothing here makes markup of it.

const at = (id) => document.getElementById(id);

/** An element with attributes, listeners (`onclick`) and children: elements, or text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** Tells what was done, to eyes and to ears; it goes after a while. */
let silence;
function say(text, isBad = false) {
  const said = at("said");
  said.textContent = text;
  said.classList.toggle("bad", isBad);
  clearTimeout(silence);
  silence = setTimeout(() => { said.textContent = ""; }, isBad ? 12000 : 5000);
}

/** A button that asks once more before it does something that can't be undone. */
function sure(button, question, act) {
  const label = button.textContent;
  let waiting;
  const calm = () => { clearTimeout(waiting); waiting = undefined; button.textContent = label; button.classList.remove("armed"); };
  button.addEventListener("click", () => {
    if (waiting) { calm(); act(); return; }
    button.textContent = question;
    button.classList.add("armed");
    waiting = setTimeout(calm, 4000);
  });
  button.addEventListener("blur", calm);
}

/** Puts a text on the clipboard; where the browser has none for pages without TLS, by way of a selection. */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  say(what + " was copied to the clipboard.");
}

/** A labelled field: `field("Times", input)`. */
function field(label, control, hint) {
  return make("label", { class: "field" }, make("span", {}, label), control, hint ? make("small", {}, hint) : null);
}

function choices(select, list, chosen) {
  select.replaceChildren(...list.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
}
