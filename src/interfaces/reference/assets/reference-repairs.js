/*
 * Adds what screen readers and keyboards need and Scalar's markup lacks: names of buttons, states of
 * fields, and regions that can be scrolled with the keyboard.
 */

const REPAIRS = [
  ["button.group\\/copy-button:not([aria-label])", (one) => one.setAttribute("aria-label", "Copy")],
  [".cm-content:not([aria-label])", (one) => one.setAttribute("aria-label", "Text of the answer")],
  ['[role="combobox"]:not([aria-expanded])', (one) => one.setAttribute("aria-expanded", "false")],
  ['button[role="none"]', (one) => one.removeAttribute("role")],
  [".endpoints:not([tabindex])", (one) => one.setAttribute("tabindex", "0")],
  ['.cm-scroller[tabindex="-1"]', (one) => one.setAttribute("tabindex", "0")],
  ["button.group\\/copy-button[aria-controls]", removeBrokenReference],
];

let isPlanned = false;
new MutationObserver(planRepairs).observe(document.body, { childList: true, subtree: true });

/** Once for all changes of a moment. */
function planRepairs() {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(repairAll, 100);
}

function repairAll() {
  isPlanned = false;
  for (const [selector, repair] of REPAIRS) {
    for (const element of document.querySelectorAll(selector)) repair(element);
  }
}

function removeBrokenReference(button) {
  const id = button.getAttribute("aria-controls");
  if (document.getElementById(id) === null) button.removeAttribute("aria-controls");
}
