/** Tests of report-queue.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportQueue } from "./report-queue.ts";

const STAYS = new AbortController().signal;

test("an account has its own limit, and all together have theirs", async () => {
  const queue = new ReportQueue({ perAccount: 2, inAll: 3, waitMs: 1 });
  const leave = [await queue.enter("1", STAYS), await queue.enter("1", STAYS)];
  assert.equal(await queue.enter("1", STAYS), undefined);
  leave.push(await queue.enter("2", STAYS));
  assert.equal(await queue.enter("3", STAYS), undefined);
  leave[0]?.();
  leave[0]?.();
  assert.ok(await queue.enter("3", STAYS));
  assert.equal(await queue.enter("2", STAYS), undefined);
});

test("who comes first is served first, but nobody waits for an account that has no room", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 2, waitMs: 60_000 });
  const served: string[] = [];
  const first = [await queue.enter("1", STAYS), await queue.enter("2", STAYS)];
  const enter = async (accountId: string, name: string) => {
    const leave = await queue.enter(accountId, STAYS);
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

test("who leaves the line takes no place from those behind", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 60_000 });
  const leave = await queue.enter("1", STAYS);
  const left = new AbortController();
  const [gone, behind] = [queue.enter("1", left.signal), queue.enter("1", STAYS)];
  left.abort();
  assert.equal(await gone, undefined);
  leave?.();
  assert.ok(await behind);
});

test("who has left already gets no place", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 60_000 });
  await queue.enter("1", STAYS);
  assert.equal(await queue.enter("1", AbortSignal.abort()), undefined);
});

test("a line that is long enough takes nobody more", async () => {
  const queue = new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 60_000 });
  const leave = await queue.enter("1", STAYS);
  const left = new AbortController();
  const waiting = Array.from({ length: 200 }, () => queue.enter("1", left.signal));
  assert.equal(await queue.enter("1", STAYS), undefined);
  leave?.();
  assert.ok(await waiting[0]);
  left.abort();
  assert.deepEqual(new Set((await Promise.all(waiting)).slice(1)), new Set([undefined]));
});
