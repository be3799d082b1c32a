/**
 * A command of every family as a process: the compiled program has its code, it prints, and it ends
 * by itself. Other tests run commands in their own process. Those of the output and of the start
 * cover accounts, audit, export, migrate, seed and serve.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSeededDatabase } from "../kit/database.ts";
import { run } from "../kit/process.ts";

const RANGE = "2026-11-17T10:00:00Z..2026-11-17T11:00:00Z";
/** Commands that only read, and what they print about the seeded data. */
const COMMANDS: readonly (readonly [string, RegExp])[] = [
  ["ach banks", /^simulator /],
  ["card-hosts list", /^There are no named card hosts/],
  ["clock show", /Settle ACH entries/],
  ["completion bash", /^# Completion of sixdoors for bash/],
  ["keys list", /test-aes-128$/m],
  ["operators list", /^operator /],
  ["parse vendorc 00", /^vendorc/],
  ["partners list", /harbor-retail/],
  ["purge show", /^No purge/],
  ["report 120000000001 -", /^No transactions match/],
  [`reconcile --against-host ${RANGE}`, /no differences/i],
];

test("a command of every family runs as a process, prints and ends by itself", async (t) => {
  const { url: DATABASE_URL } = await openSeededDatabase(t);
  const settings = { DATABASE_URL, MASTER_KEY: "7e57".repeat(16), LOG_LEVEL: "silent" };
  for (const [words, printed] of COMMANDS) {
    await t.test(words, async (t) => {
      const { stdout, stderr } = await run(t, words.split(" "), settings);
      assert.match(`${stderr}${stdout}`, printed);
    });
  }
});
