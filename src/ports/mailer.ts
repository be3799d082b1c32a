/**
 * Sends emails. An email has one recipient. Text that could add headers or a second recipient is
 * refused before an adapter gets it.
 */
import { EMAIL_LENGTH_MAX, isEmailAddress } from "../values/email-address.ts";
import type { Secret } from "../values/secret.ts";

/** The placeholder for the link in text and html. */
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
  /** `isFinal`: the server will never accept this email. */
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

/** An email that cannot be sent. The message never repeats its text, which came from outside. */
export class MailError extends Error {
  override readonly name = "MailError";
}

const SUBJECT_MAX = 500;
// CR, LF and similar characters end a header line and begin another.
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export function checkMail({ to, subject }: Pick<Mail, "to" | "subject">): void {
  // The length in characters, as the interfaces count it.
  if ([...to].length > EMAIL_LENGTH_MAX || !isEmailAddress(to)) {
    throw new MailError("the recipient of an email is not one plain address");
  }
  if (subject.length > SUBJECT_MAX || CONTROL.test(subject)) {
    throw new MailError("the subject of an email is too long or has control characters");
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
