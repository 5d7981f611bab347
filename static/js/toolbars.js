// --- Groups of keys: the tab key stops once at each, arrows lead from key to key; they choose nothing ---

const isSeen = (element) => Boolean(element?.getClientRects().length);
const keysOf = (group) => all("button:enabled", group).filter(isSeen);

function stopAt(key, keys) {
  keys.forEach((each) => { each.tabIndex = each === key ? 0 : -1; });
}

function makeToolbars() {
  all('.faces [role="group"]').forEach((group) => {
    const keys = keysOf(group);
    group.setAttribute("role", "toolbar");
    stopAt(keys.find((key) => key.getAttribute("aria-pressed") === "true") ?? keys[0], keys);
  });
}

// The nearest key in the next row up or down: of those in that direction, first the least far, then the least aside.
function inNextRow(key, keys, down) {
  const here = key.getBoundingClientRect();
  const far = (box) => (down ? box.top - here.top : here.top - box.top);
  const aside = (box) => Math.abs(box.left - here.left);
  const order = (one, other) => far(one.box) - far(other.box) || aside(one.box) - aside(other.box);
  const there = keys.map((each) => ({ each, box: each.getBoundingClientRect() }));
  return there.filter(({ box }) => far(box) > 1).sort(order)[0]?.each;
}

function arrowTo(arrow, key, keys) {
  const at = keys.indexOf(key);
  const ahead = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  switch (arrow) {
    case "ArrowLeft":
    case "ArrowRight": return keys[at + (arrow === ahead ? 1 : -1)];
    case "ArrowUp":
    case "ArrowDown": return inNextRow(key, keys, arrow === "ArrowDown");
    case "Home": return keys[0];
    case "End": return keys.at(-1);
    default: return undefined;
  }
}

document.addEventListener("keydown", (event) => {
  const group = event.target.closest?.('[role="toolbar"]');
  if (!group || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = arrowTo(event.key, event.target, keysOf(group));
  if (/^Arrow|^Home$|^End$/.test(event.key)) event.preventDefault();
  to?.focus();
});
document.addEventListener("focusin", (event) => {
  const group = event.target.closest?.('[role="toolbar"]');
  if (group) stopAt(event.target, keysOf(group));
});
