// What the pages do beyond links and forms. Everything works without it, in as many taps.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function say(sentence) {
  const live = $("#live");
  if (live) live.textContent = sentence;
}
