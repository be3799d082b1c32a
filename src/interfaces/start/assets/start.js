/* Adds a copy button to every value and command of the start page. */

const COPIED_MS = 1_500;

/** Browsers allow copying over TLS and on this machine only. */
if (navigator.clipboard !== undefined) {
  for (const code of document.querySelectorAll("code")) addCopyButton(code);
}

function addCopyButton(code) {
  const isBlock = code.parentElement.tagName === "PRE";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", isBlock ? "Copy the text" : `Copy ${code.textContent}`);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, COPIED_MS);
  });
  (isBlock ? code.parentElement : code).after(button);
}
