/** The frame of every page, and its security headers. */
import { escapeHtml } from "../../values/text/escape-html.ts";
import { PAGE_START, securePageHeaders } from "../../wire/page-head.ts";
import { ICON_URL, SCRIPT_URL, styleUrl, WAITING_URL } from "./assets.ts";
import type { Scheme } from "./brand-style.ts";

/** What a merchant's brand changes on a page. */
export interface PageBrand {
  readonly styleUrl?: string;
  /** Instead of "Pay". */
  readonly buttonText?: string;
  readonly logo?: { readonly url: string; readonly width: number; readonly height: number };
}

export const NO_BRAND: PageBrand = {};

export interface PageParts {
  readonly title: string;
  /** The merchant of the form. Absent if no form was found. */
  readonly merchant?: string | undefined;
  /** HTML. */
  readonly content: string;
  /** Test mode: no money moves. */
  readonly isTrial: boolean;
  /** The address of the page, if it checks for the result automatically. */
  readonly waitsAt?: string | undefined;
  readonly brand?: PageBrand | undefined;
  /** For previews. Absent: the scheme of the customer's device. */
  readonly scheme?: Scheme;
}

/** The address and the page may contain tokens. These headers keep them from other sites. */
export function pageHeaders(frameAncestors: readonly string[]): Readonly<Record<string, string>> {
  return securePageHeaders({ allowed: ALLOWED, frameAncestors });
}

const ALLOWED = [
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
];

export function writePage(page: PageParts): string {
  const { title, merchant, content, isTrial, waitsAt, brand = NO_BRAND, scheme } = page;
  return `${PAGE_START}
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON_URL}" type="image/svg+xml">
<link rel="stylesheet" href="${styleUrl(scheme)}">${writeBrandLink(brand)}${scheme === undefined ? SCRIPT : ""}${writeWaiting(waitsAt)}
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

function writeBrandLink({ styleUrl: url }: PageBrand): string {
  return url === undefined ? "" : `\n<link rel="stylesheet" href="${escapeHtml(url)}">`;
}

/** Decorative: the name of the merchant is written beside it. */
export function writeLogo({ logo }: PageBrand): string {
  if (logo === undefined) return "";
  const { url, width, height } = logo;
  return `<img class="logo" src="${escapeHtml(url)}" alt="" width="${width}" height="${height}">\n`;
}

/** A preview has none: it stands in a frame that runs no scripts. */
const SCRIPT = `\n<script src="${SCRIPT_URL}" defer></script>`;

const TRIAL = `<aside class="trial">Test mode: no money moves. Use test cards only.</aside>\n`;

const TOLD = `\n<p class="live" id="told" role="status"></p>`;
/** Long enough to read the whole page. */
const RELOAD_SECONDS = 20;

/** A script checks in the background. Browsers without scripts reload the page. */
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

/** A heading, a few sentences and an optional link. */
export function writeMessage(
  title: string,
  paragraphs: readonly string[],
  link?: { readonly url: string; readonly label: string },
): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n");
  const button =
    link === undefined
      ? ""
      : `\n<p class="ways"><a class="button" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`;
  return `<h1>${escapeHtml(title)}</h1>\n${text}${button}`;
}
