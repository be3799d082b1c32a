/** When an answer waits for its line in the journal, and what it says of the key meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Journal } from "./journal.ts";
import type { JournalEntry } from "./journal-entry.ts";
import type { Written } from "./journal-store.ts";

const entry = (counter: number, deviceId = "1"): JournalEntry => ({
  messageId: "1",
  calledAt: Temporal.Instant.from("2026-11-15T12:00:00Z"),
  partnerId: "1",
  clientId: undefined,
  deviceId,
  reference: undefined,
  errorCode: undefined,
  tookMs: 1,
  keyCount: { ksi: "A", counter },
});

/** A store that keeps the highest counter, as the database does, and others may move it. */
function world() {
  const state = { highest: 0, nowMs: 0, waiting: 0, isAway: false, failures: 0, asked: 0 };
  const store = {
    write: async ({ keyCount }: JournalEntry): Promise<Written> => {
      state.asked++;
      if (state.isAway) throw new Error("database away");
      const counter = keyCount?.counter ?? 0;
      const isReplay = counter <= state.highest;
      state.highest = Math.max(state.highest, counter);
      return { isReplay, highest: state.highest };
    },
    idle: async () => {},
    get waiting() {
      return state.waiting;
    },
  };
  const onFailure = () => void state.failures++;
  const journal = new Journal({ store, onFailure, nowMs: () => state.nowMs });
  return { journal, state };
}

test("the first call of a device waits, the next within a second do not", async () => {
  const { journal, state } = world();
  const first = journal.writeReading(entry(1));
  assert.ok(first instanceof Promise);
  assert.equal(await first, false);
  assert.equal(journal.writeReading(entry(2)), false);
  assert.equal(journal.writeReading(entry(2)), true);
  assert.equal(journal.writeReading(entry(1)), true);
  assert.ok(journal.writeReading(entry(1, "2")) instanceof Promise, "another device");
  state.nowMs = 1_000;
  assert.ok(journal.writeReading(entry(3)) instanceof Promise);
});

test("every call is handed to the database, waited for or not", async () => {
  const { journal, state } = world();
  for (let counter = 1; counter <= 5; counter++) await journal.writeReading(entry(counter));
  assert.equal(state.asked, 5);
});

test("what other processes counted is learnt with every line", async () => {
  const { journal, state } = world();
  await journal.writeReading(entry(1));
  state.highest = 10;
  assert.equal(journal.writeReading(entry(2)), false, "nobody has told yet");
  await journal.idle();
  await Promise.resolve();
  assert.equal(journal.writeReading(entry(5)), true);
  assert.equal(journal.writeReading(entry(11)), false);
});

test("answers wait while too many lines are on their way", async () => {
  const { journal, state } = world();
  await journal.writeReading(entry(1));
  state.waiting = 513;
  assert.ok(journal.writeReading(entry(2)) instanceof Promise);
});

test("a line that nobody waited for and that failed is told; one that was waited for is thrown", async () => {
  const { journal, state } = world();
  await journal.writeReading(entry(1));
  state.isAway = true;
  assert.equal(journal.writeReading(entry(2)), false);
  await new Promise(setImmediate);
  assert.equal(state.failures, 1);
  state.nowMs = 1_000;
  await assert.rejects(async () => journal.writeReading(entry(3)), /database away/);
});
