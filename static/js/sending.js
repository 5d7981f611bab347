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
