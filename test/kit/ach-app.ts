/** ACH payments through HTTP, with the operator's acts that send and return them. */
import assert from "node:assert/strict";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { MONDAY, openAchOn, type TestAch } from "./ach.ts";
import { openUnlimitedApp } from "./hooked-app.ts";

export const OPERATOR = { actor: { kind: "command_line", name: "test" } } as const;

/** On a Monday. */
export async function openAchApp(t: Parameters<typeof openUnlimitedApp>[0]) {
  const app = await openUnlimitedApp(t);
  app.clock.set(MONDAY);
  return { app, ach: await openAchOn(app) };
}

/** Sends everything that waits, and returns the names of the files. */
export async function sendAll({ needs, clock }: TestAch): Promise<readonly string[]> {
  clock.advance({ seconds: 1 });
  const reports = await forceCutOffs(needs, undefined, OPERATOR);
  return reports?.flatMap(({ files }) => files) ?? [];
}

export async function sendBack(
  { needs }: TestAch,
  transactionId: string,
  code = "R01",
): Promise<void> {
  const outcome = await forceReturn(needs, { transactionId, code }, OPERATOR);
  assert.equal(outcome.kind, "done", code);
}
