/** Simultaneous first uses of a bank account ask the provider once, in any number of processes. */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { verifyAccount } from "../../src/core/verification/verify-account.ts";
import type { VerifierAnswer } from "../../src/ports/verifier.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import {
  ALPINE,
  anAccountNumber,
  aVerification,
  BOOKS,
  openOwnVerification,
  openVerification,
  ScriptedVerifier,
  type TestVerification,
  untilAsked,
  untilReached,
} from "../kit/verification.ts";
import type { WorkerOrder } from "../kit/verification-worker.ts";

const WORKER = path.join(import.meta.dirname, "../kit/verification-worker.ts");

async function startWorker(t: TestContext, { database }: TestVerification): Promise<ChildProcess> {
  const worker = fork(WORKER, [database.url]);
  database.beforeDrop(async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill("SIGKILL");
    await once(worker, "exit");
  });
  t.after(() => worker.kill("SIGKILL"));
  await once(worker, "message");
  return worker;
}

async function order(worker: ChildProcess, what: WorkerOrder): Promise<readonly string[]> {
  worker.send(what);
  const [kinds] = await once(worker, "message");
  return kinds;
}

function tally(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

test("200 simultaneous first uses ask a slow or fast provider once", async (t) => {
  const env = await openVerification(t);
  const workers = await Promise.all([startWorker(t, env), startWorker(t, env)]);
  const quick = Array.from({ length: tier(6, 300) }, (_, round) => String(1_000_005_000 + round));
  for (const number of ["70000004", ...quick]) {
    const answers = await Promise.all(workers.map((one) => order(one, { number, times: 100 })));
    assert.deepEqual(tally(answers.flat()), { passed: 1, previously_verified: 199 }, number);
    assert.equal(await env.asked(number.slice(-4)), 1, number);
  }
});

test("200 simultaneous uses of a bad account share one refusal, and the next request asks again", async (t) => {
  const { needs } = await openOwnVerification(t);
  const refusing = Promise.withResolvers<VerifierAnswer>();
  const verifier = new ScriptedVerifier(() => refusing.promise);
  const processes = [needs(verifier), needs(verifier)];
  const all = processes.flatMap((one) =>
    Array.from({ length: 100 }, () => verifyAccount(one, BOOKS, aVerification("5550002"))),
  );
  await Promise.all(processes.map((one) => untilReached(one, 100)));
  refusing.resolve({ kind: "refused", reason: "Account 5550002 closed" });
  const outcomes = await Promise.all(all);
  assert.deepEqual(
    new Set(outcomes.map((one) => JSON.stringify(one))),
    new Set(['{"kind":"refused","reason":"Account **** closed"}']),
  );
  assert.equal(verifier.questions.length, 1);
  for (const [at, one] of processes.entries()) {
    assert.equal((await verifyAccount(one, BOOKS, aVerification("5550002"))).kind, "refused");
    assert.equal(verifier.questions.length, 2 + at, "a refusal is not remembered");
  }
});

test("waiting requests share an unavailable provider, and the next request asks again", async (t) => {
  const { needs } = await openOwnVerification(t);
  const silent = Promise.withResolvers<VerifierAnswer>();
  const verifier = new ScriptedVerifier(() => silent.promise);
  const [here, there] = [needs(verifier), needs(verifier)];
  const first = verifyAccount(here, BOOKS, aVerification("5550009"));
  await untilAsked(verifier);
  const second = verifyAccount(there, BOOKS, aVerification("5550009"));
  await untilReached(there, 1);
  silent.resolve({ kind: "unavailable" });
  const unavailable = { kind: "unavailable", isAccepted: false };
  assert.deepEqual(await Promise.all([first, second]), [unavailable, unavailable]);
  verifier.answer = () => ({ kind: "passed" });
  assert.deepEqual(await verifyAccount(there, BOOKS, aVerification("5550009")), { kind: "passed" });
  assert.equal(verifier.questions.length, 2);
});

test("an insisting request shares a running question and counts as verified now", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const passing = Promise.withResolvers<VerifierAnswer>();
  const verifier = new ScriptedVerifier(() => passing.promise);
  const [here, there] = [needs(verifier), needs(verifier)];
  const insisting = { validates: true };
  const first = verifyAccount(here, BOOKS, aVerification(number));
  await untilAsked(verifier);
  const others = [
    verifyAccount(here, BOOKS, aVerification(number, insisting)),
    verifyAccount(there, BOOKS, aVerification(number, insisting)),
    verifyAccount(there, BOOKS, aVerification(number)),
  ];
  await Promise.all([untilReached(here, 2), untilReached(there, 2)]);
  passing.resolve({ kind: "passed" });
  const kinds = (await Promise.all([first, ...others])).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["passed", "passed", "passed", "previously_verified"]);
  assert.equal(verifier.questions.length, 1);
  await verifyAccount(there, BOOKS, aVerification(number, insisting));
  assert.equal(verifier.questions.length, 2, "a later request asks again");
});

