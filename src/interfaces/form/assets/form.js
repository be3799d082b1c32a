/**
 * Makes the payment page faster to use. The page also works without it. Nothing that is typed is
 * stored, and data is only sent to the page's own address.
 */
const LIMIT_MS = 60_000;
/** The status of a page that shows errors of its fields. */
const INVALID = 422;

const RANGES = [
  ["Visa", /^4/, [13, 16, 19]],
  ["Mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  ["American Express", /^3[47]/, [15]],
  ["Discover", /^(6011|64[4-9]|65)/, [16, 17, 18, 19]],
  ["JCB", /^35(2[89]|[3-8])/, [16, 17, 18, 19]],
  ["Diners Club", /^3(0[0-5]|095|6|8|9)/, [14, 16, 17, 18, 19]],
  ["UnionPay", /^(62|81)/, [16, 17, 18, 19]],
];

const digitsOf = (text) => text.replace(/\D/g, "");
const fieldOf = (id) => document.getElementById(id);

function rangeOf(digits) {
  return RANGES.find(([, prefix]) => prefix.test(digits));
}

function passesCheckDigit(digits) {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place));
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += place % 2 === 1 ? doubled : digit;
  }
  return sum % 10 === 0;
}

function passesRouting(digits) {
  const weights = [3, 7, 1];
  let sum = 0;
  for (let place = 0; place < 9; place++) sum += Number(digits[place]) * weights[place % 3];
  return sum % 10 === 0;
}

/** Shows a hint next to a field while the customer types. */
function showHint(input, words) {
  const field = input.closest(".field");
  let note = field.querySelector(".typing");
  if (note === null) {
    note = document.createElement("p");
    note.className = "typing";
    note.id = `${input.id}-typing`;
    note.setAttribute("role", "status");
    field.append(note);
    const ids = [input.getAttribute("aria-describedby"), note.id].filter(Boolean);
    input.setAttribute("aria-describedby", ids.join(" "));
  }
  if (note.textContent !== words) note.textContent = words;
}

/** Removes the error that the server reported for a field. */
function clearError(input) {
  input.removeAttribute("aria-invalid");
  const ids = (input.getAttribute("aria-describedby") ?? "").split(" ");
  const left = ids.filter((id) => id !== "" && id !== `${input.name}-error`);
  if (left.length > 0) input.setAttribute("aria-describedby", left.join(" "));
  else input.removeAttribute("aria-describedby");
  fieldOf(`${input.name}-error`)?.remove();
}

/** Only if the cursor is at the end: otherwise the change would move the cursor. */
function retype(input, text) {
  const isAtEnd = input.selectionStart === input.value.length;
  if (isAtEnd && text !== input.value) input.value = text;
}

function grouped(digits) {
  const isAmex = /^3[47]/.test(digits);
  const pattern = isAmex ? /^(\d{4})(\d{1,6})?(\d{1,5})?/ : /(\d{4})(?=\d)/g;
  if (!isAmex) return digits.replace(pattern, "$1 ");
  return digits.replace(pattern, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join(" "));
}

function typeCardNumber(input, event) {
  const digits = digitsOf(input.value).slice(0, 19);
  const [brand = "", , lengths = []] = rangeOf(digits) ?? [];
  fieldOf("brand").textContent = brand;
  const isDeleting = event.inputType?.startsWith("delete") ?? false;
  if (!isDeleting) retype(input, grouped(digits));
  const isWhole =
    lengths.includes(digits.length) && digits.length >= Math.min(16, lengths[0] ?? 16);
  const isWrong = isWhole && !passesCheckDigit(digits) && digits.length >= (lengths.at(-1) ?? 16);
  showHint(input, isWrong ? "Check the card number: a digit is wrong." : "");
}

/** When the customer leaves the field, a number that is too short is reported as well. */
function leaveCardNumber(input) {
  const digits = digitsOf(input.value);
  if (digits === "") return showHint(input, "");
  const lengths = rangeOf(digits)?.[2] ?? [];
  const isWrong = !lengths.includes(digits.length) || !passesCheckDigit(digits);
  showHint(input, isWrong ? "Check the card number: a digit is wrong or missing." : "");
}

function typeExpiration(input, event) {
  if (event.inputType?.startsWith("delete")) return;
  const digits = digitsOf(input.value).slice(0, 4);
  if (/^\d\d$/.test(input.value)) retype(input, `${digits}/`);
  else if (/^\d{3,4}$/.test(input.value)) retype(input, `${digits.slice(0, 2)}/${digits.slice(2)}`);
  else if (/^[2-9]$/.test(input.value)) retype(input, `0${digits}/`);
}

function typeRouting(input) {
  const digits = digitsOf(input.value);
  const isWrong = digits.length === 9 && !passesRouting(digits);
  showHint(input, isWrong ? "Check the routing number: a digit is wrong." : "");
}

