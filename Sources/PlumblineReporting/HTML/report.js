"use strict";
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

// Commands are copied by a button.
(() => {
  if (!navigator.clipboard) return;
  for (const button of all(".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.previousElementSibling.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select it";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  }
})();

// A cell of the matrix has a tooltip for a mouse, and a note for touch.
(() => {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("role", "status");
  tip.hidden = true;
  document.body.append(tip);
  const hide = () => { tip.hidden = true; };
  document.addEventListener("click", (event) => {
    const cell = event.target.closest && event.target.closest(".matrix td[title]");
    if (!cell) return hide();
    tip.textContent = cell.title;
    tip.hidden = false;
    const box = cell.getBoundingClientRect();
    const left = Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = Math.max(8, left) + scrollX + "px";
    tip.style.top = box.bottom + scrollY + 6 + "px";
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  addEventListener("resize", hide);
})();

(() => {
  const bar = document.querySelector(".filter");
  if (!bar) return;
  const find = document.getElementById("find");
  const service = document.getElementById("service");
  const severities = all('[name="severity"]', bar);
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const parts = all("#findings .severity");
  const others = all("[data-service]").filter((one) => !one.classList.contains("endpoint"));
  let groups;

  // Text is gathered when the first filter asks for it: a page of thousands of findings opens faster.
  function gather() {
    groups = all("#findings .endpoint").map((group) => ({
      group,
      service: group.dataset.service,
      name: group.querySelector(".endpoint-name").textContent.toLowerCase(),
      findings: all(".finding", group).map((finding) => ({
        finding,
        severity: finding.dataset.severity,
        text: all(".rule, .pointer, .notes", finding).map((part) => part.textContent).join(" ").toLowerCase(),
      })),
    }));
  }

  function apply() {
    if (!groups) gather();
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = new Set(severities.filter((box) => box.checked).map((box) => box.value));
    const only = service ? service.value : "";
    let count = 0;
    let total = 0;
    for (const { group, name, service: own, findings } of groups) {
      let some = false;
      for (const { finding, severity, text } of findings) {
        const fits = (!only || own === only) && wanted.has(severity)
          && words.every((word) => name.includes(word) || text.includes(word));
        finding.hidden = !fits;
        total += 1;
        if (fits) { count += 1; some = true; }
      }
      group.hidden = !some;
    }
    for (const part of parts) part.hidden = !part.querySelector(".endpoint:not([hidden])");
    for (const one of others) one.hidden = Boolean(only) && one.dataset.service !== only;
    nothing.hidden = count > 0;
    shown.textContent = count === total ? "" : count + " of " + total + " shown";
  }

  // A link to findings that the filter hides shows them all again.
  function reveal() {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target || !target.hidden) return;
    find.value = "";
    if (service) service.value = "";
    for (const box of severities) box.checked = true;
    apply();
    target.scrollIntoView();
  }

  let waiting;
  find.addEventListener("input", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(apply);
  });
  for (const control of severities.concat(service || [])) control.addEventListener("change", apply);
  addEventListener("hashchange", reveal);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    find.focus();
  });
  addEventListener("beforeprint", () => { for (const fold of all("details")) fold.open = true; });
  bar.hidden = false;
  // A browser that comes back to the page fills the controls in again.
  if (find.value || severities.some((box) => !box.checked) || (service && service.value)) apply();
})();
