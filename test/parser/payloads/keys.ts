/** Reads payloads with base keys in memory, without key custody. */
import {
  deriveInitialKey,
  ksnDevice,
} from "../../../src/adapters/key-custody/base-keys/initial-key.ts";
import { inspectPayload } from "../../../src/core/parser/payloads/inspect-payload.ts";
import { PayloadError } from "../../../src/core/parser/payloads/payload-error.ts";
import { readPayload } from "../../../src/core/parser/payloads/read-payload.ts";
import type { PayloadInput, PayloadReading } from "../../../src/core/parser/payloads/reading.ts";
import type { BaseKeyKind, TerminalKeys } from "../../../src/ports/key-custody.ts";
import { BASE_KEY } from "./published-payloads.ts";

/** A TDES key for KSNs of ten bytes and an AES key for KSNs of twelve. Both are optional. */
export function terminalKeys(
  tdes?: string,
  aes?: { kind: BaseKeyKind; key: string },
): TerminalKeys {
  return {
    async initialKey(ksn) {
      const kind = ksn.length === 24 ? aes?.kind : ("tdes-2key" as const);
      const base = ksn.length === 24 ? aes?.key : tdes;
      if (kind === undefined || base === undefined) return undefined;
      const key = deriveInitialKey(kind, Buffer.from(base, "hex"), ksnDevice(ksn));
      return { kind, baseKey: "test", key };
    },
  };
}

export const AES_BASE = {
  kind: "aes-256",
  key: `FEDCBA9876543210F1F1F1F1F1F1F1F1`.repeat(2),
} as const;
export const KEYS = terminalKeys(BASE_KEY, AES_BASE);

/** Inspects and reads a payload. */
export async function readWith(keys: TerminalKeys, input: PayloadInput): Promise<PayloadReading> {
  return await readPayload({ keys }, inspectPayload(input));
}

export function read(input: PayloadInput): Promise<PayloadReading> {
  return readWith(KEYS, input);
}

/** The PayloadError of reading a payload, or undefined. */
export async function readError(
  input: PayloadInput,
  keys = KEYS,
): Promise<PayloadError | undefined> {
  try {
    await readWith(keys, input);
    return undefined;
  } catch (error) {
    if (error instanceof PayloadError) return error;
    throw error;
  }
}
