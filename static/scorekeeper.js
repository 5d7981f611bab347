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
  if (saving) return true; // what is being saved stays in sight until the answer is there
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
    if (form.matches("[data-save], [data-doubling], .slip form")) setHidden(form, "tricks", tile.value);
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
  const [whole, shown] = [document.createElement("span"), document.createElement("bdi")];
  shown.className = "name";
  shown.textContent = shown.title = name;
  const [before, after] = sentence.split("{name}");
  whole.append(before, shown, after);
  return whole;
}

function dress(form) {
  all("[data-shows-name]", form).forEach((label) => {
    label.textContent = nameOf(label.dataset.showsName) || label.dataset.seat;
  });
  const first = $('input[name="first"]:checked', form);
  const name = nameOf(first?.dataset.dealer ?? first?.value);
  const start = $("[data-start]", form);
  start.replaceChildren(name ? labelled(start.dataset.start, name) : start.dataset.plain);
}

document.addEventListener("input", (event) => {
  if (event.target.form?.id === "new") dress(event.target.form);
});

// --- Every screen, whether loaded whole or swapped in ---

function arrive() {
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
}

function placeFocus() {
  const refused = $("#problems[data-focus]");
  // What has an id and is there again keeps the focus: Undo, for one.
  const kept = pressed && document.getElementById(pressed);
  const closed = left.closed && ($(`.line > a[href="${left.closed}"]`) ?? $(".next"));
  (refused || kept || closed || $("[data-focus]") || $(".note"))?.focus({ preventScroll: true });
}

// What a swap must not lose: the face it replaces, the result tapped while the points of X or XX were on their way,
// the deal whose entry was closed, and how far the pad was scrolled when it is only looked at anew.
let left = { face: "", tricks: undefined, closed: "", scroll: undefined };

document.addEventListener("htmx:beforeSwap", (event) => {
  // Only our own answers name the place to swap; a proxy's error page or a hotel's log-in does not.
  if (!event.detail.xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false;
    event.detail.isError = true;
    return;
  }
  const { elt } = event.detail.requestConfig;
  const isNews = elt === document.body;
  if (isNews && !areNews(event.detail.serverResponse)) {
    event.detail.shouldSwap = false;
    return;
  }
  left = {
    face: $("#screen").className,
    tricks: elt.matches("[data-doubling]") ? $('.tile[aria-pressed="true"]')?.value : undefined,
    closed: elt.matches("[data-close]") ? location.pathname : "",
    scroll: isNews ? $("#pad").scrollTop : undefined,
  };
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
  arrive();
  if (left.scroll === undefined) placeFocus();
  else if ($("#pad")) $("#pad").scrollTop = left.scroll;
});
// A page from the back-forward cache may show an old score.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
arrive();

// --- A phone that was laid aside: the other one may have played on ---

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !navigator.onLine || !$("#pad")) return;
  // Asked for by the page, not by its screen: a key tapped meanwhile comes first.
  htmx.ajax("GET", location.pathname, { source: document.body, target: "#screen", swap: "outerHTML" });
});

function areNews(answer) {
  const pad = $("#pad");
  return pad && !$("#screen .htmx-request") && !answer.includes(`data-version="${pad.dataset.version}"`);
}

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

// Nobody asked for what the page asks for by itself.
const wasAsked = (event) => event.detail.requestConfig.elt !== document.body;

for (const kind of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(kind, (event) => wasAsked(event) && complain(document.body.dataset.noAnswer));
}
document.addEventListener("htmx:responseError", (event) => {
  if (!wasAsked(event)) return;
  const { notSaved, noAnswer } = document.body.dataset;
  complain(event.detail.requestConfig.verb === "get" ? noAnswer : notSaved);
});

// --- A change that takes its time says so ---

const SLOW = 400;
let saving;
let pressed = "";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!wasAsked(event)) return;
  // A button that is disabled while its answer is on the way loses the focus.
  pressed = document.activeElement.id;
  if (!event.target.matches?.("form[hx-post]")) return;
  const button = $("button", event.target);
  const label = [...button.childNodes];
  const timer = setTimeout(() => {
    button.textContent = document.body.dataset.saving;
    say(document.body.dataset.saving);
  }, SLOW);
  saving = { button, label, timer };
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!saving || !wasAsked(event)) return;
  clearTimeout(saving.timer);
  saving.button.replaceChildren(...saving.label);
  if (saving.button.isConnected && document.activeElement === document.body) saving.button.focus();
  saving = undefined;
});
