/**
 * Puts an event into the outbox. Called inside the transaction of what it tells about, with that
 * transaction's database: the event is there if and only if the thing itself is.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { checkMail } from "../../ports/mailer.ts";
import type { NewMail, NewWebhook } from "./event.ts";
import { OutboxStore } from "./outbox-store.ts";

export interface WriteNeeds {
  readonly clock: Clock;
  readonly custody: KeyCustody;
}

/** Gives the event's id: what the receiver sees as webhook-id. */
export async function writeWebhook(
  db: Database,
  { clock }: Pick<WriteNeeds, "clock">,
  { accountId, event, transactionId, transaction }: NewWebhook,
): Promise<string> {
  const eventId = randomUUID();
  await new OutboxStore(db).add({
    accountId,
    eventId,
    kind: "webhook",
    event,
    transactionId,
    payload: JSON.stringify(transaction),
    sealed: undefined,
    at: clock.wall(),
  });
  return eventId;
}

/** Fails with a MailFault where recipient or subject could do more than a letter may. */
export async function writeMail(
  db: Database,
  { clock, custody }: WriteNeeds,
  mail: NewMail,
): Promise<string> {
  checkMail(mail);
  const { accountId, event, transactionId, to, subject, text, html, link } = mail;
  const eventId = randomUUID();
  await new OutboxStore(db).add({
    accountId,
    eventId,
    kind: "mail",
    event,
    transactionId,
    payload: JSON.stringify({ to, subject, text, html }),
    sealed: link && (await custody.seal(link, mailSeal(eventId))),
    at: clock.wall(),
  });
  return eventId;
}

export function mailSeal(eventId: string): SealContext {
  return { place: "outbox.sealed", owner: eventId };
}
