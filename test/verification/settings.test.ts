/** Verification settings by command: ACH processor required, operators only, audited. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { verificationCommand } from "../../src/commands/accounts/accounts-verification.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import { setVerification, showVerification } from "../../src/core/verification/set-verification.ts";
import { verifyAccount } from "../../src/core/verification/verify-account.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { runHere } from "../kit/command-process.ts";
import { aVerification, BOOKS, CAFE, CLINIC, openVerification } from "../kit/verification.ts";

async function openSettings(t: TestContext) {
  const env = await openVerification(t);
  const settings = { DATABASE_URL: env.database.url, MASTER_KEY: "7e57".repeat(16) };
  const command = (...words: string[]) => runHere(["accounts", ...words], settings);
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await command("verification", ...words, "--json");
    assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    return JSON.parse(stdout).verification;
  };
  const acts = async (subjectId: string) => {
    const entries = await new AuditEntryStore(env.database.owner).listEntries({
      subjectId,
      take: 50,
    });
    return entries
      .filter(({ action }) => action === "account.set_verification")
      .map(({ before, after }) => ({ before, after }));
  };
  return { ...env, settings, command, told, acts };
}

test("settings are shown, changed and audited, and take effect at once", async (t) => {
  const { command, told, acts, needs } = await openSettings(t);
  const verify = async () =>
    (await verifyAccount(needs(), CLINIC, aVerification("5551234", { secCodeSent: "TEL" }))).kind;
  const before = await told(CLINIC.id);
  assert.deepEqual(before, {
    isEnabled: false,
    secCodes: ["WEB"],
    frequencyDays: 360,
    coversRecurring: false,
    coversReissue: false,
    whenUnavailable: "decline",
  });
  assert.equal(await verify(), "off");
  const on = await told(CLINIC.id, "--on", "--sec-codes", "tel, web");
  assert.deepEqual(on, { ...before, isEnabled: true, secCodes: ["WEB", "TEL"] });
  assert.deepEqual([await verify(), await verify()], ["passed", "previously_verified"]);
  const strict = ["--frequency", "every", "--recurring", "yes", "--reissue", "yes"];
  await told(CLINIC.id, ...strict, "--when-unavailable", "accept");
  assert.equal(await verify(), "passed");
  assert.deepEqual(await told(CLINIC.id, ...strict), await told(CLINIC.id), "said again");
  const { stdout } = await command("verification", CLINIC.id);
  assert.match(
    stdout,
    /^ACH verification {2}enabled\nSEC codes {9}WEB, TEL\nFrequency {9}every tran/,
  );
  assert.deepEqual(await acts(CLINIC.id), [
    {
      before: {
        frequencyDays: 360,
        coversRecurring: false,
        coversReissue: false,
        whenUnavailable: "decline",
      },
      after: {
        frequencyDays: "every",
        coversRecurring: true,
        coversReissue: true,
        whenUnavailable: "accept",
      },
    },
    {
      before: { isEnabled: false, secCodes: ["WEB"] },
      after: { isEnabled: true, secCodes: ["WEB", "TEL"] },
    },
  ]);
});

test("settings are hidden without an ACH processor and come back with it", async (t) => {
  const { command, told, acts } = await openSettings(t);
  const sentence =
    "The account has no ACH processor, so it has no verification settings. Set one with `accounts set --ach-processor`.\n";
  for (const words of [[], ["--on"], ["--frequency", "30"]]) {
    const { code, stderr } = await command("verification", CAFE.id, ...words);
    assert.deepEqual([code, stderr], [1, sentence], words.join(" "));
  }
  assert.deepEqual(await acts(CAFE.id), []);
  const before = await told(BOOKS.id);
  await command("set", BOOKS.id, "--ach-processor", "none");
  assert.equal((await command("verification", BOOKS.id)).stderr, sentence);
  await command("set", BOOKS.id, "--ach-processor", "simulator");
  assert.deepEqual(await told(BOOKS.id), before);
  await command("set", CAFE.id, "--ach-processor", "simulator");
  assert.equal((await told(CAFE.id)).isEnabled, false, "nobody has chosen yet");
});

const REFUSED: readonly (readonly [options: object, sentence: RegExp])[] = [
  [{ secCodes: "TEL,PPD" }, /^WEB is always verified/],
  [{ secCodes: "WEB,DEF" }, /^--sec-codes must be a comma-separated list of: CCD, PPD/],
  [{ frequency: "45" }, /^--frequency must be 30 to 360 days in steps of 30, or every/],
  [{ frequency: "390" }, /^--frequency must be/],
  [{ frequency: "-30" }, /^--frequency must be/],
  [{ recurring: "1" }, /^--recurring must be yes or no/],
  [{ reissue: "" }, /^--reissue must be yes or no/],
  [{ whenUnavailable: "wait" }, /^--when-unavailable must be decline or accept/],
  [{ on: true, off: true }, /^Use --on or --off, not both/],
];

test("invalid input is answered with one sentence, and nothing changes", async (t) => {
  const { settings, acts, database } = await openSettings(t);
  const shown = () => showVerification({ db: database.owner }, BOOKS.id);
  const config: Config = readConfig({ ...settings, LOG_LEVEL: "silent" });
  const before = await shown();
  assert.equal(before.kind, "shown");
  const isSentence = (sentence: RegExp) => (error: unknown) =>
    error instanceof StartError &&
    sentence.test(error.message) &&
    /^\S[^\n]*\.$/.test(error.message);
  for (const [options, sentence] of REFUSED) {
    await assert.rejects(verificationCommand(config, BOOKS.id, options), isSentence(sentence));
  }
  const nobody = verificationCommand(config, "7", { on: true });
  await assert.rejects(nobody, isSentence(/^Account not found/));
  assert.deepEqual(await shown(), before);
  assert.deepEqual(await acts(BOOKS.id), []);
});

test("a merchant changes the rules; only operators turn verification on or off", async (t) => {
  const { database, acts } = await openSettings(t);
  const needs = { db: database.owner };
  const by = (kind: "merchant_user" | "operator") => ({ actor: { kind, id: "7", name: "Mia" } });
  const merchant = by("merchant_user");
  for (const [account, isEnabled] of [
    [BOOKS, false],
    [CLINIC, true],
  ] as const) {
    const change = { isEnabled, whenUnavailable: "accept" };
    const outcome = await setVerification(needs, account.id, { change, by: merchant });
    assert.deepEqual(outcome, { kind: "operators_only" });
    assert.deepEqual(await acts(account.id), []);
  }
  const change = { isEnabled: true, frequencyDays: 30 };
  const strict = await setVerification(needs, BOOKS.id, { change, by: merchant });
  assert.equal(strict.kind, "saved", "it was on already");
  const on = { change: { isEnabled: true }, by: by("operator") };
  assert.equal((await setVerification(needs, CLINIC.id, on)).kind, "saved");
  const shown = await showVerification(needs, CLINIC.id);
  assert.equal(shown.kind === "shown" && shown.settings.isEnabled, true);
});
