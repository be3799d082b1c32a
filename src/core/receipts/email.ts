/** A receipt as a letter, in plain text and in HTML that needs nothing from anywhere. Pure. */

export interface Receipt {
  /** Who was paid. */
  readonly merchant: string;
  /** What happened, such as "Payment approved". */
  readonly title: string;
  /** The amount as people read it. */
  readonly total: string;
  /** Label and value, in order. */
  readonly rows: readonly (readonly [label: string, value: string])[];
}

export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SUBJECT_MAX = 200;
// A line break in a header line would begin another.
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

export function writeEmail(receipt: Receipt): Email {
  const subject = `${receipt.title}: ${receipt.total}, ${receipt.merchant}`;
  return {
    // Between characters: half of one is no text, and PostgreSQL takes no JSON with it.
    subject: [...subject.replace(CONTROL, " ")].slice(0, SUBJECT_MAX).join(""),
    text: writeText(receipt),
    html: writeHtml(receipt),
  };
}

function writeText({ merchant, title, total, rows }: Receipt): string {
  const width = Math.max(...rows.map(([label]) => label.length), 0) + 2;
  const lines = rows.map(([label, value]) => label.padEnd(width) + value);
  return [merchant, "", title, total, "", ...lines, ""].join("\n");
}

/** Tables and inline styles: mail programs know no others. */
function writeHtml({ merchant, title, total, rows }: Receipt): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 24px 6px 0;color:#5c6370">${escapeHtml(label)}</td>` +
      `<td style="padding:6px 0">${escapeHtml(value)}</td></tr>`,
  );
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
</table>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
