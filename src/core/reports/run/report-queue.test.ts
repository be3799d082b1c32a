/** Tests of report-queue.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportQueue } from "./report-queue.ts";

const NEVER_ABORTED = new AbortController().signal;

test("there is a limit per account and one for all accounts", async () => {
  const queue = new ReportQueue({ perAccount: 2, inAll: 3, waitMs: 1 });
  const leave = [await queue.enter("1", NEVER_ABORTED), await queue.enter("1", NEVER_ABORTED)];
  assert.equal(await queue.enter("1", NEVER_ABORTED), undefined);
  leave.push(await queue.enter("2", NEVER_ABORTED));
  assert.equal(await queue.enter("3", NEVER_ABORTED), undefined);
  leave[0]?.();
  leave[0]?.();
  assert.ok(await queue.enter("3", NEVER_ABORTED));
  assert.equal(await queue.enter("2", NEVER_ABORTED), undefined);
});

test("reports run in order of arrival, but an account at its limit does not block others", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 2, waitMs: 60_000 });
  const served: string[] = [];
  const first = [await queue.enter("1", NEVER_ABORTED), await queue.enter("2", NEVER_ABORTED)];
  const enter = async (accountId: string, name: string) => {
    const leave = await queue.enter(accountId, NEVER_ABORTED);
    served.push(name);
    return leave;
  };
  const waiting = [enter("1", "1a"), enter("1", "1b"), enter("3", "3a")];
  first[1]?.();
  const last = await waiting[2];
  assert.deepEqual(served, ["3a"]);
  first[0]?.();
  (await waiting[0])?.();
  (await waiting[1])?.();
  last?.();
  assert.deepEqual(served, ["3a", "1a", "1b"]);
});

test("a caller that leaves the queue does not block the next one", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 60_000 });
  const leave = await queue.enter("1", NEVER_ABORTED);
  const left = new AbortController();
  const [gone, behind] = [queue.enter("1", left.signal), queue.enter("1", NEVER_ABORTED)];
  left.abort();
  assert.equal(await gone, undefined);
  leave?.();
  assert.ok(await behind);
});

test("a caller that has left already is not admitted", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 60_000 });
  await queue.enter("1", NEVER_ABORTED);
  assert.equal(await queue.enter("1", AbortSignal.abort()), undefined);
});

test("a full queue refuses more callers", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 60_000 });
  const leave = await queue.enter("1", NEVER_ABORTED);
  const left = new AbortController();
  const waiting = Array.from({ length: 200 }, () => queue.enter("1", left.signal));
  assert.equal(await queue.enter("1", NEVER_ABORTED), undefined);
  leave?.();
  assert.ok(await waiting[0]);
  left.abort();
  assert.deepEqual(new Set((await Promise.all(waiting)).slice(1)), new Set([undefined]));
});
