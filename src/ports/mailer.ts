/**
 * The post as we wish it were. A letter has one recipient; what would let a text reach into the
 * headers or name a second recipient is refused before any adapter sees it.
 */
import type { Secret } from "../values/secret.ts";

/** Stands in text and html where the link is to be. */
export const LINK_PLACE = "{{link}}";

export interface Mail {
  /** The same on every attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  readonly link?: Secret | undefined;
}

export type MailFailure = "not_connected" | "not_trusted" | "connection_lost" | "timed_out";

export type MailAnswer =
  | { readonly kind: "sent"; readonly answer: string }
  /** Final: the same letter will never be taken. */
  | {
      readonly kind: "refused";
      readonly isFinal: boolean;
      readonly status: number | undefined;
      readonly answer: string;
    }
  | { readonly kind: "failed"; readonly failure: MailFailure };

export interface Mailer {
  send(mail: Mail): Promise<MailAnswer>;
}

/** What no letter may have. It never repeats the text, which came from outside. */
export class MailError extends Error {
  override readonly name = "MailError";
}

const ADDRESS_MAX = 254;
const SUBJECT_MAX = 500;
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
// CR, LF and their kin end a header line and begin another.
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export function checkMail({ to, subject }: Pick<Mail, "to" | "subject">): void {
  // Characters, as the interfaces count them.
  if ([...to].length > ADDRESS_MAX || !ADDRESS.test(to)) {
    throw new MailError("the recipient of a mail is not one plain address");
  }
  if (subject.length > SUBJECT_MAX || CONTROL.test(subject)) {
    throw new MailError("the subject of a mail is too long or has control characters");
  }
}

/** Asked before an email is stored: an address that cannot be used must not undo a payment. */
export function isDeliverable({ to, subject }: Pick<Mail, "to" | "subject">): boolean {
  try {
    checkMail({ to, subject });
    return true;
  } catch {
    return false;
  }
}
