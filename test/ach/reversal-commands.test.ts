/** `ach reverse`, `approve-reversal` and `reversals`: two operators sign in with their passwords. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { achReverseCommand } from "../../src/commands/ach/ach-reversals.ts";
import { readConfig } from "../../src/config.ts";
import { addOperator } from "../../src/core/operators/manage-operators.ts";
import { Secret } from "../../src/values/secret.ts";
import { ACCOUNT, openTestApp, post } from "../kit/app.ts";
import { openCheapPasswords } from "../kit/passwords.ts";
import { Child, MAIN, NODE } from "../kit/process.ts";

const PASSWORDS = { operator: "certification-operator", ben: "a password of ben's" };

async function openCommands(t: TestContext) {
  const app = await openTestApp(t);
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors ach "));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    ...{ DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) },
    ...{ ACH_FOLDER: folder, NODE, MAIN },
  };
  const ben = {
    userName: "ben",
    role: "administrator" as const,
    password: new Secret(PASSWORDS.ben),
  };
  const needs = { db: app.database.owner, clock: app.clock, passwords: openCheapPasswords() };
  await addOperator(needs, ben, { actor: { kind: "system", name: "a test" } });
  /** The name and the password are typed, one per line. */
  const ach = async (who: keyof typeof PASSWORDS, ...words: string[]) => {
    const typed = `${who}\n${PASSWORDS[who]}\n`;
    const line = 'typed=$1; shift; printf "%s" "$typed" | "$NODE" "$MAIN" ach "$@" --json';
    const args = ["-c", line, "sh", typed, ...words];
    const { code, stdout, stderr } = await new Child({ program: "/bin/sh", args, settings }).ended;
    return { code, stderr, told: code === 0 ? JSON.parse(stdout) : undefined };
  };
  return { app, ach, settings };
}

const SALE = {
  ...{ ...ACCOUNT, tender_type: "ACH", transaction_type: "SALE", transaction_amount: "12.34" },
  ...{ bank_routing_number: "021000021", bank_account_number: "5550000777" },
  ...{ first_name: "Ada", last_name: "Buyer", validate_ach_account: "0", response_format: "JSON" },
};

test("a file is reversed by two operators on the command line", async (t) => {
  const { app, ach } = await openCommands(t);
  await post(app.server, "/api/qsapi/3.8", SALE);
  await ach("operator", "cutoff");
  const { sent } = (await ach("operator", "files")).told;
  const why = ["--reason", "duplicate", "--note", "Sent twice"];
  const asked = await ach("operator", "reverse", sent[0].name, ...why);
  assert.deepEqual(asked.told, { reversal: "1", state: "requested" }, asked.stderr);
  const same = await ach("operator", "approve-reversal", "1");
  assert.equal(same.code, 1);
  assert.match(same.stderr, /Another operator must approve the reversal/);
  const { owner } = app.database;
  await owner.rows`
    update operators set reset_by = '{operator}', reset_at = now() where user_name = 'ben'`;
  const reset = await ach("ben", "approve-reversal", "1");
  assert.match(reset.stderr, /created or reset .* less than 7 days ago/);
  await owner.rows`update operators set reset_at = now() - interval '8 days'`;
  assert.deepEqual((await ach("ben", "approve-reversal", "1")).told.state, "approved");
  assert.match((await ach("ben", "reject-reversal", "1")).stderr, /does not wait for approval/);
  const { reversals } = (await ach("ben", "reversals")).told;
  assert.deepEqual(
    [reversals[0].state, reversals[0].requestedBy, reversals[0].decidedBy],
    ["approved", "operator", "ben"],
  );
});

test("the reason, the batch and the note are checked before anybody signs in", async (t) => {
  const { settings } = await openCommands(t);
  const config = readConfig({ ...settings, LOG_LEVEL: "silent" });
  const wish = { reason: "duplicate", note: "x" };
  for (const [options, says] of [
    [{ reason: "regret" }, /--reason must be one of: duplicate, wrong-receiver/],
    [{ batch: "first" }, /--batch must be the number/],
    [{ note: " " }, /--note must have 1 to 500 characters/],
  ] as const) {
    await assert.rejects(achReverseCommand(config, "a.ach", { ...wish, ...options }), says);
  }
});
