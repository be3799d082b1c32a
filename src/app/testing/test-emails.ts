/** The emails that a test gateway would have sent. Each one is returned once by `next`. */
import type { Mailbox, ReceivedMail } from "../../adapters/mailbox.ts";
import type { EmailWish, ReceivedEmail } from "./contract.ts";
import { TestCallError } from "./test-error.ts";
import { waitForResult } from "./wait-for.ts";

const LISTED_MAX = 10_000;

export class TestEmails {
  readonly #mailbox: Mailbox;
  readonly #returned = new Set<string>();

  constructor(mailbox: Mailbox) {
    this.#mailbox = mailbox;
  }

  /** Oldest first. */
  async list(to?: string): Promise<readonly ReceivedEmail[]> {
    return (await this.#mailbox.listEmails(LISTED_MAX, to)).toReversed().map(writeEmail);
  }

  async next({ to, withinMs }: EmailWish): Promise<ReceivedEmail> {
    const email = await waitForResult(async () => this.#take(await this.list(to)), withinMs);
    if (email !== undefined) return email;
    const whose = to === undefined ? "" : ` to ${to}`;
    const all = (await this.list()).map((one) => `${one.to}: ${one.subject}`);
    throw new TestCallError(
      `No further email${whose} arrived within ${withinMs} ms. Emails so far: ${all.join("; ") || "none"}.`,
    );
  }

  #take(emails: readonly ReceivedEmail[]): ReceivedEmail | undefined {
    const email = emails.find(({ id }) => !this.#returned.has(id));
    if (email !== undefined) this.#returned.add(email.id);
    return email;
  }
}

function writeEmail({ id, to, subject, text, html, at }: ReceivedMail): ReceivedEmail {
  const receivedAt = at.toString();
  return { id, to, subject, text, ...(html !== undefined && { html }), receivedAt };
}
