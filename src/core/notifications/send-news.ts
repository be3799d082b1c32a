/**
 * Puts the emails about news into the outbox. The record of an email and the email are one commit, and
 * the keys of the record decide who comes first, so work that runs twice sends once.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import { isDeliverable } from "../../ports/mailer.ts";
import type { PageLinks } from "../../ports/page-links.ts";
import { type WriteNeeds, writeMail } from "../outbox/write-event.ts";
import { type News, writeNotification } from "./news.ts";
import { wantsKind } from "./notification-kinds.ts";
import { NotificationStore } from "./notification-store.ts";
import type { Recipient } from "./recipient-store.ts";

export interface NotifyNeeds extends WriteNeeds {
  /** Works as the owner of the tables: notifications are for all tenants. */
  readonly owner: DatabasePool;
  readonly links: Pick<PageLinks, "consolePage">;
}

export interface Sending {
  readonly people: readonly Recipient[];
  readonly news: readonly News[];
  /** The account of the emails, or INSTALLATION. */
  readonly accountId: string;
  readonly at: Temporal.Instant;
}

/** Returns the number of emails. */
export async function sendNews(
  needs: NotifyNeeds,
  { people, news, accountId, at }: Sending,
): Promise<number> {
  let emails = 0;
  for (const one of news) {
    for (const person of people.filter((each) => wantsKind(each, one.name))) {
      if (await sendOne(needs, { person, news: one, accountId, at })) emails++;
    }
  }
  return emails;
}

interface OneEmail {
  readonly person: Recipient;
  readonly news: News;
  readonly accountId: string;
  readonly at: Temporal.Instant;
}

async function sendOne(
  needs: NotifyNeeds,
  { person, news, accountId, at }: OneEmail,
): Promise<boolean> {
  const { kind, id, email: to } = person;
  const { name, occurrence } = news;
  const mail = writeNotification(news, needs.links);
  // An invalid address must not stop the emails of others.
  if (!isDeliverable({ to, subject: mail.subject })) return false;
  return needs.owner.atomically(async (db) => {
    const isNew = await new NotificationStore(db).recordNotification(person, {
      name,
      occurrence,
      at,
    });
    const recipient = { to, person: { kind, id } };
    if (isNew) {
      await writeMail(db, needs, {
        accountId,
        event: `notification.${name}`,
        ...recipient,
        ...mail,
      });
    }
    return isNew;
  });
}
