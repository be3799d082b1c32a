/** Tests of recent-attempts.ts. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Cents } from "../../../values/money.ts";
import type { NewAttempt } from "./attempt.ts";
import { RecentAttempts } from "./recent-attempts.ts";

const AT = Temporal.Instant.from("2026-11-16T12:00:00.123456Z");

function aBegun(own: Partial<NewAttempt["attempt"]> = {}): NewAttempt {
  return {
    attempt: {
      accountId: "120000000001",
      attemptId: randomUUID(),
      transactionId: "323000000001",
      transactionType: "SALE",
      originalId: undefined,
      amount: 1_000 as Cents,
      fingerprint: Uint8Array.of(1, 2, 255),
      note: {
        draft: { tenderType: "CARD", currency: "USD", firstName: "Zoë 東京" },
        timeZone: "UTC",
        hasWebhook: true,
      },
      startedAt: AT,
      leaseUntil: AT.add({ seconds: 20 }),
      ...own,
    },
    claim: {
      isIssuedId: true,
      keyDigest: Uint8Array.of(9, 8),
      guard: { digest: Uint8Array.of(5), until: AT.add({ minutes: 5 }), isOverridden: false },
    },
    source: { kind: "card", sealed: Uint8Array.of(7) },
  };
}

test("an attempt is returned as it was stored", () => {
  const recent = new RecentAttempts();
  const begun = aBegun();
  recent.rememberAttempt(begun, 17);
  recent.rememberAttempt(
    { ...begun, claim: { isIssuedId: false, keyDigest: undefined }, source: undefined },
    18,
  );
  const [one, bare] = [...recent.listRecent()];
  assert.deepEqual(plain(one), plain({ ...begun, begunAtMs: 17 }));
  assert.deepEqual([bare?.claim.keyDigest, bare?.source], [undefined, undefined]);
});

function plain(value: unknown) {
  return JSON.parse(
    JSON.stringify(value, (_, each) => (each instanceof Uint8Array ? [...each] : each), 1).replace(
      /\{\s*"type": "Buffer",\s*"data": (\[[^\]]*\])\s*\}/g,
      "$1",
    ),
  );
}

test("the newest attempts are kept, whatever their size, and none is mixed with another", () => {
  for (const size of [
    { bytes: 5_000, attempts: 1_000 },
    { bytes: 1_000_000, attempts: 7 },
    // The buffer begins smaller than this and grows.
    { bytes: 200_000, attempts: 1_000 },
  ]) {
    const recent = new RecentAttempts(size);
    const ids: string[] = [];
    for (let place = 0; place < 500; place++) {
      const timeZone = "x".repeat((place * 37) % 600);
      const begun = aBegun();
      const note = { ...begun.attempt.note, timeZone };
      ids.push(begun.attempt.attemptId);
      recent.rememberAttempt({ ...begun, attempt: { ...begun.attempt, note } }, place);
      if (place % 10 !== 0) continue;
      const kept = [...recent.listRecent()].map(({ attempt }) => attempt.attemptId);
      assert.ok(kept.length > 0);
      assert.deepEqual(kept, ids.slice(-kept.length));
    }
    assert.ok([...recent.listRecent()].length >= 3);
  }
});

test("an attempt that is larger than the memory is not stored", () => {
  const recent = new RecentAttempts({ bytes: 50, attempts: 10 });
  recent.rememberAttempt(aBegun(), 1);
  assert.deepEqual([...recent.listRecent()], []);
});
