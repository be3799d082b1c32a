/** Certification's post as those see it who look for a letter. */

export interface LetterLine {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly at: Temporal.Instant;
}

export interface Letter extends LetterLine {
  readonly text: string;
  readonly html: string | undefined;
}

export interface LetterSearch {
  /** Part of the recipient, the subject or the text. */
  readonly text?: string | undefined;
  /** Only what stands before this one: the way to the next page. */
  readonly before?: string | undefined;
  readonly atMost: number;
}

export interface LetterReader {
  /** The newest first. */
  search(search: LetterSearch): Promise<readonly LetterLine[]>;
  find(id: string): Promise<Letter | undefined>;
}
