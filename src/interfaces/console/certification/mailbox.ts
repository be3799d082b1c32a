/** The mailbox of certification: emails with their text and sandboxed HTML. */
import type { EmailLine, EmailReader } from "../../../ports/mailbox.ts";
import type { CursorPage } from "../contract.ts";
import type { Routes } from "../routes.ts";
import type { MailLine, MailShown } from "./contract.ts";
import { cursorOf, pageOf } from "./pages.ts";

export interface MailboxNeeds {
  readonly emails: EmailReader;
}

/**
 * What the HTML of an email may do in the console's frame: use styles and open links in a new
 * window. Scripts, forms and external images are blocked, and it has no origin.
 */
const CAGE = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

export function addMailbox(routes: Routes, { emails }: MailboxNeeds): void {
  routes.get("/certification/emails", "certification", async ({ query }) => {
    const take = query.take();
    const search = { text: query.text("q"), before: cursorOf(query), atMost: take + 1 };
    const found = await emails.searchEmails(search);
    return pageOf(found.map(shownLine), take, ({ id }) => id) satisfies CursorPage<MailLine>;
  });
  routes.get("/certification/emails/:id", "certification", async (call) => {
    const email = await emailOf(emails, call.param("id"));
    if (email === undefined) return undefined;
    const { text, html } = email;
    return { ...shownLine(email), text, hasHtml: html !== undefined } satisfies MailShown;
  });
  routes.deliver("/certification/emails/:id/html", "certification", async (call, reply) => {
    const email = await emailOf(emails, call.param("id"));
    if (email?.html === undefined) return reply.code(404).send("This email does not exist.");
    reply.header("content-type", "text/html; charset=utf-8");
    reply.header("content-security-policy", CAGE);
    return reply.send(withLinksBeside(email.html));
  });
}

/** Links open in a new window, never inside the frame. */
function withLinksBeside(html: string): string {
  const base = '<base target="_blank">';
  return /<head>/i.test(html) ? html.replace(/<head>/i, `$&${base}`) : base + html;
}

async function emailOf(emails: EmailReader, id: string) {
  return /^\d{1,18}$/.test(id) ? emails.findEmail(id) : undefined;
}

function shownLine({ id, to, subject, at }: EmailLine): MailLine {
  return { id, to, subject, receivedAt: at.toString() };
}
