/** Writes a receipt as an email, in plain text and in HTML without external resources. */
import { escapeHtml } from "../../values/text/escape-html.ts";

export interface Receipt {
  readonly merchant: string;
  /** What happened, such as "Payment" or "Refund". */
  readonly title: string;
  /** The amount with its currency. */
  readonly total: string;
  /** Label and value, in order. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** A sentence below the rows. */
  readonly note?: string | undefined;
}

export interface ReceiptEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SUBJECT_MAX = 200;
// A line break in a header would start another header.
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

export function writeReceiptEmail(receipt: Receipt): ReceiptEmail {
  const subject = `${receipt.title}: ${receipt.total}, ${receipt.merchant}`;
  return {
    // Cut between characters: PostgreSQL does not accept JSON with half a surrogate pair.
    subject: [...subject.replace(CONTROL, " ")].slice(0, SUBJECT_MAX).join(""),
    text: writeText(receipt),
    html: writeHtml(receipt),
  };
}

function writeText({ merchant, title, total, rows, note }: Receipt): string {
  const width = Math.max(...rows.map(([label]) => label.length), 0) + 2;
  const lines = rows.map(([label, value]) => label.padEnd(width) + value);
  const last = note === undefined ? [] : ["", note];
  return [merchant, "", title, total, "", ...lines, ...last, ""].join("\n");
}

/** Uses tables and inline styles, because many mail programs support nothing else. */
function writeHtml({ merchant, title, total, rows, note }: Receipt): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 24px 6px 0;color:#5c6370">${escapeHtml(label)}</td>` +
      `<td style="padding:6px 0">${escapeHtml(value)}</td></tr>`,
  );
  const last =
    note === undefined ? "" : `\n<p style="margin:24px 0 0;font-size:14px">${escapeHtml(note)}</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:Helvetica,Arial,sans-serif;color:#1f2430">
<table role="presentation" align="center" style="width:100%;max-width:480px;background:#ffffff;border-radius:8px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:15px;font-weight:bold">${escapeHtml(merchant)}</p>
<h1 style="margin:0 0 4px;font-size:18px;font-weight:normal">${escapeHtml(title)}</h1>
<p style="margin:0 0 24px;font-size:32px;font-weight:bold">${escapeHtml(total)}</p>
<table style="width:100%;border-collapse:collapse;font-size:14px">
${cells.join("\n")}
</table>${last}
</td></tr></table>
</body>
</html>
`;
}
