/** The checker of lossy failovers finds every problem. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FailoverEvidence, failoverComplaints } from "./failover-checker.ts";
import { Ledger, type Outcome } from "./ledger.ts";
import { ACCOUNTS } from "./merchant.ts";

type Loose<Item> = { -readonly [Key in keyof Item]: Item[Key] };

const [ACCOUNT = ""] = ACCOUNTS;
const ID = "323000000001";

function soundEvidence() {
  const ledger = new Ledger("sound");
  const payment = ledger.open({ accountId: ACCOUNT, way: "key", type: "SALE" });
  const { amountCents } = payment;
  const outcome: Outcome = {
    kind: "approved",
    transactionId: ID,
    authorizationCode: "A",
    amountCents,
    message: "APPROVED",
    isReplay: false,
    body: "",
  };
  payment.hearings.push({ in: "storm", heard: outcome });
  const common = { transactionId: ID, amountCents, type: "SALE" };
  const order = { ...common, reference: "r1", accountId: ACCOUNT, originalReference: undefined };
  const row = { ...common, attemptId: "r1", state: "sold", isApproved: true, refundedCents: 0 };
  const attempt = { ...common, attemptId: "r1", outcome: "approved", message: "APPROVED" };
  const status = { found: true, isApproved: true, amountCents, message: "APPROVED" };
  return {
    orders: [{ ...order, outcome: "approved" as "approved" | "reversed" }],
    attempts: [attempt as Loose<typeof attempt>],
    rows: [row as Loose<typeof row>],
    payments: ledger.payments,
    statuses: new Map([[ID, status as Loose<typeof status>]]),
  };
}

type Sound = ReturnType<typeof soundEvidence>;

const FORGERIES: readonly [what: string, forge: (sound: Sound) => void, words: RegExp][] = [
  ["a charge without a record", (sound) => sound.attempts.splice(0), /stands at the host/],
  [
    "a record of what was reversed",
    ({ orders: [order] }) => Object.assign(order ?? {}, { outcome: "reversed" }),
    /kept as approved, and at the host it is reversed/,
  ],
  [
    "a charge that was made twice",
    ({ orders }) => orders.push({ ...(orders[0] ?? assert.fail()), reference: "r2" }),
    /charged 2 times/,
  ],
  [
    "an id of two payments",
    ({ orders }) =>
      orders.push({ ...(orders[0] ?? assert.fail()), reference: "r2", amountCents: 7 }),
    /is the id of payments over 1000 and 7 cents/,
  ],
  [
    "a refund that nobody made",
    ({ rows: [row] }) => Object.assign(row ?? {}, { refundedCents: 5 }),
    /counts 5 as refunded, the host 0/,
  ],
  [
    "a status that is not true",
    ({ statuses }) => Object.assign(statuses.get(ID) ?? {}, { isApproved: false }),
    /and the host charged it/,
  ],
];

test("correct evidence has no findings", () => {
  assert.deepEqual(failoverComplaints(soundEvidence() as FailoverEvidence), []);
});

for (const [what, forge, words] of FORGERIES) {
  test(`the checker notices ${what}`, () => {
    const evidence = soundEvidence();
    forge(evidence);
    assert.match(failoverComplaints(evidence as FailoverEvidence).join("\n"), words);
  });
}
