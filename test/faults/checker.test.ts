/** The checker accepts correct evidence and finds every forgery. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findComplaints } from "./checker.ts";
import type { Heard, Outcome } from "./ledger.ts";
import { type Forgeable, soundEvidence } from "./sound-evidence.ts";

const ID = "120000000001/323000000001";
/** Indexes in the correct evidence. */
const [BY_ID, BY_KEY, PLAIN, DECLINED, LOST, NEVER, NOT_SENT, ABSENT, CUT_SHORT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];

function at<Item>(items: readonly Item[], place = 0): Item {
  return items[place] ?? assert.fail(`nothing at ${place}`);
}

function hear(evidence: Forgeable, place: number | undefined, heard: Heard, mood = "storm"): void {
  at(evidence.payments, place).hearings.push({ in: mood as "storm", heard });
}

function firstOutcome(evidence: Forgeable, place: number | undefined): Outcome {
  return at(at(evidence.payments, place).hearings).heard as Outcome;
}

function statusAt(evidence: Forgeable, key = ID) {
  return evidence.statuses.get(key) ?? assert.fail(`no status of ${key}`);
}

type Forgery = readonly [what: string, forge: (evidence: Forgeable) => void, says: RegExp];

const ORDERS: readonly Forgery[] = [
  [
    "a payment was ordered twice by one id",
    ({ orders }) => orders.push({ ...at(orders) }),
    /001 was ordered more than once/,
  ],
  [
    "a payment was ordered twice, the second time by another id",
    ({ orders }) => orders.push({ ...at(orders), transactionId: "323000000099" }),
    /10\.00 was ordered more than once/,
  ],
  [
    "an order is written down nowhere",
    ({ orders }) => orders.push({ ...at(orders), transactionId: "323000000099", amountCents: 190 }),
    /099 was ordered \(approved\) and is written down nowhere/,
  ],
  [
    "the host took an amount that nobody asked for",
    ({ orders }) => {
      at(orders).amountCents = 77_777;
    },
    /for an amount that nobody asked for/,
  ],
  [
    "the host gave the money back, and we still say approved",
    ({ orders }) => orders.push({ ...at(orders), type: "REVERSAL" }),
    /approved is true, and should be false/,
  ],
  [
    "the host undid the order, and we still say approved",
    ({ orders }) => {
      at(orders, LOST).kind = "reversed";
    },
    /1\.90.* approved is true, and should be false/,
  ],
  [
    "the host approves what it should decline",
    ({ orders }) => {
      at(orders, DECLINED).kind = "approved";
    },
    /the host has it as approved/,
  ],
];

const ROWS: readonly Forgery[] = [
  ["an acknowledged payment is lost", ({ rows }) => rows.splice(0, 1), /acknowledged and is lost/],
  [
    "one request became two transactions",
    ({ rows }) => rows.push({ ...at(rows, BY_KEY), transactionId: "323000000099" }),
    /became 120000000004\/323000000009 and 120000000004\/323000000099/,
  ],
  [
    "a transaction is nobody's",
    ({ rows }) => rows.push({ ...at(rows), mark: "stranger", transactionId: "323000000099" }),
    /nobody's payment \(stranger\)/,
  ],
  [
    "a charge is kept as not approved",
    ({ rows }) => {
      at(rows, LOST).isApproved = false;
    },
    /approved is false, and should be true/,
  ],
  [
    "what never arrived is kept as approved",
    ({ rows }) => {
      at(rows, NEVER).isApproved = true;
    },
    /approved is true, and should be false/,
  ],
  [
    "what never arrived stays in progress",
    ({ rows }) => {
      at(rows, NEVER).message = "IN PROGRESS";
    },
    /never reached the host and is kept as IN PROGRESS/,
  ],
  [
    "the sums differ",
    ({ rows }) => {
      at(rows).amountCents += 1;
    },
    /the host took 31\.93, the transactions say 31\.94/,
  ],
  [
    "another amount is kept than was asked for",
    ({ rows }) => {
      at(rows).requestCents += 1;
    },
    /amount asked for is 1001, and should be 1000/,
  ],
  [
    "a decline has another reason than the host's",
    ({ rows }) => {
      at(rows, DECLINED).message = "PICK UP CARD";
    },
    /message is PICK UP CARD, and should be DO NOT HONOR/,
  ],
  [
    "an approval has another code than the host's",
    ({ rows }) => {
      at(rows, LOST).authorizationCode = "ZZZZZZ";
    },
    /code is ZZZZZZ, and should be A1B2C3/,
  ],
  [
    "a sale is kept as an authorization",
    ({ rows }) => {
      at(rows).type = "AUTHORIZATION";
    },
    /type is AUTHORIZATION, and should be SALE/,
  ],
  [
    "an id fetched in advance was not the one that was spent",
    ({ payments }) => {
      at(payments, LOST).transactionId = "323000000077";
    },
    /id is 323000000004, and should be 323000000077/,
  ],
  [
    "a request that was cut short was carried out",
    ({ rows, payments }) => {
      at(rows, LOST).mark = at(payments, CUT_SHORT).mark;
    },
    /never wholly sent and became/,
  ],
];

