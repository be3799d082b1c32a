/** Certification's post: letters go into a table, where the console shows them. Never beyond it. */
import type { Database } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import type { Email, EmailLine, EmailReader, EmailSearch } from "../ports/mailbox.ts";
import { checkMail, type Mail, type MailAnswer, MailError, type Mailer } from "../ports/mailer.ts";
import { mailContent } from "./mail-content.ts";

export interface MailboxNeeds {
  readonly db: Database;
  readonly clock: Clock;
}

export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  readonly at: Temporal.Instant;
}

interface MailboxRow extends Omit<ReceivedMail, "html"> {
  readonly html: string | null;
}

export class Mailbox implements Mailer, EmailReader {
  readonly #needs: MailboxNeeds;

  constructor(needs: MailboxNeeds) {
    this.#needs = needs;
  }

  /** A letter that comes twice is kept once. */
  async send(mail: Mail): Promise<MailAnswer> {
    try {
      checkMail(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return { kind: "refused", isFinal: true, status: undefined, answer: error.message };
    }
    const { text, html } = mailContent(mail);
    await this.#needs.db.rows`
      insert into mailbox (event_id, recipient, subject, text, html, received_at)
      values (${mail.id}, ${mail.to}, ${mail.subject}, ${text}, ${html},
        ${this.#needs.clock.wall()})
      on conflict (event_id) do nothing`;
    return { kind: "sent", answer: "kept in the mailbox" };
  }

  /** The newest first; of one recipient, where one is given. */
  async listEmails(limit: number, to?: string): Promise<readonly ReceivedMail[]> {
    const rows = await this.#needs.db.rows<MailboxRow>`
      select id, recipient as to, subject, text, html, received_at as at from mailbox
      where ${to ?? null}::text is null or recipient = ${to ?? null}
      order by id desc limit ${limit}`;
    return rows.map((row) => ({ ...row, html: row.html ?? undefined }));
  }

  async searchEmails({ text, before, atMost }: EmailSearch): Promise<readonly EmailLine[]> {
    return this.#needs.db.rows<EmailLine>`
      select id, recipient as to, subject, received_at as at from mailbox
      where id < coalesce(${before ?? null}::bigint, 9223372036854775807)
        and (${text ?? null}::text is null
          or position(lower(${text ?? null}) in lower(recipient || ' ' || subject || ' ' || text)) > 0)
      order by id desc limit ${atMost}`;
  }

  async findEmail(id: string): Promise<Email | undefined> {
    const [row] = await this.#needs.db.rows<MailboxRow>`
      select id, recipient as to, subject, text, html, received_at as at from mailbox
      where id = ${id}`;
    return row && { ...row, html: row.html ?? undefined };
  }

  /** How many letters from before a time were thrown away. */
  async purgeEmails(before: Temporal.Instant): Promise<number> {
    return this.#needs.db.count`delete from mailbox where received_at < ${before}`;
  }
}
