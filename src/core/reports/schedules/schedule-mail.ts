/** Writes the email of a scheduled report: a link and no data, because mailboxes are not encrypted. Pure. */
import { LINK_PLACE } from "../../../ports/mailer.ts";
import { escapeHtml } from "../../../values/text/escape-html.ts";
import type { Days } from "../presets.ts";

interface MailedReport {
  readonly name: string;
  readonly accountName: string;
  /** Of the days. */
  readonly timeZone: string;
  readonly days: Days;
  readonly linkDays: number;
}

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
const SUBJECT_MAX = 200;

export function scheduledReportMail({ name, accountName, timeZone, days, linkDays }: MailedReport) {
  const period = days.first.equals(days.last) ? `${days.first}` : `${days.first} to ${days.last}`;
  const subject = `${name}, ${period}, ${accountName}`.replace(CONTROL, " ");
  const sentence = `Your report "${name}" of ${accountName} for ${period} (${timeZone}) is ready. Sign in to download it. The link expires in ${linkDays} days.`;
  const end = "To stop these emails, open Reports in the console and delete the schedule.";
  return {
    subject: [...subject].slice(0, SUBJECT_MAX).join(""),
    text: `${sentence}\n\n${LINK_PLACE}\n\n${end}\n`,
    html: `<!doctype html>\n<html lang="en"><meta charset="utf-8"><p>${escapeHtml(sentence)}</p><p><a href="${LINK_PLACE}">Open the report</a></p><p>${escapeHtml(end)}</p></html>\n`,
  };
}
