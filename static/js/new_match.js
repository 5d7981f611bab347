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
