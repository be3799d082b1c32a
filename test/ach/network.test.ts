/** Every simulated ACH answer of certification, from the request to the last state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCertificationSeed } from "../../src/core/certification/certification-seed.ts";
import { listUpdates, MONDAY, openAchOn, ROUTING, readEntry } from "../kit/ach.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";

const CUT_OFF = "2026-11-16T22:00:00Z";
const FUNDED = "2026-11-19T13:30:00Z: SETTLED\\FUNDED";

interface Row {
  readonly updates: readonly string[];
  readonly state: string;
  readonly message: string;
  readonly code?: string;
  readonly noc?: string;
}

const returned = (at: string, code: string): Row => ({
  updates: [`${at}: DECLINED\\RETURNED ${code}`],
  state: "returned",
  message: "DECLINED\\RETURNED",
  code,
});

/** Copied from certification.json, with the days of this week. */
const TABLE: Readonly<Record<string, Row>> = {
  "1001": returned("2026-11-18T13:00:00Z", "R01"),
  "1002": returned("2026-11-18T13:00:00Z", "R02"),
  "1003": returned("2026-11-18T13:00:00Z", "R03"),
  "1010": {
    ...returned("2026-11-24T13:00:00Z", "R10"),
    updates: [FUNDED, "2026-11-24T13:00:00Z: DECLINED\\RETURNED R10 late"],
  },
  "1098": {
    updates: [FUNDED],
    state: "settled",
    message: "SETTLED\\FUNDED",
    noc: "C01 account ****2098",
  },
  "1099": {
    updates: ["2026-11-17T13:00:00Z: DECLINED\\ERRORS R26"],
    state: "rejected",
    message: "DECLINED\\ERRORS",
    code: "R26",
  },
  "0000": { updates: [FUNDED], state: "settled", message: "SETTLED\\FUNDED" },
};

test("the table matches certification.json", async () => {
  const { achNetwork = {} } = (await readSimulators()) as Record<string, Record<string, string>>;
  const { about, ...rows } = achNetwork;
  assert.match(about ?? "", /Any other entry is funded two banking days after/);
  assert.deepEqual(
    Object.keys(rows).sort(),
    Object.keys(TABLE)
      .filter((one) => one !== "0000")
      .sort(),
  );
});

async function readSimulators(): Promise<unknown> {
  const certification = await readCertificationSeed();
  return (certification as unknown as { simulators: unknown }).simulators;
}

const SALE = {
  ...{ ...ACCOUNT, tender_type: "ACH", transaction_type: "SALE", transaction_amount: "12.34" },
  ...{ bank_routing_number: ROUTING, first_name: "Ada", last_name: "Buyer" },
  ...{ validate_ach_account: "0", response_format: "JSON" },
};

/** The report by action_date, one record per update, for each transaction. */
async function listReported(app: TestApp): Promise<ReadonlyMap<string, readonly string[]>> {
  const range = { date: "ACTION", start_date: "2026-11-01", end_date: "2026-12-30" };
  const form = { ...ACCOUNT, ...range, response_format: "JSON" };
  const { transactions } = (await post(app.server, "/api/rsapi/3.8", form)).json();
  const records = Map.groupBy<string, Record<string, string>>(
    transactions,
    ({ transaction_id = "" }) => transaction_id,
  );
  const describe = (one: Record<string, string>) =>
    [one["action_date"], one["authorization_msg"], one["ach_return_code"]].join(" ").trim();
  return new Map(Array.from(records, ([id, updates]) => [id, updates.map(describe).sort()]));
}

/** An update as a report has it: its day, its words, its code. */
function asReported(update: string): string {
  return update.replace(/T[\d:]+Z:/, "").replace(/ late$/, "");
}

/** All accounts pay on one Monday, and each is followed through the same weeks. */
test("every simulated answer", async (t) => {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  const ids = new Map<string, string>();
  const checkAll = (about: string, check: (id: string, expected: Row) => Promise<void>) =>
    Promise.all(
      Object.entries(TABLE).map(([digits, expected]) =>
        t.test(`an account that ends in ${digits}: ${about}`, () =>
          check(ids.get(digits) ?? "", expected),
        ),
      ),
    );
  for (const digits of Object.keys(TABLE)) {
    const form = { ...SALE, bank_account_number: `55512${digits}` };
    const answer = (await post(app.server, "/api/qsapi/3.8", form)).json();
    ids.set(digits, answer.transaction_id);
    assert.deepEqual(
      [answer.authorization_message, answer.transaction_approved],
      ["PENDING", true],
    );
  }
  await ach.advance("2026-11-16T21:59:59Z");
  await checkAll("before the cutoff", async (id) => {
    assert.deepEqual(await statusOf(app, id), ["PENDING", true]);
  });
  await ach.advance("2026-11-16T23:00:00Z");
  await checkAll("after the cutoff", async (id) => {
    assert.deepEqual(await statusOf(app, id), ["BATCHED", true]);
    const sent = await readEntry(ach, id);
    assert.deepEqual(
      [`${sent.batched_at}`, `${sent.settle_at}`],
      [CUT_OFF, "2026-11-17T13:30:00Z"],
    );
  });
  await ach.advance("2026-12-31T00:00:00Z");
  const reported = await listReported(app);
  await checkAll("at the end", async (id, expected) => {
    const last = await readEntry(ach, id);
    assert.deepEqual(
      {
        updates: await listUpdates(ach, id),
        state: last.state,
        message: last.message,
        ...(last.return_code === null ? {} : { code: last.return_code }),
        ...(last.noc_data === null ? {} : { noc: last.noc_data }),
      },
      expected,
    );
    assert.deepEqual(await statusOf(app, id), [expected.message, expected.state === "settled"]);
    assert.deepEqual(reported.get(id), expected.updates.map(asReported).sort());
    assert.equal(last.is_approved, true, "what the request was answered stays");
  });
  assert.deepEqual([...reported.keys()].sort(), [...ids.values()].sort());
  assert.deepEqual(ach.troubles, []);
});

async function statusOf({ server }: TestApp, transaction_id: string) {
  const form = { ...ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id };
  const status = await post(server, "/api/tsapi/3.8", { ...form, response_format: "JSON" });
  const { authorization_message, transaction_approved } = status.json();
  return [authorization_message, transaction_approved];
}
