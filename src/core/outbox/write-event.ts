/**
 * Writes a webhook or an email into the outbox. Call it with the database of the transaction that
 * stores what the event reports, so that both are stored or neither is.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { checkMail } from "../../ports/mailer.ts";
import type { NewMail, NewWebhook } from "./event.ts";
import { insertOutboxRow } from "./outbox-writer-store.ts";

export interface WriteNeeds {
  readonly clock: Clock;
  readonly custody: KeyCustody;
}

/** Returns the event's id, which the receiver gets as webhook-id. */
export async function writeWebhook(
  db: Database,
  { clock }: Pick<WriteNeeds, "clock">,
  { accountId, event, transactionId, endpoint, transaction }: NewWebhook,
): Promise<string> {
  const eventId = randomUUID();
  await insertOutboxRow(db, {
    accountId,
    eventId,
    kind: endpoint === undefined ? "webhook" : "delivery",
    event,
    transactionId,
    endpoint,
    payload: JSON.stringify(transaction),
    sealed: undefined,
    at: clock.wall(),
  });
  return eventId;
}

/** Throws if the recipient or the subject could add headers or recipients: see checkMail. */
export async function writeMail(
  db: Database,
  { clock, custody }: WriteNeeds,
  mail: NewMail,
): Promise<string> {
  checkMail(mail);
  const { accountId, event, transactionId, to, person, subject, text, html, link } = mail;
  const eventId = randomUUID();
  await insertOutboxRow(db, {
    accountId,
    eventId,
    kind: "mail",
    event,
    transactionId,
    payload: JSON.stringify({ to, person, subject, text, html }),
    sealed: link && (await custody.seal(link, mailSeal(eventId))),
    at: clock.wall(),
  });
  return eventId;
}

export function mailSeal(eventId: string): SealContext {
  return { place: "outbox.sealed", owner: eventId };
}
