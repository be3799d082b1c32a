/** What a merchant's users are told: from the same figures as the dashboard and its list of attention. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Cents } from "../../values/money.ts";
import { formatMoney, readableDay, readableMoment } from "../../values/text/readable.ts";
import {
  type AttentionItem,
  findNewReturns,
  listSettingNews,
  NEWS_DAYS,
} from "../attention/attention.ts";
import { AttentionStore } from "../attention/attention-store.ts";
import { readLastDays } from "../dashboard/dashboard-figures.ts";
import { DaySumsStore } from "../dashboard/day-sums-store.ts";
import { SumsStore } from "../dashboard/sums-store.ts";
import { countText, type News } from "./news.ts";
import type { MerchantKindName } from "./notification-kinds.ts";
import { NotificationStore } from "./notification-store.ts";
import type { MerchantRecipient } from "./recipient-store.ts";

export interface MerchantNewsNeeds {
  readonly owner: DatabasePool;
  readonly clock: Clock;
}

export interface MerchantQuestion {
  readonly account: MerchantRecipient["account"];
  /** Only what somebody of the account wants to know is read. */
  readonly isWanted: (name: MerchantKindName) => boolean;
  readonly at: Temporal.Instant;
}

export async function findMerchantNews(
  needs: MerchantNewsNeeds,
  question: MerchantQuestion,
): Promise<readonly News[]> {
  const { account, isWanted } = question;
  const asksSettings = isWanted("failing_webhooks") || isWanted("expiring_keys");
  const looksAtSettings = asksSettings && account.hasSettingsToWatch;
  const { owner: db, clock } = needs;
  const attention = { db, clock, attention: new AttentionStore(db) };
  const items = looksAtSettings ? await listSettingNews(attention, account.id) : [];
  const found = [
    isWanted("daily_summary") && (await summarizeYesterday(needs, account)),
    isWanted("ach_returns") &&
      describeReturns(account, await findNewReturns(attention, account.id)),
    looksAtSettings &&
      isWanted("failing_webhooks") &&
      (await findFailingWebhooks(needs, question, items)),
    isWanted("expiring_keys") && describeExpiringKeys(account, items),
  ];
  return found.filter((news) => news !== undefined && news !== false);
}

/** The last whole day in the account's time zone. Undefined: nothing happened on it. */
async function summarizeYesterday(
  { owner, clock }: MerchantNewsNeeds,
  account: MerchantRecipient["account"],
): Promise<News | undefined> {
  const sums = { sums: new SumsStore(owner), daySums: new DaySumsStore(owner), clock };
  const day = (await readLastDays(sums, account, 7)).at(-2);
  if (day === undefined || day.approvedCount + day.declinedCount + day.refundCount === 0) {
    return undefined;
  }
  const money = (cents: number) => formatMoney(cents as Cents, account.currency);
  const sales = `${countText(day.saleCount, "sale", "sales")} for ${money(day.saleCents)}`;
  const refunds = `${countText(day.refundCount, "refund", "refunds")} for ${money(day.refundCents)}`;
  const declines = countText(day.declinedCount, "declined payment", "declined payments");
  const date = readableDay(Temporal.PlainDate.from(day.day));
  return {
    name: "daily_summary",
    occurrence: day.day,
    title: `Payments on ${date}: ${account.name}`,
    sentences: [
      `On ${date}, ${account.name} had ${sales}, ${refunds} and ${declines}.`,
      `The day is in your time zone, ${account.timeZone}.`,
    ],
    path: "/",
  };
}

type Returns = Awaited<ReturnType<typeof findNewReturns>>;

/** A return that comes in after the email of a day is told on the next day. */
function describeReturns(
  { name, currency }: MerchantRecipient["account"],
  { count, cents, newestAt }: Returns,
): News | undefined {
  if (newestAt === null) return undefined;
  const payments = countText(count, "ACH payment", "ACH payments");
  const amount = formatMoney(cents as Cents, currency);
  return {
    name: "ach_returns",
    occurrence: newestAt.toString(),
    title: `ACH payments were returned: ${name}`,
    sentences: [
      `Banks returned ${payments} of ${name} for ${amount} in the last ${NEWS_DAYS} days.`,
    ],
    path: "/transactions?status=returned",
  };
}

async function findFailingWebhooks(
  { owner }: MerchantNewsNeeds,
  { account, at }: MerchantQuestion,
  items: readonly AttentionItem[],
): Promise<News | undefined> {
  const problems = items.flatMap(describeWebhookProblem);
  const name = `webhooks of account ${account.id}`;
  const subjects = problems.map(({ subject }) => subject);
  const beganAt = await new NotificationStore(owner).trackProblems({ name, subjects }, at);
  return (
    beganAt && {
      name: "failing_webhooks",
      occurrence: beganAt.toString(),
      title: `Webhooks fail: ${account.name}`,
      sentences: [
        `Webhooks of ${account.name} do not reach your software, so it may miss payments.`,
        ...problems.map(({ sentence }) => sentence),
      ],
      path: "/settings/webhook",
    }
  );
}

function describeWebhookProblem(item: AttentionItem) {
  if (item.kind === "failed_webhooks") {
    const webhooks = countText(item.count, "webhook was", "webhooks were");
    const sentence = `${webhooks} not delivered in the last ${NEWS_DAYS} days. We stopped trying.`;
    return [{ subject: "failed", sentence }];
  }
  if (item.kind === "retried_webhooks") {
    const sentence = `${countText(item.count, "webhook", "webhooks")} failed several times. We keep trying.`;
    return [{ subject: "retried", sentence }];
  }
  if (item.kind !== "disabled_webhook") return [];
  const sentence = `The webhook to ${new URL(item.url).host} is disabled because it failed.`;
  return [{ subject: `disabled ${item.url}`, sentence }];
}

/** The key that expires last came into the list last, so it is what is new. */
function describeExpiringKeys(
  { name, timeZone }: MerchantRecipient["account"],
  items: readonly AttentionItem[],
): News | undefined {
  const ends = items.flatMap((item) => (item.kind === "expiring_key" ? [item.expiresAt] : []));
  const last = ends.toSorted(Temporal.Instant.compare).at(-1);
  return (
    last && {
      name: "expiring_keys",
      occurrence: last.toString(),
      title: `An API key expires: ${name}`,
      sentences: [
        ...ends.map((end) => `An API key of ${name} expires on ${readableMoment(end, timeZone)}.`),
        "Make sure that your software uses another key by then.",
      ],
      path: "/settings/keys",
    }
  );
}
