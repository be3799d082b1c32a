/**
 * Sends email by SMTP, with a separate connection for each email. A connection pool would queue
 * emails, which could not be removed from the queue after a timeout.
 */
import { createTransport, type SMTPSentMessageInfo, type Transporter } from "nodemailer";
import {
  checkMail,
  type Mail,
  type MailAnswer,
  MailError,
  type Mailer,
  type MailFailure,
} from "../ports/mailer.ts";
import type { Secret } from "../values/secret.ts";
import { mailContent } from "./mail-content.ts";

export interface SmtpSettings {
  /** SMTP_URL, such as smtps://user:password@mail.example.com:465 */
  readonly url: Secret;
  /** MAIL_FROM: an address, or a name with an address: "Sixdoors <mail@example.com>". */
  readonly from: string;
  /** The time limit for one email. */
  readonly limitMs?: number;
}

const LIMIT_MS = 15_000;
const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;

export class SmtpMailer implements Mailer {
  readonly #transport: Transporter<SMTPSentMessageInfo>;
  readonly #from: string;
  readonly #limitMs: number;

  constructor({ url, from, limitMs = LIMIT_MS }: SmtpSettings) {
    this.#from = from;
    this.#limitMs = limitMs;
    this.#transport = createTransport({
      url: url.reveal(),
      connectionTimeout: Math.min(CONNECT_MS, limitMs),
      greetingTimeout: Math.min(CONNECT_MS, limitMs),
      dnsTimeout: Math.min(CONNECT_MS, limitMs),
      socketTimeout: Math.min(SILENCE_MS, limitMs),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: Mail): Promise<MailAnswer> {
    try {
      checkMail(mail);
      const sent = await withLimit(this.#post(mail), this.#limitMs);
      return sent === LATE
        ? { kind: "failed", failure: "timed_out" }
        : { kind: "sent", answer: sent.response };
    } catch (error) {
      return toAnswer(error);
    }
  }

  close(): void {
    this.#transport.close();
  }

  #post(mail: Mail): Promise<SMTPSentMessageInfo> {
    const domain = /@([^\s<>]+)>?\s*$/.exec(this.#from)?.[1] ?? "localhost";
    return this.#transport.sendMail({
      from: this.#from,
      // An object is not parsed, so it cannot become two recipients.
      to: { name: "", address: mail.to },
      subject: mail.subject,
      ...mailContent(mail),
      messageId: `<${mail.id}@${domain}>`,
      // Prevents automatic replies (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    });
  }
}

const LATE = Symbol("late");

async function withLimit<Result>(work: Promise<Result>, limitMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), limitMs);
  });
  // Late work may still fail, and then nobody handles its error.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const FAILURES: Record<string, MailFailure> = {
  ETIMEDOUT: "timed_out",
  ECONNECTION: "not_connected",
  EDNS: "not_connected",
  ESOCKET: "not_connected",
  ECONNREFUSED: "not_connected",
  ETLS: "not_trusted",
};

/** A 5xx reply is final (RFC 5321, 4.2.1), unless it is about our own login. */
function toAnswer(error: unknown): MailAnswer {
  if (error instanceof MailError) {
    return { kind: "refused", isFinal: true, status: undefined, answer: error.message };
  }
  const { code = "", responseCode, response = "" } = error as SmtpError;
  if (responseCode === undefined || responseCode === 0) {
    return { kind: "failed", failure: FAILURES[code] ?? "connection_lost" };
  }
  const isFinal = responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  return { kind: "refused", isFinal, status: responseCode, answer: response };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}
