/** Every row of certification's table of the ACH network, from its request to its last state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCertification } from "../src/core/certification/certification.ts";
import { addEntry, openTestAch, standingOf, updatesOf } from "./kit/ach.ts";

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

/** Written down from certification.json by hand, with the days of this week. */
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

test("the table is certification's own", async () => {
  const { achNetwork = {} } = (await readSimulators()) as Record<string, Record<string, string>>;
  const { about, ...rows } = achNetwork;
  assert.match(about ?? "", /any other entry is funded two banking days after/);
  assert.deepEqual(
    Object.keys(rows).sort(),
    Object.keys(TABLE)
      .filter((one) => one !== "0000")
      .sort(),
  );
});

async function readSimulators(): Promise<unknown> {
  const certification = await readCertification();
  return (certification as unknown as { simulators: unknown }).simulators;
}

for (const [digits, expected] of Object.entries(TABLE)) {
  test(`an account that ends in ${digits}`, async (t) => {
    const ach = await openTestAch(t);
    const id = await addEntry(ach, { accountNumber: `55512${digits}` });
    await ach.advance("2026-11-16T21:59:59Z");
    assert.deepEqual(await brief(), ["pending", "PENDING", null]);
    await ach.advance("2026-11-16T23:00:00Z");
    assert.deepEqual(await brief(), ["pending", "BATCHED", CUT_OFF]);
    assert.equal(`${(await standingOf(ach, id)).settle_at}`, "2026-11-17T13:30:00Z");
    await ach.advance("2026-12-31T00:00:00Z");
    const last = await standingOf(ach, id);
    assert.deepEqual(
      {
        updates: await updatesOf(ach, id),
        state: last.state,
        message: last.message,
        ...(last.return_code === null ? {} : { code: last.return_code }),
        ...(last.noc_data === null ? {} : { noc: last.noc_data }),
      },
      expected,
    );
    assert.equal(last.is_approved, true, "what the request was answered stays");
    assert.deepEqual(ach.troubles, []);

    async function brief() {
      const { state, message, batched_at } = await standingOf(ach, id);
      return [state, message, batched_at && `${batched_at}`];
    }
  });
}
