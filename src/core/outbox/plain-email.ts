/** Writes an email of a few paragraphs, as text and as HTML. Pure. */
import { LINK_PLACE } from "../../ports/mailer.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";

export interface PlainEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SUBJECT_MAX = 200;
// A line break in the subject would start another header line.
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

const ADDRESS = /^https?:\/\/\S+$/;

/** A paragraph that is LINK_PLACE becomes the link. One that is an address becomes a link to it. */
export function writePlainEmail(title: string, paragraphs: readonly string[]): PlainEmail {
  return {
    subject: [...title.replace(CONTROL, " ")].slice(0, SUBJECT_MAX).join(""),
    text: `${paragraphs.join("\n\n")}\n`,
    html: writeHtml(title, paragraphs),
  };
}

function writeHtml(title: string, paragraphs: readonly string[]): string {
  const each = paragraphs.map((paragraph) => {
    const text = escapeHtml(paragraph);
    const isLink = paragraph === LINK_PLACE || ADDRESS.test(paragraph);
    return `<p style="margin:0 0 16px">${isLink ? `<a href="${text}">${text}</a>` : text}</p>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font-family:Helvetica,Arial,sans-serif;font-size:15px;color:#1f2430">
${each.join("\n")}
</body>
</html>
`;
}
