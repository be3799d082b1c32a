/** An app whose first account refuses duplicates, and the payments that are told apart. */
import assert from "node:assert/strict";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "./app.ts";
import { NO_LIMITS, openUnlimitedApp } from "./hooked-app.ts";
import { addOwnAccount } from "./own-account.ts";
import { type Lifetime, openShared } from "./shared.ts";

type Form = Record<string, string>;

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };
export const ORDERED = { ...SALE, custom_id: "order 7" };
export const MINUTES = 10;

export async function openGuarded(t: Lifetime, settings: { readonly cardHostUrl?: string } = {}) {
  const app = await openTestApp(t, settings, NO_LIMITS);
  await guardAccount(app);
  const { server, database } = app;
  const pay = async (form: Form, headers: Form = {}) => sendPayment(server, form, headers);
  const countOrders = async () =>
    (await database.owner.rows`select from simulator.card_orders`).length;
  return { ...app, pay, countOrders };
}

/** The same for an account of the test's own, in an app that the tests of a file share. */
export async function openOwnGuarded(t: Lifetime) {
  const app = await openShared(t, openUnlimitedApp);
  const login = await addOwnAccount(app);
  await guardAccount(app, login.account_id);
  const { server, database } = app;
  const pay = async (form: Form, headers: Form = {}) =>
    sendPayment(server, { ...form, ...login }, headers);
  const countOrders = async () => {
    const orders = await database.owner.rows`
      select from simulator.card_orders where account_id = ${login.account_id}`;
    return orders.length;
  };
  return { server, login, pay, countOrders };
}

/** Turns the guard on, as an operator does. */
export async function guardAccount(
  { database, custody, clock }: TestApp,
  accountId = ACCOUNT.account_id,
): Promise<void> {
  const needs = { db: database.owner, custody, clock, environment: "certification" } as const;
  const by = { actor: { kind: "system", name: "test" } } as const;
  const changes = { duplicateMinutes: MINUTES };
  const outcome = await updateAccount(needs, accountId, { changes, by });
  assert.equal(outcome.kind, "updated");
}

export async function sendPayment(server: TestApp["server"], form: Form, headers: Form = {}) {
  const answer = await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams({ response_format: "JSON", ...form }).toString(),
  });
  return answer.json();
}

export function refusedAsDuplicate(first: string) {
  return {
    first_transaction_id: first,
    error: true,
    error_code: 20040,
    error_message: "DUPLICATE TRANSACTION",
    error_msg: "DUPLICATE TRANSACTION",
  };
}
