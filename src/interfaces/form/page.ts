/** What every page is made of, and the headers that let it do nothing but what it is for. */
import { escapeHtml } from "../../core/receipts/email.ts";
import { ICON_URL, SCRIPT_URL, STYLE_URL, WAITING_URL } from "./assets.ts";

export interface Page {
  readonly title: string;
  /** Whose page it is; absent where there is no form. */
  readonly merchant?: string | undefined;
  /** HTML. */
  readonly content: string;
  /** Nothing that is paid here is real. */
  readonly isTrial: boolean;
  /** Its own address, where it looks again by itself. */
  readonly waitsAt?: string | undefined;
}

/** The address may hold a receipt's token, the page a payment's: neither goes anywhere. */
export function pageHeaders(frameAncestors: readonly string[]): Readonly<Record<string, string>> {
  const isFramed = frameAncestors.length > 0;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? frameAncestors.join(" ") : "'none'"}`,
  ];
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(isFramed ? {} : { "x-frame-options": "DENY" }),
  };
}

export function writePage({ title, merchant, content, isTrial, waitsAt }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON_URL}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_URL}">
<script src="${SCRIPT_URL}" defer></script>${writeWaiting(waitsAt)}
</head>
<body>
${isTrial ? TRIAL : ""}<main class="sheet" id="sheet">
${content}${waitsAt === undefined ? "" : TOLD}
</main>
<footer class="foot">${writeFoot(merchant)}</footer>
</body>
</html>
`;
}

const TRIAL = `<aside class="trial">Test environment: no money moves here. Use test cards only.</aside>\n`;

const TOLD = `\n<p class="live" id="told" role="status"></p>`;
/** Long enough to read the page to its end. */
const RELOAD_SECONDS = 20;

/** A script asks in the background; a page that loads itself again is only for those without. */
function writeWaiting(url: string | undefined): string {
  if (url === undefined) return "";
  return `
<script type="module" src="${WAITING_URL}"></script>
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}; url=${escapeHtml(url)}"></noscript>`;
}

function writeFoot(merchant: string | undefined): string {
  const by = merchant === undefined ? "" : ` for ${escapeHtml(merchant)}`;
  return `<p>Secure payment page by Sixdoors${by}</p>`;
}

/** A page with a few sentences, and perhaps a way on. */
export function writeMessage(
  title: string,
  paragraphs: readonly string[],
  link?: { readonly url: string; readonly words: string },
): string {
  const told = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n");
  const way =
    link === undefined
      ? ""
      : `\n<p class="ways"><a class="button" href="${escapeHtml(link.url)}">${escapeHtml(link.words)}</a></p>`;
  return `<h1>${escapeHtml(title)}</h1>\n${told}${way}`;
}
