/** The emails that an app has sent, from the mailbox of certification. */
import assert from "node:assert/strict";
import { Mailbox } from "../../src/adapters/mailbox.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../../src/core/outbox/dispatcher.ts";
import { MailRoute } from "../../src/core/outbox/mail-route.ts";
import { isActiveLogin } from "../../src/core/sessions/by-email/email-login-store.ts";
import type { TestApp } from "./app.ts";

interface KeptEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers waiting emails, and returns all emails to the address. */
export async function emailsTo(
  { database, custody, clock }: Pick<TestApp, "database" | "custody" | "clock">,
  address: string,
): Promise<readonly KeptEmail[]> {
  const db = database.payments;
  const route = new MailRoute({
    mailer: new Mailbox({ db, clock }),
    custody,
    isActiveLogin: (person, email) => isActiveLogin(db, person, email),
  });
  // If this threw, the dispatcher would wait forever for the delivery that failed.
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const dispatcher = new Dispatcher({
    deliveries: new DeliveryStore(db),
    route,
    clock,
    onFailure,
  });
  do await dispatcher.waitUntilIdle();
  while ((await dispatcher.startRound()) > 0);
  assert.deepEqual(failures, []);
  return database.owner.rows<KeptEmail>`
    select subject, text, html from mailbox where recipient = ${address} order by id`;
}
