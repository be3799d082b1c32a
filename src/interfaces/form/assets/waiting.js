/**
 * While nobody knows how a payment ended: asks at the page's own address, and shows and tells what
 * changed. Whoever reads the page is left alone until then.
 */
const LOOK_EVERY_MS = 5_000;
const LIMIT_MS = 30_000;
const AWAY = "We cannot look at the moment. We keep trying.";

const sheet = document.getElementById("sheet");
/** Stays where it is: a reader of screens hears only of changes in a place that it knows. */
const told = document.getElementById("told");

function tell(words) {
  if (told.textContent !== words) told.textContent = words;
}

async function ask() {
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
function gistOf(page) {
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

/** Whoever was at a link that is gone goes on from the top. */
function focusHeading() {
  const heading = sheet.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus();
}

/** What ended stands in the sheet for all to see; only readers of screens hear it here, too. */
function end() {
  told.className = "unseen";
  tell(gistOf(document));
}

async function look() {
  const page = await ask().catch(() => undefined);
  if (page !== undefined && gistOf(page) !== gistOf(document)) show(page);
  if (page !== undefined && page.getElementById("told") === null) return end();
  tell(page === undefined ? AWAY : "");
  setTimeout(look, LOOK_EVERY_MS);
}

setTimeout(look, LOOK_EVERY_MS);