const ANSWERS: readonly Forgery[] = [
  [
    "a retry heard that the id was used",
    (evidence) => hear(evidence, BY_ID, { kind: "refused", code: 20_008, message: "USED" }),
    /refused with 20008/,
  ],
  [
    "an answer was no record",
    (evidence) => hear(evidence, PLAIN, { kind: "unreadable", status: 500 }),
    /status 500 and no record/,
  ],
  ["a request hung", (evidence) => hear(evidence, PLAIN, { kind: "silent" }), /never answered/],
  [
    "a retry was answered with another code",
    (evidence) =>
      hear(evidence, BY_ID, { ...firstOutcome(evidence, BY_ID), authorizationCode: "Z", body: "" }),
    /answered in 2 ways/,
  ],
  [
    "one key was answered twice as if for the first time",
    (evidence) => hear(evidence, BY_KEY, firstOutcome(evidence, BY_KEY)),
    /answered 2 times as if for the first time/,
  ],
  [
    "an approval was heard of what the host never had",
    (evidence) => hear(evidence, NOT_SENT, firstOutcome(evidence, BY_ID)),
    /which its amount cannot be/,
  ],
  [
    "a decline was heard where the host took the money",
    (evidence) => hear(evidence, LOST, { ...firstOutcome(evidence, DECLINED) }),
    /and the host took the money/,
  ],
  [
    "an answer named another id",
    (evidence) =>
      hear(evidence, BY_ID, { ...firstOutcome(evidence, BY_ID), transactionId: "323000000098" }),
    /answered with the id 323000000098/,
  ],
  [
    "an answer named another amount",
    (evidence) => hear(evidence, BY_ID, { ...firstOutcome(evidence, BY_ID), amountCents: 5 }),
    /answered with the amount of 5 cents/,
  ],
  [
    "a retry in calm was told to ask for the status of what is known",
    (evidence) => hear(evidence, BY_ID, { kind: "temporary" }, "calm"),
    /though APPROVED is known/,
  ],
  [
    "a first request in calm was told to ask for the status",
    (evidence) => hear(evidence, ABSENT, { kind: "temporary" }, "calm"),
    /could not be started though all was quiet/,
  ],
  [
    "a retry in calm was cut off",
    (evidence) => hear(evidence, BY_ID, { kind: "broken" }, "calm"),
    /cut off though all was quiet/,
  ],
];

const STATUSES: readonly Forgery[] = [
  ["a status was not asked for", ({ statuses }) => statuses.delete(ID), /was not asked for/],
  [
    "the status does not find a payment",
    (evidence) => Object.assign(statusAt(evidence), { found: false, isApproved: false }),
    /found is false, and should be true/,
  ],
  [
    "the status finds what is not there",
    (evidence) => Object.assign(statusAt(evidence, "120000000001/323000000007"), { found: true }),
    /found is true, and should be false/,
  ],
  [
    "the status says that a charge is still in progress",
    (evidence) =>
      Object.assign(statusAt(evidence, "120000000001/323000000004"), {
        isApproved: false,
        message: "IN PROGRESS",
      }),
    /approved is false, and should be true/,
  ],
  [
    "the status has another amount",
    (evidence) => Object.assign(statusAt(evidence), { amountCents: 1 }),
    /amount is 1, and should be 1000/,
  ],
  [
    "the status cannot be had",
    (evidence) => Object.assign(statusAt(evidence), { trouble: "no answer" }),
    /cannot be had: no answer/,
  ],
  [
    "two accounts have the same id",
    ({ rows }) => {
      at(rows, 1).transactionId = "323000000001";
    },
    /001 is the id of two transactions/,
  ],
  [
    "an id was handed out twice",
    ({ payments }) => {
      at(payments, ABSENT).transactionId = "323000000001";
    },
    /001 was handed out more than once/,
  ],
];

test("correct evidence has no findings", () => {
  assert.deepEqual(findComplaints(soundEvidence()), []);
});

for (const [what, forge, says] of [...ORDERS, ...ROWS, ...ANSWERS, ...STATUSES]) {
  test(`the checker notices that ${what}`, () => {
    const evidence = soundEvidence();
    forge(evidence);
    const complaints = findComplaints(evidence);
    assert.ok(
      complaints.some((complaint) => says.test(complaint)),
      complaints.join("\n"),
    );
  });
}
