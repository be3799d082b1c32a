/** The journal detects which of many concurrent calls used a key again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { JournalEntry } from "../../src/core/parser/journal/journal-entry.ts";
import { JournalStore } from "../../src/core/parser/journal/journal-store.ts";
import { addDevice, openApi } from "../kit/parser-interface.ts";

/** A reading with a key of one of two devices, or an error. */
const CALL = fc.record({
  device: fc.constantFrom(0, 1),
  ksi: fc.constantFrom("FFFF9876543210E0", "FFFF9876543210E1", undefined),
  counter: fc.integer({ min: 1, max: 12 }),
});
type Call = typeof CALL extends fc.Arbitrary<infer Made> ? Made : never;

/** The highest counter of each key, in the order of the calls. */
class Counters {
  readonly #highest = new Map<string, number>();

  /** Whether the key, or a later one, was used before. */
  use({ device, ksi, counter }: Call): boolean {
    if (ksi === undefined) return false;
    const key = `${device}/${ksi}`;
    const highest = this.#highest.get(key) ?? 0;
    this.#highest.set(key, Math.max(highest, counter));
    return counter <= highest;
  }
}

test("each of many concurrent calls learns whether its own key was used before", async (t) => {
  const api = await openApi(t);
  const devices = [
    await addDevice(api.owner, api.harbor, { serial: "FIRST" }),
    await addDevice(api.owner, api.harbor, { serial: "SECOND" }),
  ];
  const journal = new JournalStore({ db: api.owner, queueMax: 1_000 });
  let made = 0;
  const toEntry = ({ device, ksi, counter }: Call): JournalEntry => ({
    messageId: `1202611151234569${String(++made).padStart(9, "0")}`,
    calledAt: Temporal.Instant.from("2026-11-15T12:34:56Z"),
    partnerId: api.harbor,
    clientId: undefined,
    deviceId: devices[device],
    reference: `call {${made}}, "quoted"`,
    errorCode: ksi === undefined ? 2100 : undefined,
    tookMs: 1.5,
    keyCount: ksi === undefined ? undefined : { ksi, counter },
  });
  const counters = new Counters();
  let reached = 0;
  const batches = fc.array(CALL, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      // Terminals count up: some keys of every batch are new.
      reached += 6;
      const calls = batch.map((call) => ({ ...call, counter: reached + call.counter }));
      const expected = calls.map((call) => counters.use(call));
      const answers = await Promise.all(calls.map((call) => journal.write(toEntry(call))));
      assert.deepEqual(answers, expected);
      const rows = await api.owner.rows<{ is_replay: boolean }>`
        select is_replay from parser_journal order by message_id desc limit ${calls.length}`;
      assert.deepEqual(rows.map((row) => row.is_replay).reverse(), expected);
    }),
    // Counters stay from run to run, so a shrunk case would find other counters.
    { numRuns: 40, endOnFailure: true },
  );
});
