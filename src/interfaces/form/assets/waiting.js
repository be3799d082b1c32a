/**
 * Checks the page's own address while the outcome of a payment is unknown, and shows the result. The
 * page does not change until then.
 */
const CHECK_EVERY_MS = 5_000;
const LIMIT_MS = 30_000;
const AWAY = "We cannot check right now. We will keep trying.";

const sheet = document.getElementById("sheet");
/** This element stays on the page, because screen readers announce changes only in known elements. */
const told = document.getElementById("told");

function announce(words) {
  if (told.textContent !== words) told.textContent = words;
}

async function fetchPage() {
  const answer = await fetch(location.href, {
    headers: { accept: "application/json" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { page } = await answer.json();
  return new DOMParser().parseFromString(page, "text/html");
}

/** The heading and its sentences: "Payment received $12.34". */
function summaryOf(page) {
  const parts = page.querySelectorAll("#sheet h1, #sheet h1 ~ p:not(.ways, #told)");
  return [...parts].map(({ textContent }) => textContent).join(" ");
}

function show(page) {
  const hadFocus = sheet.contains(document.activeElement);
  const next = [...page.getElementById("sheet").children].filter(({ id }) => id !== "told");
  for (const old of [...sheet.children]) if (old !== told) old.remove();
  told.before(...next);
  document.title = page.title;
  for (const button of sheet.querySelectorAll("[data-print]")) button.hidden = false;
  if (hadFocus) focusHeading();
}

/** If the focused link is gone, the focus moves to the heading. */
function focusHeading() {
  const heading = sheet.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus();
}

/** The result is visible in the page; this element only announces it to screen readers. */
function end() {
  told.className = "unseen";
  announce(summaryOf(document));
}

async function checkAgain() {
  const page = await fetchPage().catch(() => undefined);
  if (page !== undefined && summaryOf(page) !== summaryOf(document)) show(page);
  if (page !== undefined && page.getElementById("told") === null) return end();
  announce(page === undefined ? AWAY : "");
  setTimeout(checkAgain, CHECK_EVERY_MS);
}

setTimeout(checkAgain, CHECK_EVERY_MS);
