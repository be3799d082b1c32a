/** Verification of bank accounts on a database: what is asked and what is remembered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VerificationSimulator } from "../../src/adapters/verification-simulator.ts";
import { readConfig } from "../../src/config.ts";
import { readCertificationSeed } from "../../src/core/certification/certification-seed.ts";
import { purgeBusiness, purgeWall } from "../../src/core/retention/retention.ts";
import { verifyAccount } from "../../src/core/verification/verify-account.ts";
import { Secret } from "../../src/values/secret.ts";
import { purgeNeeds } from "../kit/purges.ts";
import {
  ALPINE,
  anAccountNumber,
  aVerification,
  BOOKS,
  CAFE,
  CLINIC,
  openOwnVerification,
  openVerification,
  ROUTING_NUMBER,
  ScriptedVerifier,
} from "../kit/verification.ts";

const SIMULATED = (await readCertificationSeed()) as unknown as {
  readonly simulators: { readonly verification: Readonly<Record<string, string>> };
};

/** The outcome in the text of the seed: "refused: …", "accepted …", "not reachable". */
function outcomeOf(words: string, isAccepted: boolean): object {
  if (words.startsWith("refused: ")) return { kind: "refused", reason: words.slice(9) };
  if (words.startsWith("accepted")) return { kind: "passed" };
  assert.equal(words, "not reachable");
  return { kind: "unavailable", isAccepted };
}

test("every row of the simulator's table gives its documented answer", async (t) => {
  const { database, needs, asked } = await openVerification(t);
  const pauses: number[] = [];
  const simulator = new VerificationSimulator(database.payments, async (ms) => pauses.push(ms));
  const rows = Object.entries(SIMULATED.simulators.verification).filter(([last4]) =>
    /^\d{4}$/.test(last4),
  );
  assert.equal(rows.length, 5);
  for (const [last4, words] of [...rows, ["7777", "accepted"] as const]) {
    const number = `60000${last4}`;
    const verify = (account: { id: string }) =>
      verifyAccount(needs(simulator), account, aVerification(number));
    assert.deepEqual(await verify(BOOKS), outcomeOf(words, false), last4);
    assert.deepEqual(await verify(ALPINE), outcomeOf(words, true), last4);
    assert.deepEqual(await verify(CLINIC), { kind: "off" });
    assert.deepEqual(await verify(CAFE), { kind: "off" });
    assert.equal(await asked(last4), last4 === "0009" ? 0 : 2, last4);
  }
  assert.deepEqual(pauses, [2_000, 2_000], "0004 takes two seconds");
});

test("a pass is remembered for the configured days, to the second, of business time", async (t) => {
  const { needs, clock } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier();
  const verify = async () =>
    (await verifyAccount(needs(verifier), BOOKS, aVerification(number))).kind;
  assert.equal(await verify(), "passed");
  assert.equal(await verify(), "previously_verified");
  clock.advance({ seconds: 360 * 86_400 - 1 });
  assert.equal(await verify(), "previously_verified");
  clock.advance({ seconds: 1 });
  assert.equal(await verify(), "passed");
  assert.equal(await verify(), "previously_verified");
  assert.equal(verifier.questions.length, 2);
});

test("a pass counts for one merchant, routing number and account number, of any account type", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier();
  const verify = async (account: { id: string }, bank: object = {}) => {
    const question = aVerification(number);
    const asked = { ...question, bank: { ...question.bank, ...bank } };
    return (await verifyAccount(needs(verifier), account, asked)).kind;
  };
  assert.equal(await verify(BOOKS), "passed");
  assert.equal(await verify(BOOKS, { accountType: "savings" }), "previously_verified");
  assert.equal(await verify(BOOKS, { routingNumber: "011000015" }), "passed");
  assert.equal(await verify(BOOKS, { accountNumber: new Secret(`0${number}`) }), "passed");
  assert.equal(await verify(ALPINE), "passed");
});

