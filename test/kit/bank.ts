/** ACH requests of merchants of the certification data, and what is stored about them. */
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { monthsAround } from "../../src/values/transaction-id.ts";
import { post, type TestApp } from "./app.ts";
import { BOOKS } from "./bank-logins.ts";
import { type Form, send } from "./hooked-app.ts";

/** A bank account that the simulated provider accepts. */
export const BANK = {
  tender_type: "ACH",
  bank_routing_number: "021000021",
  bank_account_number: "770012345678",
  first_name: "Jim",
  last_name: "Smith",
};
export const SALE = { ...BANK, transaction_type: "SALE", transaction_amount: "1.00" };

/** A bank account with these last four digits, by which the provider recognizes it. */
export const endingIn = (last4: string) => ({ bank_account_number: `55501234${last4}` });

export async function ask(app: TestApp, form: Form, headers: Form = {}) {
  return (await send(app, { ...BOOKS, ...form }, headers)).json();
}

/** A sale of one dollar by Main Street Books, unless the changes name another account. */
export const pay = (app: TestApp, changes: Form = {}, headers: Form = {}) =>
  ask(app, { ...SALE, ...changes }, headers);

/** Another sale with the bank account of an earlier one. */
export const reissue = (app: TestApp, token_id: string, changes: Form = {}) =>
  ask(app, {
    tender_type: "ACH",
    transaction_type: "SALE",
    transaction_amount: "2.00",
    reissue: "1",
    token_id,
    ...changes,
  });

/** The two verification fields of an answer. */
export function verificationIn(answer: Record<string, unknown>): readonly unknown[] {
  return [answer["ach_verification_passed"], answer["ach_verification_message"]];
}

export async function readStatus({ server }: TestApp, transaction_id: string, who: Form = BOOKS) {
  const form = {
    ...who,
    action: "GET_TRANSACTION_STATUS",
    transaction_id,
    response_format: "JSON",
  };
  return (await post(server, "/api/tsapi/3.8", form)).json();
}

export async function readTransactionRow({ database }: TestApp, id: string, who: Form = BOOKS) {
  const [row] = await database.owner.rows<{ row: Record<string, unknown> }>`
    select to_json(it) as row from transactions it
    where account_id = ${who["account_id"] ?? ""} and id = ${id}`;
  return row?.row ?? {};
}

/** How often the provider was asked. */
export async function timesAsked({ database }: TestApp): Promise<number> {
  return (await database.owner.rows`select from simulator.verifications`).length;
}

/** The transactions that the next file would include, read by the index that the cut-off uses. */
export async function idsToSend({ database }: TestApp): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ id: string }>`
    select id from transactions
    where batched_at is null and tender_type = 'ACH' and state = 'pending' order by id`;
  return rows.map(({ id }) => id);
}

/** Marks an entry as the cut-off does when it puts the entry into a file. */
export async function markSent({ database, clock }: TestApp, id: string): Promise<void> {
  await database.owner.rows`
    update transactions set batched_at = ${clock.business()} where id = ${id}`;
}

/** The rows of every table that a request may write, and the provider's memory. */
export async function writtenSoFar({ database }: TestApp): Promise<unknown> {
  const [row] = await database.owner.rows<object>`
    select (select count(*) from transactions) as transactions,
      (select count(*) from attempts) as attempts,
      (select count(*) from open_attempts) as open_attempts,
      (select count(*) from vault) as vault,
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from verification_leases) as leases,
      (select count(*) from verification_passes) as passes,
      (select count(*) from simulator.verifications) as asked`;
  return row;
}

export async function setVerification(
  { database }: TestApp,
  who: Form,
  changes: { readonly frequency_days?: number; readonly is_enabled?: boolean },
): Promise<void> {
  const { frequency_days, is_enabled } = changes;
  await database.owner.rows`
    update verification_settings set frequency_days = coalesce(${frequency_days}, frequency_days),
      is_enabled = coalesce(${is_enabled}, is_enabled)
    where account_id = ${who["account_id"] ?? ""}`;
}

/** Moves time forward and creates the partitions of the months that it reaches. */
export async function moveOn(
  { database, clock }: TestApp,
  span: Temporal.DurationLike,
): Promise<void> {
  clock.advance(span);
  await ensureMonths(database.owner, monthsAround(clock.business()));
}
