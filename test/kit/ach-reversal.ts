/** Reverses files and batches as two operators do, and reads what left for the bank. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import {
  approveReversal,
  type ReversalWish,
  requestReversal,
} from "../../src/core/ach/reversals/request-reversal.ts";
import type { TestAch } from "./ach.ts";
import { at, readPlainly } from "./plain-nacha.ts";

export const ANN = { actor: { kind: "operator", name: "ann" } } as const;
export const BEN = { actor: { kind: "operator", name: "ben" } } as const;

export type FileToReverse = Pick<ReversalWish, "fileName"> & Partial<ReversalWish>;

export function askReversal({ needs }: TestAch, wish: FileToReverse) {
  const why = { batchNumber: undefined, reason: "duplicate", note: "Sent twice" } as const;
  return requestReversal(needs, { ...why, ...wish }, ANN);
}

/** Two operators agree. The next exchange sends it. Returns the id of the reversal. */
export async function agreeToReverse(ach: TestAch, wish: FileToReverse): Promise<string> {
  const asked = await askReversal(ach, wish);
  assert.ok(asked.kind === "requested", asked.kind);
  assert.deepEqual(await approveReversal(ach.needs, asked.id, BEN), { kind: "approved" });
  return asked.id;
}

/** Fails if a bank or a reversal has an error. */
export async function exchangeFiles({ needs, clock }: TestAch): Promise<void> {
  clock.advance({ seconds: 1 });
  const { failures } = await exchangeWithBanks(needs, clock.business());
  assert.deepEqual(failures, []);
}

export async function reverseFile(ach: TestAch, wish: FileToReverse): Promise<string> {
  const id = await agreeToReverse(ach, wish);
  await exchangeFiles(ach);
  return id;
}

/** Everything in the outbox, in the order of the files' names: description, code and cents. */
export async function listSentEntries(outbox: string): Promise<readonly string[]> {
  const names = (await readdir(outbox)).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(outbox, name), "utf8")));
  return texts.flatMap((text) =>
    readPlainly(text).batches.flatMap(({ header, entries }) =>
      entries.map(({ code, cents }) => `${at(header, 54, 63).trimEnd()} ${code} ${cents}`),
    ),
  );
}
