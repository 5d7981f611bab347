// What the pages do beyond links and forms. Everything works without it, in as many taps.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function say(sentence) {
  const live = $("#live");
  if (live) live.textContent = sentence;
}

// --- Choosing a result: everything it means came with the page, so nothing is asked for ---

function choose(tile) {
  const outcome = tile.nextElementSibling;
  const save = $("[data-save]");
  if (!save || outcome?.tagName !== "TEMPLATE") return false;
  all(".tile").forEach((other) => other.setAttribute("aria-pressed", String(other === tile)));
  const button = $("button", save);
  button.replaceChildren(...part(outcome, "save"));
  button.disabled = false;
  $("#outcome").replaceChildren(...part(outcome, "outcome"));
  $("#why").replaceChildren(...part(outcome, "why"));
  $(".why").hidden = false;
  all("[data-preview]").forEach((pill) => {
    pill.textContent = pill.dataset.preview === outcome.dataset.player ? outcome.dataset.gain : "";
  });
  // The doubling keys and "Change" keep the result, and so does a reload.
  all("form:not([data-results])", $("#screen")).forEach((form) => {
    if (form.matches("[data-save], .segments, .slip form")) setHidden(form, "tricks", tile.value);
  });
  const address = new URL(location.href);
  new FormData(tile.form).forEach((value, name) => address.searchParams.set(name, value));
  address.searchParams.set("tricks", tile.value);
  address.searchParams.delete("face");
  history.replaceState(history.state, "", address);
  say(outcome.dataset.said);
  return true;
}

function part(outcome, name) {
  return outcome.content.querySelector(`[data-part="${name}"]`).cloneNode(true).childNodes;
}

function setHidden(form, name, value) {
  let field = $(`input[name="${name}"]`, form);
  if (!field) {
    field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    form.append(field);
  }
  field.value = value;
}

document.addEventListener("click", (event) => {
  const tile = event.target.closest?.(".tile");
  if (tile && choose(tile)) event.preventDefault();
});

// --- A new match: the names in the keys, the zone of this phone ---

function nameOf(player) {
  const field = $(`[data-name="${player}"]`);
  return field?.value.trim();
}

function labelled(sentence, name) {
  const [whole, shown] = [document.createElement("span"), document.createElement("span")];
  shown.className = "name";
  shown.textContent = shown.title = name;
  const [before, after] = sentence.split("{name}");
  whole.append(before, shown, after);
  return whole;
}

function dress(form) {
  all("[data-shows-name]", form).forEach((label) => {
    label.dataset.seat ??= label.textContent;
    label.textContent = nameOf(label.dataset.showsName) || label.dataset.seat;
  });
  const first = $('input[name="first"]:checked', form)?.value;
  const start = $("[data-start]", form);
  const name = first === "0" || first === "1" ? nameOf(first) : "";
  start.dataset.plain ??= start.textContent;
  if (name) start.replaceChildren(labelled(start.dataset.start, name));
  else if (first !== "draw") start.textContent = start.dataset.plain;
}

document.addEventListener("input", (event) => {
  if (event.target.form?.id === "new") dress(event.target.form);
});

// --- Every screen, whether loaded whole or swapped in ---

function arrive(swapped) {
  const pad = $("#pad");
  const next = $(".next", pad ?? undefined);
  const last = next?.previousElementSibling;
  // The line of the next deal sticks to the bottom; the last deals played show above it.
  if (last) pad.scrollTop = last.offsetTop - pad.offsetTop + last.offsetHeight + next.offsetHeight - pad.clientHeight;
  const form = $("#new");
  if (form) {
    const zone = $("[data-timezone]", form);
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    dress(form);
  }
  if (swapped) $("[data-focus]")?.focus({ preventScroll: true });
}

// What a swap must not lose: the face it replaces, and the result tapped while the points of X or XX were on their way.
let left = { face: "", tricks: undefined };

document.addEventListener("htmx:beforeSwap", (event) => {
  // Only our own answers name the place to swap; a proxy's error page or a hotel's log-in does not.
  if (!event.detail.xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false;
    event.detail.isError = true;
    return;
  }
  const doubling = event.detail.requestConfig.elt.matches(".segments");
  left = { face: $("#screen").className, tricks: doubling ? $('.tile[aria-pressed="true"]')?.value : undefined };
});

document.addEventListener("htmx:afterSwap", () => {
  const screen = $("#screen");
  // The same face again: its keys have not moved, so they need not wait for a second touch to pass.
  if (screen.matches(".entry") && screen.className === left.face) screen.classList.add("steady");
});

document.addEventListener("htmx:afterSettle", () => {
  const tile = left.tricks && $(`.tile[value="${left.tricks}"]`);
  if (tile && tile.getAttribute("aria-pressed") !== "true") choose(tile);
  left.tricks = undefined;
  arrive(true);
});
// A page from the back-forward cache may show an old score.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
arrive(false);

// --- Nothing is swallowed: whatever goes wrong is said beside the form ---

function complain(sentence) {
  const place = $("#problems");
  if (place) {
    const line = document.createElement("p");
    line.textContent = sentence;
    place.replaceChildren(line);
  }
  say(sentence);
}

for (const kind of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(kind, () => complain(document.body.dataset.noAnswer));
}
document.addEventListener("htmx:responseError", (event) => {
  const { notSaved, noAnswer } = document.body.dataset;
  complain(event.detail.requestConfig.verb === "get" ? noAnswer : notSaved);
});

// --- A save that takes its time says so ---

const SLOW = 400;
let saving;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.target.matches?.("[data-save]")) return;
  const button = $("button", event.target);
  const label = [...button.childNodes];
  const timer = setTimeout(() => {
    button.textContent = document.body.dataset.saving;
    say(document.body.dataset.saving);
  }, SLOW);
  saving = { button, label, timer };
});
document.addEventListener("htmx:afterRequest", () => {
  if (!saving) return;
  clearTimeout(saving.timer);
  saving.button.replaceChildren(...saving.label);
  saving = undefined;
});
