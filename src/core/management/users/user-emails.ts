/** Writes the emails of management: invitations and reminders. Pure. */
import { LINK_PLACE } from "../../../ports/mailer.ts";
import { escapeHtml } from "../../../values/text/escape-html.ts";
import { readableDay } from "../../../values/text/readable.ts";

export interface PlainEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SUBJECT_MAX = 200;
// A line break in the subject would start another header line.
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

export interface Invitation {
  readonly firstName: string;
  readonly userName: string;
  readonly partnerName: string;
}

export function writeInvitation({ firstName, userName, partnerName }: Invitation): PlainEmail {
  return writeEmail(`Welcome to ${partnerName}`, [
    `Hello ${firstName},`,
    `${partnerName} has created a login for you. Your user name is ${userName}.`,
    "To set your password, open this link. It works once and expires in three days:",
    LINK_PLACE,
    "If you did not expect this email, you can ignore it.",
  ]);
}

export interface Reminder {
  readonly firstName: string;
  readonly clientName: string;
  readonly dueOn: Temporal.PlainDate;
  readonly isOver: boolean;
  readonly serialNumbers: readonly string[];
}

const SERIALS_MAX = 100;

export function writeReminder(reminder: Reminder): PlainEmail {
  const { firstName, clientName, isOver, serialNumbers } = reminder;
  const count = serialNumbers.length === 1 ? "one device" : `${serialNumbers.length} devices`;
  const shown = serialNumbers.slice(0, SERIALS_MAX).join(", ");
  const unshown = serialNumbers.length - SERIALS_MAX;
  const more = unshown > 0 ? ` and ${unshown} more` : "";
  const state = isOver ? "overdue" : "due soon";
  return writeEmail(`Device inspection ${state}: ${clientName}`, [
    `Hello ${firstName},`,
    `The annual inspection of ${count} at ${clientName} is ${state}. ${dueText(reminder)}`,
    `Serial numbers: ${shown}${more}.`,
    "Please inspect the devices. Then create an attestation in the console (Attestations, New attestation), or ask your partner to create it.",
  ]);
}

function dueText({ dueOn, isOver, serialNumbers }: Reminder): string {
  const subject = serialNumbers.length === 1 ? "It" : "The first one";
  return `${subject} ${isOver ? "was" : "is"} due on ${readableDay(dueOn)}.`;
}

function writeEmail(title: string, paragraphs: readonly string[]): PlainEmail {
  return {
    subject: [...title.replace(CONTROL, " ")].slice(0, SUBJECT_MAX).join(""),
    text: `${paragraphs.join("\n\n")}\n`,
    html: writeHtml(title, paragraphs),
  };
}

function writeHtml(title: string, paragraphs: readonly string[]): string {
  const each = paragraphs.map((paragraph) =>
    paragraph === LINK_PLACE
      ? `<p style="margin:0 0 16px"><a href="${LINK_PLACE}">${LINK_PLACE}</a></p>`
      : `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`,
  );
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
