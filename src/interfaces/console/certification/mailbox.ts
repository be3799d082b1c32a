/** The mailbox of certification: emails with their text and sandboxed HTML. */
import type { EmailLine, EmailReader } from "../../../ports/mailbox.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { numericId } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { EMAIL_COLUMNS } from "../lists/test-columns.ts";
import type { Routes } from "../routes.ts";
import type { EmailDetails, EmailRow } from "./contract.ts";

export interface MailboxNeeds {
  readonly emails: EmailReader;
}

/**
 * What the HTML of an email may do in the console's frame: use styles and open links in a new
 * window. Scripts, forms and external images are blocked, and it has no origin.
 */
const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

export function addMailbox(routes: Routes, { emails }: MailboxNeeds): void {
  addList(routes, {
    ...{ path: "/certification/emails", needs: "certification", name: "emails" },
    columns: EMAIL_COLUMNS,
    read: async ({ query }): Promise<CursorPage<EmailRow>> => {
      const take = query.take();
      const search = { text: query.text("q"), before: cursorId(query, "before"), atMost: take + 1 };
      const found = await emails.searchEmails(search);
      return cursorPage(found.map(writeEmailRow), take, ({ id }) => id);
    },
  });
  routes.get("/certification/emails/:id", "certification", async (call) => {
    const email = await findEmail(emails, call.param("id"));
    if (email === undefined) return undefined;
    const { text, html } = email;
    return { ...writeEmailRow(email), text, hasHtml: html !== undefined } satisfies EmailDetails;
  });
  routes.deliver("/certification/emails/:id/html", "certification", async (call, reply) => {
    const email = await findEmail(emails, call.param("id"));
    if (email?.html === undefined) return reply.code(404).send("This email does not exist.");
    reply.header("content-type", "text/html; charset=utf-8");
    reply.header("content-security-policy", EMAIL_POLICY);
    return reply.send(openLinksInNewWindow(email.html));
  });
}

/** Links open in a new window, never inside the frame. */
function openLinksInNewWindow(html: string): string {
  const base = '<base target="_blank">';
  return /<head>/i.test(html) ? html.replace(/<head>/i, `$&${base}`) : base + html;
}

async function findEmail(emails: EmailReader, id: string) {
  return numericId(id) === undefined ? undefined : emails.findEmail(id);
}

function writeEmailRow({ id, to, subject, at }: EmailLine): EmailRow {
  return { id, to, subject, receivedAt: at.toString() };
}
