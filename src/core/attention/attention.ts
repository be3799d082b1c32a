/** Collects what a merchant should look at: each item names what happened, not what to do. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { showAccount } from "../accounts/show-account.ts";
import { ApprovalStore } from "../approvals/approval-store.ts";
import { BankBlockStore } from "../bank-accounts/bank-block-store.ts";
import { expiringMonths } from "../customers/card-expiry.ts";
import type { StoredMethodStore } from "../customers/stored-method-store.ts";
import {
  type DashboardAccount,
  type DashboardNeeds,
  dayUntilNow,
  readLastDays,
} from "../dashboard/dashboard-figures.ts";
import type { AttentionStore, NewReturns } from "./attention-store.ts";
import { judgeDeclines, type UnusualDeclines } from "./decline-rule.ts";

export interface AttentionNeeds extends DashboardNeeds {
  readonly attention: AttentionStore;
  readonly methods: StoredMethodStore;
  readonly db: DatabasePool;
}

export type AttentionItem =
  | ({ readonly kind: "declines" } & UnusualDeclines)
  | ({ readonly kind: "returns" } & Pick<NewReturns, "count" | "cents">)
  | { readonly kind: "held_credits"; readonly count: number }
  | { readonly kind: "approved_credits"; readonly count: number }
  | { readonly kind: "rejected_credits"; readonly count: number }
  | { readonly kind: "blocked_banks"; readonly count: number }
  | { readonly kind: "expiring_cards"; readonly count: number; readonly isMore: boolean }
  | { readonly kind: "failed_webhooks"; readonly count: number }
  | { readonly kind: "retried_webhooks"; readonly count: number }
  | { readonly kind: "disabled_webhook"; readonly url: string; readonly since: Temporal.Instant }
  | { readonly kind: "expiring_key"; readonly expiresAt: Temporal.Instant };

/** What is older than this is no news. */
export const NEWS_DAYS = 7;
/** A key that expires within this time is named. */
export const KEY_DAYS = 14;
const USUAL_DAYS = 7;
const CARDS_COUNTED_MAX = 100;
const HOURS_PER_DAY = 24;

/** What everybody who sees payments should know. */
export async function listPaymentNews(
  needs: AttentionNeeds,
  account: DashboardAccount,
): Promise<readonly AttentionItem[]> {
  const [declines, { count, cents }, credits, cards] = await Promise.all([
    findUnusualDeclines(needs, account),
    findNewReturns(needs, account.id),
    findHeldCredits(needs, account.id),
    findExpiringCards(needs, account),
  ]);
  return [
    ...(declines === undefined ? [] : [{ kind: "declines" as const, ...declines }]),
    ...(count === 0 ? [] : [{ kind: "returns" as const, count, cents }]),
    ...credits,
    ...cards,
  ];
}

/** Credits that an operator must approve, those that can be sent again, and news of rejected ones. */
async function findHeldCredits(
  { db, clock }: AttentionNeeds,
  accountId: string,
): Promise<readonly AttentionItem[]> {
  const at = clock.wall();
  const { waiting, approved, rejected } = await db.within({ accountId }, (scope) =>
    new ApprovalStore(scope).countCredits(accountId, { at, since: daysBefore(at, NEWS_DAYS) }),
  );
  return [
    { kind: "approved_credits" as const, count: approved },
    { kind: "held_credits" as const, count: waiting },
    { kind: "rejected_credits" as const, count: rejected },
  ].filter(({ count }) => count > 0);
}

/** ACH payments that were returned in the last days. */
export function findNewReturns(
  { attention, clock }: Pick<AttentionNeeds, "attention" | "clock">,
  accountId: string,
): Promise<NewReturns> {
  return attention.sumReturns(accountId, daysBefore(clock.business(), NEWS_DAYS));
}

/** Settings that need somebody: blocked bank accounts, webhooks and keys. */
export async function listSettingNews(
  needs: Pick<AttentionNeeds, "attention" | "clock" | "db">,
  accountId: string,
): Promise<readonly AttentionItem[]> {
  const { clock, attention } = needs;
  const [blocked, failed, retried, shown] = await Promise.all([
    countNewBlocks(needs, accountId),
    attention.countFailedWebhooks(accountId, daysBefore(clock.wall(), NEWS_DAYS)),
    attention.countRetriedWebhooks(accountId),
    showAccount(needs, accountId),
  ]);
  const keysUntil = clock.wall().add({ hours: KEY_DAYS * HOURS_PER_DAY });
  return [
    ...(blocked === 0 ? [] : [{ kind: "blocked_banks" as const, count: blocked }]),
    ...(failed === 0 ? [] : [{ kind: "failed_webhooks" as const, count: failed }]),
    ...(retried === 0 ? [] : [{ kind: "retried_webhooks" as const, count: retried }]),
    ...(shown?.webhooks ?? []).flatMap(({ isOn, url, switchedOffAt: since, switchedOffWhy }) =>
      isOn || since === undefined || switchedOffWhy === undefined
        ? []
        : [{ kind: "disabled_webhook" as const, url, since }],
    ),
    ...(shown?.keys ?? []).flatMap(({ expiresAt }) =>
      expiresAt === null || Temporal.Instant.compare(expiresAt, keysUntil) > 0
        ? []
        : [{ kind: "expiring_key" as const, expiresAt }],
    ),
  ];
}

/** The share of today is compared with that of whole days, so the hour of the day does not matter. */
async function findUnusualDeclines(needs: AttentionNeeds, account: DashboardAccount) {
  const now = needs.clock.business();
  const [today, days] = await Promise.all([
    needs.sums.sumPeriod(account.id, dayUntilNow(now, account.timeZone, 0)),
    readLastDays(needs, account, 30),
  ]);
  return judgeDeclines(today, days.slice(-1 - USUAL_DAYS, -1));
}

/** Cards that were stored or charged again, and expire this month or next. */
async function findExpiringCards(
  { methods, clock }: AttentionNeeds,
  { id, timeZone }: DashboardAccount,
): Promise<readonly AttentionItem[]> {
  const filter = { kind: "card", expiresIn: expiringMonths(clock.business(), timeZone) } as const;
  const { items, next } = await methods.findPage(id, filter, { take: CARDS_COUNTED_MAX });
  if (items.length === 0) return [];
  return [{ kind: "expiring_cards", count: items.length, isMore: next !== undefined }];
}

async function countNewBlocks(
  { db, clock }: Pick<AttentionNeeds, "db" | "clock">,
  accountId: string,
): Promise<number> {
  const since = daysBefore(clock.business(), NEWS_DAYS);
  const blocks = await db.within({ accountId }, (scope) =>
    new BankBlockStore(scope).listBlocks(accountId, CARDS_COUNTED_MAX),
  );
  return blocks.filter(({ blockedAt }) => Temporal.Instant.compare(blockedAt, since) >= 0).length;
}

function daysBefore(now: Temporal.Instant, days: number): Temporal.Instant {
  return now.subtract({ hours: days * HOURS_PER_DAY });
}
