/** Certification's post as those see it who look for a letter. */

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
  /** Only what stands before this one: the way to the next page. */
  readonly before?: string | undefined;
  readonly atMost: number;
}

export interface EmailReader {
  /** The newest first. */
  searchEmails(search: EmailSearch): Promise<readonly EmailLine[]>;
  findEmail(id: string): Promise<Email | undefined>;
}
