/** When today's declines are above normal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeDeclines } from "./decline-rule.ts";

const tries = (approvedCount: number, declinedCount: number) => ({ approvedCount, declinedCount });
const WEEK = [tries(180, 20), tries(0, 0), tries(720, 80)];

test("declines are above normal if their share is at least twice the usual one", () => {
  assert.equal(judgeDeclines(tries(81, 19), WEEK), undefined);
  assert.deepEqual(judgeDeclines(tries(80, 20), WEEK), {
    declinedCount: 20,
    share: 0.2,
    usualShare: 0.1,
  });
});

test("fewer than ten declines, or too short a history, are not judged", () => {
  assert.equal(judgeDeclines(tries(0, 9), WEEK), undefined);
  assert.equal(judgeDeclines(tries(0, 500), [tries(49, 0)]), undefined);
  assert.equal(judgeDeclines(tries(0, 500), []), undefined);
});

test("an account without declines before is warned at the tenth", () => {
  assert.equal(judgeDeclines(tries(1_000, 10), [tries(50, 0)])?.usualShare, 0);
});
