/** What all HTML pages have in common: their security headers and the start of the document. */

/** The start of every page. Its title follows. */
export const PAGE_START = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">`;

export interface PageSecurity {
  /** The content security policy, without what all pages have. */
  readonly allowed: readonly string[];
  /** Default: the address of the page is never sent to another page. */
  readonly referrer?: "no-referrer" | "same-origin";
  /** The sites that may show the page in a frame. Default: none. */
  readonly frameAncestors?: readonly string[];
}

export function securePageHeaders(page: PageSecurity): Readonly<Record<string, string>> {
  const { allowed, referrer = "no-referrer", frameAncestors = [] } = page;
  const isFramed = frameAncestors.length > 0;
  const ancestors = isFramed ? frameAncestors.join(" ") : "'none'";
  const policy = ["default-src 'none'", ...allowed, "base-uri 'none'"];
  return {
    "content-security-policy": [...policy, `frame-ancestors ${ancestors}`].join("; "),
    "referrer-policy": referrer,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(isFramed ? {} : { "x-frame-options": "DENY" }),
  };
}
