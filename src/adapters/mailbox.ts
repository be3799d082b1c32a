/** Certification's mailbox: emails are stored in a table for the console and never sent. */
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

  /** An email that is sent twice is stored once. */
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

  /** Newest first, optionally of one recipient. */
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

  /** Deletes emails from before a time and returns how many. */
  async purgeEmails(before: Temporal.Instant): Promise<number> {
    return this.#needs.db.count`delete from mailbox where received_at < ${before}`;
  }
}
