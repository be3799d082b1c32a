/**
 * A model of reports over plain arrays: the code and the records of a request. It shares no code with
 * the product and is not optimized.
 */
import { CENTRAL, zoneClock } from "./clocks.ts";
import { globMatches, isWild } from "./glob.ts";
import { type Found, nameOf, type Shown, show } from "./oracle-columns.ts";
import { isNotAfter, isNotBefore, isOn } from "./oracle-dates.ts";
import {
  callerOf,
  isByUpdate,
  isGiven,
  type Parameters,
  type Request,
  readRequest,
} from "./oracle-request.ts";
import type { World, WorldTransaction } from "./world.ts";

export type Answer = { readonly code: number; readonly report?: Shown };

export function answerOf(world: World, texts: Parameters): Answer {
  const caller = callerOf(world, texts);
  if (caller === undefined) return { code: 601 };
  const request = readRequest(world, caller, texts);
  if (typeof request === "number") return { code: request };
  const found = candidates(world, request).filter(
    (one) => isInTime(world, request, one) && isWanted(texts, one),
  );
  if (found.length === 0) return { code: 608 };
  return { code: 100, report: show(world, request, found) };
}

function candidates(world: World, { accountIds, texts }: Request): Found[] {
  const rows = world.transactions.filter(({ account_id }) => accountIds.includes(account_id));
  if (!isByUpdate(texts)) return rows.map((row) => ({ row }));
  return rows.flatMap((row) =>
    world.updates
      .filter((said) => said.account_id === row.account_id && said.transaction_id === row.id)
      .map((update) => ({ row, update })),
  );
}

/** Every sent date applies, except one that a range overrides (rule 1). */
function isInTime(world: World, request: Request, found: Found): boolean {
  const { dates, texts } = request;
  const { row, update } = found;
  const hasRange = "start_date" in texts || "end_date" in texts;
  const { action_date, ach_settle_date, transaction_date } = dates;
  return (
    (!hasRange || isInRange(world, request, boundedOf(texts, found))) &&
    (hasRange || !transaction_date || isOn(transaction_date, row.authorized_at)) &&
    (!action_date || isOn(action_date, update?.action_at ?? null)) &&
    (!ach_settle_date || isOn(ach_settle_date, row.settle_at ?? null)) &&
    (!isByDefault(texts) || isYesterday(world, request, boundedOf(texts, found)))
  );
}

/** The time that start_date and end_date limit. */
function boundedOf(texts: Parameters, { row, update }: Found): string | null {
  if (texts["date"] === "BATCH") return row.batched_at ?? null;
  return texts["date"] === "ACTION" ? (update?.action_at ?? null) : row.authorized_at;
}

/** Rules 1 to 3: an absent start is open, an absent end is now. */
function isInRange({ now }: World, { dates }: Request, moment: string | null): boolean {
  if (moment === null) return false;
  const { start_date, end_date } = dates;
  if (start_date !== undefined && !isNotBefore(start_date, moment)) return false;
  if (end_date !== undefined) return isNotAfter(end_date, moment);
  return Temporal.Instant.compare(moment, now) <= 0;
}

const DATES = ["transaction_date", "action_date", "ach_settle_date", "transaction_id"];

function isByDefault(texts: Parameters): boolean {
  const hasRange = "start_date" in texts || "end_date" in texts;
  return !hasRange && !DATES.some((name) => isGiven(texts, name));
}

/** Yesterday in the caller's time zone, or in US Central time for batches. */
function isYesterday({ now }: World, { texts, caller }: Request, moment: string | null): boolean {
  const clock = zoneClock(texts["date"] === "BATCH" ? CENTRAL : caller.zone);
  const today = Temporal.PlainDate.from(clock(now).slice(0, 10));
  const yesterday = today.subtract({ days: 1 }).toString();
  return moment !== null && clock(moment).startsWith(yesterday);
}

const cents = (text = "") => Math.round(Number(text) * 100);

/** Filters read the record itself. */
function isWanted(texts: Parameters, { row, update }: Found): boolean {
  const given = (name: string) => isGiven(texts, name);
  const isApproved = update === undefined ? row.is_approved : !update.status.startsWith("DECLINED");
  const tender = texts["tender_type"] || "ALL";
  const { amount, amount_min, amount_max, transaction_id = "" } = texts;
  return (
    (!given("transaction_id") || Number(transaction_id) === Number(row.id)) &&
    (!given("amount") || row.amount_cents === cents(amount)) &&
    (!given("amount_min") || row.amount_cents >= cents(amount_min)) &&
    (!given("amount_max") || row.amount_cents <= cents(amount_max)) &&
    (!given("status") || (texts["status"] === "APPROVED") === isApproved) &&
    (tender === "ALL" || row.tender_type === tender) &&
    TEXT_FILTERS.every(([name, of]) => !given(name) || isLike(texts[name] ?? "", of(row)))
  );
}

const TEXT_FILTERS: readonly [string, (row: WorldTransaction) => string | null][] = [
  ["cashier", ({ texts }) => texts.cashier],
  ["custom_id", ({ texts }) => texts.custom_id],
  ["group", ({ texts }) => texts.transaction_group],
  ["name", nameOf],
];

/** An absent value matches a pattern that matches an empty text. */
function isLike(wanted: string, value: string | null): boolean {
  return isWild(wanted) ? globMatches(wanted, value ?? "") : wanted === value;
}