test("a refusal or an unavailable provider does not end an earlier pass and is not remembered", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier();
  const verify = (validates?: boolean) =>
    verifyAccount(needs(verifier), BOOKS, aVerification(number, { validates }));
  await verify();
  verifier.answer = () => ({ kind: "refused", reason: "Closed" });
  assert.deepEqual(await verify(true), { kind: "refused", reason: "Closed" });
  verifier.answer = () => ({ kind: "unavailable" });
  assert.deepEqual(await verify(true), { kind: "unavailable", isAccepted: false });
  assert.deepEqual(await verify(), { kind: "previously_verified" });
  assert.equal(verifier.questions.length, 3);
});

test("validate_ach_account=0 and uncovered SEC codes do not ask the provider", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier();
  const verify = async (changes: object) =>
    (await verifyAccount(needs(verifier), BOOKS, aVerification(number, changes))).kind;
  const unasked = [
    { validates: false },
    { secCodeSent: "CCD" },
    { secCodeSent: undefined, defaultSecCode: "CCD" },
    { isRecurring: true },
    { isReissue: true },
  ];
  for (const changes of unasked) assert.equal(await verify(changes), "not_required");
  assert.equal(verifier.questions.length, 0);
  assert.equal(await verify({ isRecurring: true, validates: true }), "passed");
  assert.equal(verifier.questions[0]?.secCode, "WEB");
});

test("a provider that throws, at once or later, is unavailable", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const unavailable = { kind: "unavailable", isAccepted: true };
  const rude = {
    verify: () => {
      throw new Error("no");
    },
  };
  for (const verifier of [rude, { verify: () => Promise.reject(new Error("no")) }]) {
    const outcome = await verifyAccount(needs(verifier), ALPINE, aVerification(number));
    assert.deepEqual(outcome, unavailable);
  }
});

test("without an ACH processor verification is off, and it comes back with the processor", async (t) => {
  const { needs, database } = await openVerification(t);
  const verify = () => verifyAccount(needs(), BOOKS, aVerification("5551234"));
  await database.owner.rows`update accounts set ach_processor = null where id = ${BOOKS.id}`;
  assert.deepEqual(await verify(), { kind: "off" });
  await database.owner.rows`update accounts set ach_processor = 'simulator' where id = ${BOOKS.id}`;
  assert.deepEqual(await verify(), { kind: "passed" });
});

test("no table stores a bank account number, and fingerprints of two tables cannot be matched", async (t) => {
  const { needs, database, custody } = await openVerification(t);
  const number = "83749201";
  const one = needs();
  const question = aVerification(number);
  await verifyAccount(one, BOOKS, question);
  await verifyAccount(one, BOOKS, aVerification("937420001"));
  const rows = await database.owner.rows<{ row: string }>`
    select p::text as row from verification_passes p
    union all select l::text from verification_leases l
    union all select v::text from simulator.verifications v`;
  assert.equal(rows.length, 1 + 2 + 2);
  const stored = rows.map(({ row }) => row).join("\n");
  const digest = Buffer.from(one.vault.bankFingerprint(question.bank)).toString("hex");
  const plain = Buffer.from(
    custody.fingerprint("verification_passes.fingerprint", new Secret(ROUTING_NUMBER + number)),
  ).toString("hex");
  for (const needle of [number, "93742000", ROUTING_NUMBER, digest, plain]) {
    assert.ok(!stored.includes(needle), needle);
  }
});

test("old passes and leases are deleted", async (t) => {
  const { needs, database, clock, custody } = await openVerification(t);
  const { retention } = readConfig({});
  await verifyAccount(needs(), BOOKS, aVerification("5551234"));
  const left = async (table: "passes" | "leases") => {
    const [row] =
      table === "passes"
        ? await database.owner.rows<{ n: string }>`select count(*) as n from verification_passes`
        : await database.owner.rows<{ n: string }>`select count(*) as n from verification_leases`;
    return Number(row?.n);
  };
  const purge = async () => {
    await purgeWall({ ...purgeNeeds(database.owner), custody, clock }, retention);
    await purgeBusiness(purgeNeeds(database.owner), retention, clock.business());
    return [await left("passes"), await left("leases")];
  };
  assert.deepEqual(await purge(), [1, 1]);
  clock.advance({ minutes: 6 });
  assert.deepEqual(await purge(), [1, 0]);
  clock.advance({ hours: 24 * 360 });
  assert.deepEqual(await purge(), [0, 0]);
});
