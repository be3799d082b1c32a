/** Races that are too short to happen by chance. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { SharedQuestions } from "../../src/core/verification/shared-questions.ts";
import {
  type KnownVerification,
  VerificationStore,
} from "../../src/core/verification/verification-store.ts";
import {
  type VerificationNeeds,
  verifyAccount,
} from "../../src/core/verification/verify-account.ts";
import type { VerifierAnswer } from "../../src/ports/verifier.ts";
import { until } from "../kit/until.ts";
import {
  anAccountNumber,
  aVerification,
  BOOKS,
  CountedQuestions,
  openOwnVerification,
  ScriptedVerifier,
  untilAsked,
  untilReached,
} from "../kit/verification.ts";

const PATIENCE = { leaseMs: 9_000, askWithinMs: 9_500, waitMs: 18_000 };

/** Holds back its first lookup until released, and counts other calls. */
class WatchedStore extends VerificationStore {
  readonly looked = Promise.withResolvers<void>();
  readonly letGo = Promise.withResolvers<(known: KnownVerification) => KnownVerification>();
  isHeldBack = false;
  takes = 0;
  hearings = 0;

  override async findVerification(bank: Parameters<VerificationStore["findVerification"]>[0]) {
    const known = await super.findVerification(bank);
    if (!this.isHeldBack) return known;
    this.isHeldBack = false;
    this.looked.resolve();
    const change = await this.letGo.promise;
    return known && change(known);
  }

  override takeLease(...asked: Parameters<VerificationStore["takeLease"]>) {
    this.takes++;
    return super.takeLease(...asked);
  }

  override readLease(...asked: Parameters<VerificationStore["readLease"]>) {
    this.hearings++;
    return super.readLease(...asked);
  }
}

async function openRace(t: TestContext, answer: VerifierAnswer) {
  const { database, needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier(() => answer);
  const store = new WatchedStore(database.payments);
  const slow: VerificationNeeds = {
    ...needs(verifier),
    store,
    questions: new SharedQuestions(store, PATIENCE),
  };
  store.isHeldBack = true;
  const second = verifyAccount(slow, BOOKS, aVerification(number));
  await store.looked.promise;
  const first = await verifyAccount(needs(verifier), BOOKS, aVerification(number));
  return { verifier, store, first, second };
}

test("a request that checked before a pass was committed finds it after taking the lease", async (t) => {
  const { verifier, store, first, second } = await openRace(t, { kind: "passed" });
  assert.equal(first.kind, "passed");
  // As if the look had come after the answer, and before its commit.
  store.letGo.resolve((known) => ({ ...known, seenAt: known.seenAt.add({ seconds: 60 }) }));
  assert.deepEqual(await second, { kind: "previously_verified" });
  assert.deepEqual([store.takes, verifier.questions.length], [1, 1]);
});

test("a request that arrived before the answer shares it, even if it asks later", async (t) => {
  const refusal: VerifierAnswer = { kind: "refused", reason: "Closed" };
  const { verifier, store, second } = await openRace(t, refusal);
  store.letGo.resolve((known) => known);
  assert.deepEqual(await second, refusal);
  assert.equal(verifier.questions.length, 1);
});

test("a request that arrives after a refusal asks again", async (t) => {
  const { verifier, store, second } = await openRace(t, { kind: "refused", reason: "Closed" });
  store.letGo.resolve((known) => ({ ...known, seenAt: known.seenAt.add({ seconds: 60 }) }));
  await second;
  assert.equal(verifier.questions.length, 2);
});

test("a hundred waiting requests in one process poll for the answer once", async (t) => {
  const { database, needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const passing = Promise.withResolvers<VerifierAnswer>();
  const verifier = new ScriptedVerifier(() => passing.promise);
  const store = new WatchedStore(database.payments);
  const waiting = { ...needs(verifier), store, questions: new CountedQuestions(store, PATIENCE) };
  const first = verifyAccount(needs(verifier), BOOKS, aVerification(number));
  await untilAsked(verifier);
  const others = Array.from({ length: 100 }, () =>
    verifyAccount(waiting, BOOKS, aVerification(number)),
  );
  await untilReached(waiting, 100);
  const polled = store.hearings;
  await until(() => store.hearings >= polled + 3);
  passing.resolve({ kind: "passed" });
  const kinds = new Set((await Promise.all(others)).map(({ kind }) => kind));
  assert.deepEqual([(await first).kind, [...kinds]], ["passed", ["previously_verified"]]);
  assert.equal(store.takes, 1);
  assert.ok(store.hearings < 30, `polled ${store.hearings} times`);
});

test("an older answer does not count for a later request", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier(() => ({ kind: "refused", reason: "Closed" }));
  const [here, there] = [needs(verifier), needs(verifier)];
  await verifyAccount(here, BOOKS, aVerification(number));
  const passing = Promise.withResolvers<VerifierAnswer>();
  verifier.answer = () => passing.promise;
  const asking = verifyAccount(here, BOOKS, aVerification(number));
  await untilAsked(verifier, 2);
  const waiting = verifyAccount(there, BOOKS, aVerification(number));
  await untilReached(there, 1);
  passing.resolve({ kind: "passed" });
  const kinds = (await Promise.all([asking, waiting])).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["passed", "previously_verified"]);
});
