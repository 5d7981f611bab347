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