test("an account that verifies every transaction asks each time, once for simultaneous requests", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const verifier = new ScriptedVerifier();
  const one = needs(verifier);
  for (const times of [1, 2, 3]) {
    const outcome = await verifyAccount(one, ALPINE, aVerification(number));
    assert.deepEqual([outcome, verifier.questions.length], [{ kind: "passed" }, times]);
  }
  const passing = Promise.withResolvers<VerifierAnswer>();
  verifier.answer = () => passing.promise;
  const atOnce = Array.from({ length: 20 }, () =>
    verifyAccount(one, ALPINE, aVerification(number)),
  );
  await untilReached(one, 3 + atOnce.length);
  passing.resolve({ kind: "passed" });
  assert.deepEqual(tally((await Promise.all(atOnce)).map(({ kind }) => kind)), { passed: 20 });
  assert.equal(verifier.questions.length, 4);
});

test("a crashed process loses its lease, and a waiting one asks instead", async (t) => {
  const env = await openVerification(t);
  const [doomed, waiting] = await Promise.all([startWorker(t, env), startWorker(t, env)]);
  doomed.send({ number: "70000004", times: 10, leaseMs: 3_000 });
  await until(async () => (await env.asked("0004")) > 0);
  const answers = order(waiting, { number: "70000004", times: 50, leaseMs: 3_000 });
  doomed.kill("SIGKILL");
  assert.deepEqual(tally(await answers), { passed: 1, previously_verified: 49 });
  assert.equal(await env.asked("0004"), 2);
});

test("a process that answers after its lease does not change the answers of others", async (t) => {
  const { needs, database } = await openVerification(t);
  const late = Promise.withResolvers<VerifierAnswer>();
  const patience = { leaseMs: 200, askWithinMs: 2_000, waitMs: 4_000 };
  const slowVerifier = new ScriptedVerifier(() => late.promise);
  const slow = needs(slowVerifier, patience);
  const quick = needs(new ScriptedVerifier(), patience);
  const first = verifyAccount(slow, BOOKS, aVerification("5551234"));
  await untilAsked(slowVerifier);
  assert.equal((await verifyAccount(quick, BOOKS, aVerification("5551234"))).kind, "passed");
  late.resolve({ kind: "refused", reason: "late" });
  assert.deepEqual(await first, { kind: "refused", reason: "late" });
  const rows = await database.owner.rows`select answer from verification_leases`;
  assert.deepEqual(rows, [{ answer: "passed" }]);
  const again = await verifyAccount(quick, BOOKS, aVerification("5551234"));
  assert.equal(again.kind, "previously_verified");
});

test("a request that waits too long is answered as unavailable", async (t) => {
  const { needs } = await openOwnVerification(t);
  const number = anAccountNumber();
  const never = new ScriptedVerifier(() => new Promise(() => {}));
  const holding = verifyAccount(needs(never), BOOKS, aVerification(number));
  await untilAsked(never);
  const hasty = needs(never, { leaseMs: 9_000, askWithinMs: 100, waitMs: 300 });
  const outcome = await verifyAccount(hasty, BOOKS, aVerification(number));
  assert.deepEqual(outcome, { kind: "unavailable", isAccepted: false });
  assert.equal(never.questions.length, 1);
  assert.deepEqual(await holding, { kind: "unavailable", isAccepted: false });
});
