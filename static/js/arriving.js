// --- Every screen, whether loaded whole or swapped in ---

function arrive() {
  const pad = $("#pad");
  const next = $(".next", pad ?? undefined);
  const last = next?.previousElementSibling;
  // The line of the next deal sticks to the bottom; the last deals played show above it.
  if (last) pad.scrollTop = last.offsetTop - pad.offsetTop + last.offsetHeight + next.offsetHeight - pad.clientHeight;
  makeToolbars();
  // The line of the deal that is being corrected; the pad may have stayed as it was.
  all(".line > a").forEach((line) => {
    if (new URL(line.href).pathname === location.pathname) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  });
  for (const zone of all("[data-timezone]")) {
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? zone.value;
  }
  const form = $("#new");
  if (form) dress(form);
}

function placeFocus() {
  const refused = $("#problems[data-focus]");
  // What has an id and is there again keeps the focus: Undo, for one. From the pad the way leads on to the keys.
  const kept = pressed && !$(".entry") && document.getElementById(pressed);
  const closed = left.closed && ($(`.line > a[href="${left.closed}"]`) ?? $(".next"));
  const key = keyThatStays();
  if (key && !refused) say(key.dataset.said ?? $(".asked").textContent);
  const asked = $(".faces [data-focus]") ?? $("[data-focus]");
  (refused || kept || closed || key || asked || $(".note"))?.focus({ preventScroll: true });
}

// A key keeps the focus where its face stays: X and XX always, a level beside strains that were there before.
function keyThatStays() {
  const { name, value } = left.key ?? {};
  const key = name && all(`.faces [name="${name}"][value="${value}"]`).find(isSeen);
  const isWide = isSeen($(".contract-face")) && isSeen($(".result-face"));
  const isSameFace = $("#screen").classList.contains("steady");
  return key && (isSameFace || (isWide && name === "level")) ? key : undefined;
}

// The face that a screen shows, without what comes and goes while it is swapped.
const faceOf = (screen) => [...screen.classList].filter((name) => /^(match|over|entry)/.test(name)).join(" ");

// What a swap must not lose: the face it replaces and the key pressed there, the result tapped while the points of X or
// XX were on their way, the deal whose entry was closed, and how far the pad was scrolled when it is only looked at anew.
let left = { face: "", key: undefined, tricks: undefined, closed: "", scroll: undefined };

// A board that is shown already need not be sent.
document.addEventListener("htmx:configRequest", (event) => {
  const shown = $("#board #pad")?.dataset.stamp;
  if (shown) event.detail.headers["X-Board"] = shown;
});

document.addEventListener("htmx:beforeSwap", (event) => {
  // Only our own answers name the place to swap; a proxy's error page or a hotel's log-in does not.
  if (!event.detail.xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false;
    event.detail.isError = true;
    return;
  }
  const { elt, triggeringEvent } = event.detail.requestConfig;
  const isNews = elt === document.body;
  if (isNews && !areNews(event.detail.serverResponse)) {
    event.detail.shouldSwap = false;
    return;
  }
  left = {
    face: faceOf($("#screen")),
    key: triggeringEvent?.submitter,
    tricks: elt.matches("[data-doubling]") ? $('.tile[aria-pressed="true"]')?.value : undefined,
    closed: elt.matches("[data-close]") ? location.pathname : "",
    scroll: isNews ? $("#pad").scrollTop : undefined,
  };
});

document.addEventListener("htmx:afterSwap", () => {
  const screen = $("#screen");
  // The same face again: its keys have not moved, so they need not wait for a second touch to pass.
  if (screen.matches(".entry") && faceOf(screen) === left.face) screen.classList.add("steady");
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
  if (document.visibilityState !== "visible" || !navigator.onLine || !$(".match #pad")) return;
  // Asked for by the page, not by its screen: a key tapped meanwhile comes first.
  // The answer names the screen to swap; aimed at one that is gone by then, it would come past what decides on it.
  htmx.ajax("GET", location.pathname, { source: document.body, target: "body", swap: "outerHTML" });
});

function areNews(answer) {
  const pad = $(".match #pad");
  return pad && !$("#screen .htmx-request") && !answer.includes(`data-stamp="${pad.dataset.stamp}"`);
}
