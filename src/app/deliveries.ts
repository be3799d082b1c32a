/** Starts the delivery of webhooks and emails. */
import { Mailbox } from "../adapters/mailbox.ts";
import { HttpWebhookSender } from "../adapters/webhook-sender/webhook-sender.ts";
import { recordWebhookDisabled } from "../core/audit/system-acts.ts";
import { DeliveryStore } from "../core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../core/outbox/dispatcher.ts";
import { MAIL_LIMITS, MailRoute } from "../core/outbox/mail-route.ts";
import { WebhookRoute } from "../core/outbox/webhook-route.ts";
import { isActiveLogin } from "../core/sessions/by-email/email-login-store.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import { startDelivering } from "../jobs/deliver.ts";
import type { Clock } from "../ports/clock.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Installation } from "./database/installation.ts";
import { openDeliveryPool } from "./database/pools.ts";
import { type JobNeeds, STOP_MS } from "./job-needs.ts";

/** Returns a function that stops it. */
export async function startDeliveries(
  { config, place, log }: Installation,
  needs: JobNeeds,
  isHeld: () => boolean,
) {
  const { custody, clock, wrapSender = (sender) => sender } = needs;
  const db = openDeliveryPool(config, place.url);
  needs.onPool?.(db);
  const onFailure = (error: unknown) =>
    log.error({ err: error }, "webhooks or emails could not be delivered");
  const deliveries = new DeliveryStore(db);
  const http = new HttpWebhookSender({ environment: config.environment, clock });
  const sender = wrapSender(http);
  const webhooks = new WebhookRoute({ db, sender, custody, onDisabled: recordWebhookDisabled });
  const dispatchers = [new Dispatcher({ deliveries, route: webhooks, clock, onFailure })];
  const mailer = await openMailer(config, db, clock);
  if (mailer !== undefined) {
    const route = new MailRoute({
      mailer,
      custody,
      isActiveLogin: (person, email) => isActiveLogin(db, person, email),
    });
    dispatchers.push(new Dispatcher({ deliveries, route, clock, onFailure, limits: MAIL_LIMITS }));
  }
  const delivering = startDelivering({ dispatchers, onFailure, isHeld });
  return async () => {
    await delivering.stop(STOP_MS);
    await http.close();
    await db.close();
  };
}

/** In production without a mail server, emails wait in the outbox. */
async function openMailer(
  { environment, smtpUrl: url, mailFrom: from }: Installation["config"],
  db: DatabasePool,
  clock: Clock,
): Promise<Mailer | undefined> {
  if (url !== undefined && from !== undefined) {
    const { SmtpMailer } = await import("../adapters/smtp-mailer.ts");
    return new SmtpMailer({ url, from });
  }
  return environment === "certification" ? new Mailbox({ db, clock }) : undefined;
}
