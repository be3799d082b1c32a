/** The HTML of the start page and its security headers. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { PAGE_START, securePageHeaders } from "../../wire/page-head.ts";
import { writeFacts } from "./facts.ts";
import { writeLinks } from "./links.ts";
import { writeLogins } from "./logins.ts";
import { writePayment } from "./payment.ts";

/** `Origin` must be sent with the form, so the referrer policy is not "no-referrer". */
export const PAGE_HEADERS = securePageHeaders({
  allowed: ["script-src 'self'", "style-src 'self'", "img-src 'self'", "form-action 'self'"],
  referrer: "same-origin",
});

export interface StartPage {
  readonly seed: CertificationSeed;
  readonly version: string;
  readonly now: Temporal.Instant;
  /** The command that makes the first payment. */
  readonly curl: string;
  /** File names. */
  readonly assets: { readonly style: string; readonly script: string; readonly icon: string };
  /** The answer to the first payment, if it was made just now. */
  readonly paid: Readonly<Record<string, unknown>> | undefined;
}

export function writePage(page: StartPage): string {
  const { seed, version, now, curl, assets, paid } = page;
  return `${PAGE_START}
<title>Sixdoors: Test mode</title>
<link rel="icon" href="/assets/${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="/assets/${assets.style}">
<script src="/assets/${assets.script}" defer></script>
</head>
<body>
<main>
<header>
<h1>Sixdoors is running</h1>
<p>This is a certification environment (Test mode). No money moves, and the logins below are public.</p>
${writeFacts(version, now)}
</header>
${writePayment(seed, curl, paid)}
${writeLinks(seed)}
${writeLogins(seed)}
</main>
</body>
</html>
`;
}
