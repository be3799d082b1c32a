/** Damaged payloads of all types give a reading or a PayloadError, quickly and without a memory leak. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { discloseReading } from "../../../src/core/parser/payloads/disclose-reading.ts";
import { explainPayload } from "../../../src/core/parser/payloads/explain-payload.ts";
import { inspectPayload } from "../../../src/core/parser/payloads/inspect-payload.ts";
import { PayloadError } from "../../../src/core/parser/payloads/payload-error.ts";
import { readPayload } from "../../../src/core/parser/payloads/read-payload.ts";
import type { PayloadInput, PayloadReading } from "../../../src/core/parser/payloads/reading.ts";
import type { InitialKey, TerminalKeys } from "../../../src/ports/key-custody.ts";
import { tier } from "../../kit/tier.ts";
import { CORPUS } from "./corpus.ts";
import { measureCpu } from "./cpu-time.ts";
import { damagePayload } from "./damage.ts";
import { KEYS } from "./keys.ts";
import { seededRandom } from "./seeded.ts";

const COUNT = tier(20_000, 5_000_000);
const CPU_MS_MAX = 50;
/** A try may contain garbage collection or compilation, so the best of several tries counts. */
const TRIES = 5;
const GROWTH_MAX = 16 * 2 ** 20;

/** Caches initial keys, as key custody does. */
const known = new Map<string, InitialKey | undefined>();
const keys: TerminalKeys = {
  async initialKey(ksn) {
    const device = ksn.slice(0, 16) + ksn.length;
    if (!known.has(device) && known.size < 256) known.set(device, await KEYS.initialKey(ksn));
    const key = known.get(device) ?? (await KEYS.initialKey(ksn));
    return key && { ...key, key: Uint8Array.from(key.key) };
  },
};

test("all payloads of the corpus can be read", async () => {
  for (const input of CORPUS) await readPayload({ keys: KEYS }, inspectPayload(input));
});

test(`${COUNT} damaged payloads: no other throw, none over ${CPU_MS_MAX} ms of processor time, flat memory`, async () => {
  const random = seededRandom();
  const outcomes = new Map<string, number>();
  let baseline = Number.POSITIVE_INFINITY;
  for (let at = 0; at < COUNT; at++) {
    const input = damagePayload(random);
    const outcome = await readQuickly(input, `seed ${random.seed}, case ${at}`);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (at === Math.floor(COUNT / 4)) baseline = memory();
  }
  const growth = memory() - baseline;
  assert.ok(growth < GROWTH_MAX, `memory grew by ${growth} bytes`);
  // Every stage must be reached, or the test proves nothing about it.
  for (const code of [
    "card",
    "wrong_layout",
    "broken_frame",
    "broken_tlv",
    "bad_ksn",
    "unreadable",
  ]) {
    assert.ok((outcomes.get(code) ?? 0) > COUNT / 2_000, `${code}: ${outcomes.get(code)}`);
  }
});

async function readQuickly(input: PayloadInput, label: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const { result: outcome, cpuMs } = await measureCpu(() => readOutcome(input, label));
    if (cpuMs <= CPU_MS_MAX) return outcome;
    assert.ok(tries < TRIES, `${label}: ${cpuMs} ms of processor time`);
  }
}

async function readOutcome(input: PayloadInput, label: string): Promise<string> {
  try {
    const reading = await readPayload({ keys }, inspectPayload(input));
    requireMasked(reading, label);
    return "card";
  } catch (error) {
    if (error instanceof PayloadError) return error.code;
    throw new Error(label, { cause: error });
  }
}

function requireMasked(reading: PayloadReading, label: string): void {
  const { extracted, tlv: _tlv, ...tracks } = discloseReading(reading);
  for (const { masked } of Object.values(tracks)) {
    const numbers = masked.match(/\d+/g) ?? [];
    assert.ok(!masked.includes(extracted.PAN), `${label}: a mask shows the number`);
    assert.ok(
      numbers.every(({ length }) => length <= 6),
      `${label}: a mask shows ${numbers.length} runs`,
    );
  }
}

/** The memory in use after garbage collection. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("explaining a damaged payload does not throw and shows no card number", () => {
  const random = seededRandom();
  for (let at = 0; at < COUNT / 20; at++) {
    const lines = explainPayload(damagePayload(random)).lines.join("\n");
    assert.doesNotMatch(
      lines,
      /4761739001010119|4761731000000043/,
      `seed ${random.seed}, case ${at}`,
    );
  }
});
