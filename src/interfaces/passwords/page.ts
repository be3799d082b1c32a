/** The HTML of the password pages, without external resources, and their security headers. */
import { createHash } from "node:crypto";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../core/access/password.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";
import { securePageHeaders } from "../../wire/page-head.ts";

const STYLE = `
body { margin: 0; padding: 2rem 1rem; background: #f4f5f7; color: #1f2430;
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 2rem; background: #fff; border-radius: 0.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.6rem; border: 1px solid #6b7280;
  border-radius: 0.25rem; font: inherit; }
button { margin-top: 1.5rem; padding: 0.6rem 1.5rem; border: 0; border-radius: 0.25rem;
  background: #1d4ed8; color: #fff; font: inherit; font-weight: 600; }
:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
.hint { margin: 0.25rem 0 0; color: #4b5563; font-size: 0.9rem; }
.field-error { padding: 0.75rem; border-left: 4px solid #b91c1c; background: #fef2f2; color: #7f1d1d; }
p { overflow-wrap: anywhere; }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The URL contains the token, so it must not be sent as a referrer, and the page is not cached. */
export const PAGE_HEADERS = securePageHeaders({
  allowed: [`style-src 'sha256-${STYLE_HASH}'`, "form-action 'self'"],
});

export interface PasswordForm {
  readonly token: string;
  readonly userName: string;
  readonly error?: string;
}

export function formPage({ token, userName, error }: PasswordForm): string {
  const told =
    error === undefined
      ? ""
      : `<p class="field-error" role="alert" id="error">${escapeHtml(error)}</p>`;
  const described = error === undefined ? "hint" : "error hint";
  const invalid = error === undefined ? "" : ' aria-invalid="true"';
  const limits = `required minlength="${PASSWORD_MIN}" maxlength="${PASSWORD_MAX}"`;
  return page(
    "Set your password",
    `${told}
<form method="post" action="/set-password">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="user">User name</label>
<input id="user" name="user" value="${escapeHtml(userName)}" autocomplete="username" readonly>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" ${limits} aria-describedby="${described}"${invalid} autofocus>
<p class="hint" id="hint">At least ${PASSWORD_MIN} characters.</p>
<label for="again">Confirm new password</label>
<input id="again" name="password_again" type="password" autocomplete="new-password" ${limits}>
<button type="submit">Set password</button>
</form>`,
  );
}

export function messagePage(title: string, paragraphs: readonly string[]): string {
  return page(title, paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n"));
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
