/** Reads the emails in certification's mailbox. */

export interface EmailLine {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly at: Temporal.Instant;
}

export interface Email extends EmailLine {
  readonly text: string;
  readonly html: string | undefined;
}

export interface EmailSearch {
  /** Part of the recipient, the subject or the text. */
  readonly text?: string | undefined;
  /** Only emails older than this one, for the next page. */
  readonly before?: string | undefined;
  readonly atMost: number;
}

export interface EmailReader {
  /** Newest first. */
  searchEmails(search: EmailSearch): Promise<readonly EmailLine[]>;
  findEmail(id: string): Promise<Email | undefined>;
}
