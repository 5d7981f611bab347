// --- Nothing is swallowed: whatever goes wrong is said beside the form ---

function complain(sentence, asker) {
  const line = document.createElement("p");
  line.textContent = sentence;
  const place = placeBeside(asker);
  place.replaceChildren(line);
  place.scrollIntoView({ block: "nearest" });
  say(sentence);
}

// A match and an entry have a place that is always in sight. Forms in what scrolls or folds have it above the button.
function placeBeside(asker) {
  const kept = $("#problems");
  const form = asker.closest("form");
  const scrolls = form?.matches("[hx-post]") && form.closest("main") && !$("#screen").matches(".entry");
  const isApart = scrolls || form?.closest("details");
  if (kept && !isApart) return kept;
  const place = document.createElement("div");
  place.className = "problems";
  place.dataset.complaint = "";
  place.setAttribute("role", "alert");
  const button = form && buttonOf(form);
  if (button) (button.closest(".start") ?? button).before(place);
  else $("main").prepend(place);
  return place;
}

function forgetComplaints() {
  all("[data-complaint]").forEach((place) => place.remove());
  if (!$("#problems")?.matches("[data-focus]")) $("#problems")?.replaceChildren();
}

const buttonOf = (form) => $(".start button, .button-main", form) ?? $("button", form);

// Nobody asked for what the page asks for by itself.
const wasAsked = (event) => event.detail.requestConfig.elt !== document.body;

for (const kind of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(kind, (event) => {
    if (wasAsked(event)) complain(document.body.dataset.noAnswer, event.detail.requestConfig.elt);
  });
}
document.addEventListener("htmx:responseError", (event) => {
  if (!wasAsked(event)) return;
  const { requestConfig, xhr } = event.detail;
  const { notSaved, noAnswer } = document.body.dataset;
  takeToken(xhr.getResponseHeader("X-CSRFToken"));
  complain(problemIn(xhr.responseText) ?? (requestConfig.verb === "get" ? noAnswer : notSaved), requestConfig.elt);
});

// The sentence of a page of ours that tells what went wrong; a proxy's page has none.
function problemIn(page) {
  const problem = $("[data-problem]", new DOMParser().parseFromString(page, "text/html"));
  return problem && [problem.dataset.problem, problem.textContent.trim()].filter(Boolean).join(". ");
}

function takeToken(token) {
  if (!token) return;
  all('input[name="csrf_token"]').forEach((field) => { field.value = token; });
  const screen = $("#screen");
  if (screen.hasAttribute("hx-headers")) screen.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
}

// --- A change that takes its time says so ---

const SLOW = 400;
let saving;
let pressed = "";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!wasAsked(event)) return;
  forgetComplaints();
  // A button that is disabled while its answer is on the way loses the focus.
  pressed = document.activeElement.id;
  if (!event.target.matches?.("form[hx-post]")) return;
  const button = buttonOf(event.target);
  const label = [...button.childNodes];
  const timer = setTimeout(() => {
    const { width, height } = button.getBoundingClientRect();
    Object.assign(button.style, { inlineSize: `${width}px`, blockSize: `${height}px` });
    button.textContent = document.body.dataset.saving;
    say(document.body.dataset.saving);
  }, SLOW);
  saving = { button, label, timer };
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!saving || !wasAsked(event)) return;
  clearTimeout(saving.timer);
  saving.button.replaceChildren(...saving.label);
  Object.assign(saving.button.style, { inlineSize: "", blockSize: "" });
  if (saving.button.isConnected && document.activeElement === document.body) saving.button.focus();
  saving = undefined;
});
