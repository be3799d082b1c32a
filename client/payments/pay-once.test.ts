/** What the client asks, in which order, after each kind of lost answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, type RetryOptions, SixdoorsError } from "../index.ts";

const ID = "323000000001";
const CARD = { number: "4111111111111111", expiration: "12/30" };
const OK = { error: false, error_code: 0, error_message: null, error_msg: null };
const NEW_ID = { ...OK, transaction_id: ID };
const PAID = { ...OK, transaction_id: ID, transaction_amount: 5, transaction_approved: true };
const NOT_FOUND = { ...OK, found: false };
const UNKNOWN = { error: true, error_code: 50000, error_message: "TEMPORARY ERROR" };
const found = (authorization_message: string, transaction_approved = false) => ({
  ...NOT_FOUND,
  found: true,
  transaction_id: ID,
  transaction_amount: 5,
  transaction_timestamp: "2026-11-17 12:00:00",
  cashier: null,
  authorization_message,
  transaction_approved,
});

type Step = object | "cut" | "page";
interface Replayed {
  readonly replayed: object;
}

/** Answers in the order of its script, and remembers what was asked. */
function openScript(steps: readonly (Step | Replayed)[], waitForOutcomeMs = 5_000) {
  const asked: string[] = [];
  const rest = [...steps];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const form = new URLSearchParams(String(init?.body));
    asked.push(
      form.get("action") ?? `${form.get("transaction_type")} ${form.get("transaction_id")}`,
    );
    const step = rest.shift() ?? assert.fail(`nothing was scripted for ${asked.at(-1)}`);
    if (step === "cut") throw new TypeError("fetch failed");
    if (step === "page") return new Response("<h1>Bad gateway</h1>", { status: 502 });
    if ("replayed" in step) {
      return Response.json(step.replayed, { headers: { "idempotent-replayed": "true" } });
    }
    return Response.json(step);
  };
  const retry: Partial<RetryOptions> = { tries: 2, baseMs: 1 };
  const account = { id: "1", accessKey: "2" };
  const client = createClient({ baseUrl: "http://x", account, fetch, retry, waitForOutcomeMs });
  return { client, asked };
}

const [GET_ID, PAY, ASK] = ["GET_TRANSACTION_ID", `SALE ${ID}`, "GET_TRANSACTION_STATUS"];
const sale = { amount: "5.00", card: CARD };

test("a payment fetches an id and pays with it", async () => {
  const { client, asked } = openScript([NEW_ID, PAID]);
  assert.equal((await client.payments.sale(sale)).outcome, "approved");
  assert.deepEqual(asked, [GET_ID, PAY]);
});

for (const [name, lost] of Object.entries({
  "a cut connection": "cut",
  "a proxy's error page": "page",
  "error 50000": UNKNOWN,
  "an answer in another form": {},
} as const)) {
  test(`after ${name} the status is asked first, and the payment is sent under the same id`, async () => {
    const { client, asked } = openScript([NEW_ID, lost, NOT_FOUND, PAID]);
    assert.equal((await client.payments.sale(sale)).outcome, "approved");
    assert.deepEqual(asked, [GET_ID, PAY, ASK, PAY]);
  });
}

test("a payment that is found is not paid again: its stored answer is fetched", async () => {
  const { client, asked } = openScript([NEW_ID, "cut", found("APPROVED", true), PAID]);
  assert.equal((await client.payments.sale(sale)).outcome, "approved");
  assert.deepEqual(asked, [GET_ID, PAY, ASK, PAY]);
});

test("if the stored answer is lost too, the result has the fields of the status", async () => {
  const { client } = openScript([NEW_ID, "cut", found("DO NOT HONOR"), "cut"]);
  assert.deepEqual(await client.payments.sale(sale), {
    outcome: "declined",
    id: ID,
    amount: "5.00",
    message: "DO NOT HONOR",
    timestamp: "2026-11-17 12:00:00",
  });
});

test("while the outcome is unknown the status is asked until it is known", async () => {
  const waiting = found("IN PROGRESS");
  const { client, asked } = openScript([
    NEW_ID,
    "cut",
    waiting,
    "cut",
    waiting,
    found("APPROVED", true),
    PAID,
  ]);
  assert.equal((await client.payments.sale(sale)).outcome, "approved");
  assert.deepEqual(asked, [GET_ID, PAY, ASK, ASK, ASK, ASK, PAY]);
});

test("if the time is over, the result is pending with the id", async () => {
  const pending = { outcome: "pending", id: ID };
  const inProgress = openScript([NEW_ID, "cut", found("IN PROGRESS")], 0);
  assert.deepEqual(await inProgress.client.payments.sale(sale), pending);
  const unreachable = openScript([NEW_ID, "cut", "cut", "cut"], 0);
  assert.deepEqual(await unreachable.client.payments.sale(sale), pending);
  const notFound = openScript([NEW_ID, "cut", NOT_FOUND], 0);
  assert.deepEqual(await notFound.client.payments.sale(sale), pending);
});

test("an id that cannot be fetched is an error, and nothing was started", async () => {
  const { client, asked } = openScript(["cut", "cut"]);
  const error = await client.payments.sale(sale).catch((one) => one);
  assert.ok(error instanceof SixdoorsError);
  assert.deepEqual([error.code, error.transactionId], ["unreachable", undefined]);
  assert.deepEqual(asked, [GET_ID, GET_ID]);
});

test("an error after the id was fetched names the payment", async () => {
  const refused = { error: true, error_code: 20004, error_message: "INVALID CARD NUMBER" };
  const { client } = openScript([NEW_ID, refused]);
  await assert.rejects(client.payments.sale(sale), { code: "20004", transactionId: ID });
});

test("a payment that is aborted names its id, so that its status can be asked", async () => {
  const { client, asked } = openScript(["cut"]);
  const signal = AbortSignal.abort();
  const own = { ...sale, id: ID };
  const aborted = client.payments.sale(own, { signal });
  await assert.rejects(aborted, { code: "aborted", transactionId: ID, isTemporary: false });
  assert.deepEqual(asked, [PAY]);
});

test("what would take away the protection is refused before anything is sent", async () => {
  const { client, asked } = openScript([]);
  const { payments } = client;
  const refused = [
    payments.sale({ ...sale, id: "" }),
    payments.sale({ ...sale, id: "order 7" }),
    payments.refund(ID, { amount: undefined as unknown as string }),
    payments.capture(ID, { amount: "5.00", idempotencyKey: "" }),
    payments.settleBatch({ idempotencyKey: " " }),
  ];
  await Promise.all(refused.map((one) => assert.rejects(one, { code: "invalid_argument" })));
  assert.deepEqual(asked, []);
});

test("a capture is sent again with the same key until its answer is known", async () => {
  const { client, asked } = openScript(["cut", UNKNOWN, { replayed: PAID }]);
  const captured = await client.payments.capture(ID, { amount: "5.00" });
  assert.equal(captured.outcome, "approved");
  assert.deepEqual(asked, ["CAPTURE null", "CAPTURE null", "CAPTURE null"]);
});

test("a capture whose stored answer is 50000 never reached the card host", async () => {
  const { client } = openScript(["cut", { replayed: UNKNOWN }]);
  await assert.rejects(client.payments.capture(ID, { amount: "5.00" }), { code: "not_sent" });
});

test("a capture without an outcome is pending with its key", async () => {
  const { client } = openScript([UNKNOWN], 0);
  const pending = await client.payments.capture(ID, { amount: "5.00", idempotencyKey: "k" });
  assert.deepEqual(pending, { outcome: "pending", id: ID, idempotencyKey: "k" });
});
