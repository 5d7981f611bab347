// --- What is printed of a match is its sheet; a screen that was swapped in has none until it is needed ---

window.addEventListener("beforeprint", () => {
  const place = $(".on-paper[data-sheet]");
  if (!place) return;
  const asked = new XMLHttpRequest();
  asked.open("GET", place.dataset.sheet, false); // printing waits for nothing that comes later
  try {
    asked.send();
  } catch {
    return; // without a network the screen is printed as it is
  }
  const sheet = new DOMParser().parseFromString(asked.responseText, "text/html").querySelector(".paper");
  if (!sheet) return;
  place.replaceChildren(sheet);
  place.removeAttribute("data-sheet");
  $("#screen").classList.remove("sheetless");
});
