/**
 * The jobs that email notifications: to merchants and partners once a day by the business clock, to
 * operators every few minutes. Running one twice sends nothing twice.
 */
import { inParallel } from "../../values/in-parallel.ts";
import { type BusinessWork, everyDayAt, type Lane } from "../calendar/business-work.ts";
import { INSTALLATION } from "../outbox/event.ts";
import { findMerchantNews } from "./merchant-news.ts";
import { type NotificationName, wantsKind } from "./notification-kinds.ts";
import { NotificationStore } from "./notification-store.ts";
import { findOperatorNews, type OperatorNewsNeeds } from "./operator-news.ts";
import { findPartnerNews, hasDueInspections } from "./partner-news.ts";
import {
  type ManagementRecipient,
  type MerchantRecipient,
  type Recipient,
  RecipientStore,
} from "./recipient-store.ts";
import { type NotifyNeeds, sendNews } from "./send-news.ts";

/** Its own lane: many emails do not delay the purges of the night. */
const LANE: Lane = { name: "notifications", kind: "housekeeping" };
export const NOTIFY_USERS = "notify users";
export const NOTIFY_OPERATORS = "notify-operators";
/** Early morning in the United States, after the banks' returns of the night were read. */
const SENT_AT = "13:00";
const ACCOUNTS_AT_ONCE = 2;
const ACCOUNTS_PER_PAGE = 500;
/** A problem that lasts for longer is told again. */
const KEPT = { hours: 400 * 24 } as const;

export function notificationWork(needs: NotifyNeeds): BusinessWork {
  return {
    name: NOTIFY_USERS,
    lane: LANE,
    catchesUpAtOnce: true,
    next: everyDayAt(SENT_AT, "UTC"),
    run: (at) => notifyUsers(needs, at),
  };
}

/** Throws the first failure after everybody else was told. */
export async function notifyUsers(needs: NotifyNeeds, at: Temporal.Instant): Promise<string> {
  const failures: unknown[] = [];
  const tell = async (work: Promise<number>): Promise<number> =>
    work.catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
  const merchants = await notifyMerchants(needs, at, tell);
  const partners = await notifyPartners(needs, at, tell);
  await new NotificationStore(needs.owner).removeOldNotifications(at.subtract(KEPT));
  const summary = summarize(merchants + partners);
  if (failures.length > 0) throw new Error(`${summary}: ${failures[0]}`, { cause: failures[0] });
  return summary;
}

export type OperatorNotifyNeeds = NotifyNeeds & OperatorNewsNeeds;

export async function notifyOperators(needs: OperatorNotifyNeeds): Promise<string> {
  const people = await new RecipientStore(needs.owner).listOperatorRecipients();
  if (people.length === 0) return summarize(0);
  const at = needs.clock.wall();
  const news = await findOperatorNews(needs, at);
  return summarize(await sendNews(needs, { people, news, accountId: INSTALLATION, at }));
}

type Tell = (work: Promise<number>) => Promise<number>;

async function notifyMerchants(needs: NotifyNeeds, at: Temporal.Instant, tell: Tell) {
  const store = new RecipientStore(needs.owner);
  let emails = 0;
  for (let after = "0"; ; ) {
    const people = await store.listMerchantRecipients(after, ACCOUNTS_PER_PAGE);
    const last = people.at(-1);
    if (last === undefined) return emails;
    const accounts = groupPeople(people, ({ account }) => account.id);
    const counts = await inParallel(accounts, ACCOUNTS_AT_ONCE, (users) =>
      tell(notifyAccount(needs, users, at)),
    );
    emails += sumCounts(counts);
    after = last.account.id;
  }
}

async function notifyAccount(
  needs: NotifyNeeds,
  people: readonly MerchantRecipient[],
  at: Temporal.Instant,
): Promise<number> {
  const account = people[0]?.account;
  if (account === undefined) return 0;
  const news = await findMerchantNews(needs, { account, isWanted: isWantedBy(people), at });
  return sendNews(needs, { people, news, accountId: account.id, at });
}

/** People of the same partner or client see the same. */
async function notifyPartners(needs: NotifyNeeds, at: Temporal.Instant, tell: Tell) {
  const all = await new RecipientStore(needs.owner).listManagementRecipients();
  const homes = groupPeople(all, ({ partner, client }) => `${partner.id} ${client?.id}`);
  const areInspectionsDue = await hasDueInspections(needs);
  const counts = await inParallel(homes, ACCOUNTS_AT_ONCE, (people) =>
    tell(notifyHome(needs, people, { at, areInspectionsDue })),
  );
  return sumCounts(counts);
}

async function notifyHome(
  needs: NotifyNeeds,
  people: readonly ManagementRecipient[],
  { at, areInspectionsDue }: { readonly at: Temporal.Instant; readonly areInspectionsDue: boolean },
): Promise<number> {
  const [home] = people;
  if (home === undefined) return 0;
  const isWanted = isWantedBy(people);
  const news = await findPartnerNews(needs, { home, isWanted, areInspectionsDue });
  return sendNews(needs, { people, news, accountId: INSTALLATION, at });
}

function isWantedBy(people: readonly Recipient[]): (name: NotificationName) => boolean {
  return (name) => people.some((person) => wantsKind(person, name));
}

function groupPeople<Person>(people: readonly Person[], key: (person: Person) => string) {
  return [...Map.groupBy(people, key).values()];
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function summarize(emails: number): string {
  return emails === 0 ? "no notifications to send" : `notifications sent: ${emails}`;
}
