/** Puts the link into the text and html of an email. Only here is the link in plain text. */
import { LINK_PLACE, type Mail } from "../ports/mailer.ts";

export interface MailContent {
  readonly text: string;
  readonly html: string | undefined;
}

export function mailContent({ text, html, link }: Mail): MailContent {
  if (link === undefined) return { text, html };
  const open = link.reveal();
  return {
    text: text.replaceAll(LINK_PLACE, () => open),
    html: html?.replaceAll(LINK_PLACE, () => asHtml(open)),
  };
}

function asHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
