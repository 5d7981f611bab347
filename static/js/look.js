// --- Settings: what is chosen is seen, and kept, at once ---

let keeping = Promise.resolve();

document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (!form?.matches("[data-look]")) return;
  const [page, chosen] = [document.documentElement, new FormData(form)];
  page.dataset.theme = chosen.get("theme");
  page.dataset.suits = chosen.get("suits");
  const table = getComputedStyle(page).getPropertyValue("--table").trim();
  all('meta[name="theme-color"]').forEach((bar) => { bar.content = table; });
  // One after another: the last choice is the one that is kept.
  keeping = keeping.then(async () => {
    forgetComplaints();
    const answer = await fetch(form.action, { method: "POST", body: chosen, headers: { "HX-Request": "true" }, keepalive: true });
    takeToken(answer.headers.get("X-CSRFToken"));
    if (answer.status !== 204) throw new Error(answer.status);
    say(form.dataset.kept);
  }).catch(() => complain(document.body.dataset.notSaved, form));
});
