// --- Copying: only where the clipboard can be reached, which plain http over a network cannot ---

if (navigator.clipboard) document.documentElement.dataset.clipboard = "";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    $("span", button).textContent = button.dataset.copied;
    say(button.dataset.copied);
  } catch {
    field.select(); // the browser refused: it is selected, to be copied by hand
  }
});