const TYPING = {
  card_number: typeCardNumber,
  card_expiration: typeExpiration,
  bank_routing_number: typeRouting,
};

/** The amount that was chosen or typed, such as "$25.00". Undefined if the form has a fixed amount. */
function enteredAmount() {
  const chosen = document.querySelector('input[name="amount"][type="radio"]:checked');
  const written = document.querySelector('input[name="amount"][type="text"]');
  if (chosen === null && written === null) return undefined;
  const sign = document.querySelector(".sign")?.textContent ?? "";
  let sum = chosen === null ? "" : document.querySelector(`label[for="${chosen.id}"]`).textContent;
  if (written !== null && /^\d{1,6}(\.\d{1,2})?$/.test(written.value.trim())) {
    sum =
      sign +
      Number(written.value)
        .toFixed(2)
        .replace(/\B(?=(\d{3})+\.)/g, ",");
  }
  return sum;
}

/** Shows the amount on the button and in the consent as soon as it is known. */
function showAmount() {
  const button = document.querySelector(".pay");
  const sum = enteredAmount();
  if (button === null || button.dataset.busy === "yes" || sum === undefined) return;
  button.textContent = [button.dataset.words, sum].filter(Boolean).join(" ");
  const amount = fieldOf("consent-amount");
  if (amount !== null) amount.textContent = sum || "the amount above";
}

/** Names the account in the consent: "my checking account ending in 6789". */
function showAccount() {
  const account = fieldOf("consent-account");
  if (account === null) return;
  const digits = digitsOf(fieldOf("bank_account_number").value);
  const type = document.querySelector('input[name="ach_account_type"]:checked')?.value;
  account.textContent =
    digits.length < 4 || type === undefined
      ? "the bank account entered above"
      : `my ${type} account ending in ${digits.slice(-4)}`;
}

function setBusy(form, isBusy) {
  const button = form.querySelector(".pay");
  button.disabled = isBusy;
  button.dataset.busy = isBusy ? "yes" : "";
  if (isBusy) {
    button.dataset.before = button.textContent;
    button.textContent = "Processing…";
  } else if (button.dataset.before !== undefined) {
    button.textContent = button.dataset.before;
  }
}

/** Fields that the server never sends back. After an error in another field they keep their values. */
const UNSENT = ["card_number", "card_expiration", "card_verification", "bank_account_number"];

function keepTyped(next) {
  for (const id of UNSENT) {
    const [before, after] = [fieldOf(id), next.querySelector(`#${id}`)];
    if (before !== null && after !== null) after.value = before.value;
  }
  const [before, after] = [fieldOf("ach_authorization"), next.querySelector("#ach_authorization")];
  if (before !== null && after !== null) after.checked = before.checked;
  const brand = next.querySelector("#brand");
  if (brand !== null) brand.textContent = fieldOf("brand")?.textContent ?? "";
}

/** Shows the page that the server sent instead of a receipt: a field is wrong or the card was declined. */
function showPage(html, status) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("sheet");
  if (status === INVALID) keepTyped(next);
  next.querySelector("#summary")?.removeAttribute("autofocus");
  document.title = page.title;
  fieldOf("sheet").replaceWith(next);
  showAmount();
  showAccount();
  const summary = fieldOf("summary");
  summary?.focus();
  summary?.scrollIntoView({ block: "start" });
}

const NOT_REACHED =
  "We could not reach the payment service. Check your connection and press Pay again. You cannot be charged twice.";

let isPaying = false;

async function pay(form) {
  isPaying = true;
  const body = new URLSearchParams(new FormData(form));
  fieldOf("live").textContent = "";
  setBusy(form, true);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { accept: "application/json" },
      body,
      credentials: "same-origin",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { to, page, status } = await answer.json();
    if (to !== undefined) {
      // The browser must not keep the numbers or this page in its history.
      form.reset();
      location.replace(to);
      return;
    }
    showPage(page, status);
  } catch {
    setBusy(form, false);
    fieldOf("live").textContent = NOT_REACHED;
  }
  isPaying = false;
}

document.addEventListener("input", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  clearError(input);
  TYPING[input.name]?.(input, event);
  if (input.name === "amount") showAmount();
  else showAccount();
});

document.addEventListener("focusout", (event) => {
  if (event.target.id === "card_number") leaveCardNumber(event.target);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "pay") return;
  event.preventDefault();
  if (!isPaying) pay(form);
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) window.print();
});

// A page that the browser restores from its cache must not contain card numbers.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const form = fieldOf("pay");
  if (form === null) return;
  form.reset();
  showAccount();
  isPaying = false;
  setBusy(form, false);
});

for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
showAmount();
