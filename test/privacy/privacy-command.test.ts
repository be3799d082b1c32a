/** `privacy` at the command line: how a customer is named, what is printed, and what is refused. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { runHere } from "../kit/command-process.ts";
import { openShared } from "../kit/shared.ts";

const EMAIL = "ada@example.com";
const SALE = { transaction_type: "SALE", transaction_amount: "12.34", email: EMAIL };
const SETTLE = { transaction_type: "SETTLE-BATCH", tender_type: "CARD" };
const NUMBER = `${CARD.card_number}\n`;

/** An app with one settled payment of the customer. */
async function openPaid(t: Parameters<typeof openTestApp>[0]): Promise<TestApp> {
  const app = await openTestApp(t);
  for (const form of [{ ...CARD, ...SALE }, SETTLE]) {
    const sent = { ...ACCOUNT, ...form, response_format: "JSON" };
    const answer = (await post(app.server, "/api/qsapi/3.8", sent)).json();
    assert.equal(answer.error_code, 0, JSON.stringify(answer));
  }
  await app.flush();
  return app;
}

async function runPrivacy(t: TestContext, words: readonly string[], input = "") {
  const { database } = await openShared(t, openPaid);
  const settings = { DATABASE_URL: database.url, MASTER_KEY: "7e57".repeat(16) };
  return runHere(["privacy", ...words], { ...settings, LOG_LEVEL: "silent" }, input);
}

test("an export by card prints JSON, and the number comes from standard input", async (t) => {
  const { code, stdout, stderr } = await runPrivacy(t, ["export", "--card"], NUMBER);
  assert.equal(code, 0, stderr);
  const { accounts } = JSON.parse(stdout);
  assert.deepEqual(
    accounts.map(({ accountId, payments }: { accountId: string; payments: unknown[] }) => [
      accountId,
      payments.length,
    ]),
    [[ACCOUNT.account_id, 1]],
  );
  assert.doesNotMatch(`${stdout}${stderr}`, new RegExp(CARD.card_number));
});

test("a customer must be named in exactly one way, and correctly", async (t) => {
  const wrong: readonly [readonly string[], string, RegExp][] = [
    [["export"], "", /Name the customer by one of --card, --bank and --email/],
    [["erase", "--card", "--email", EMAIL], NUMBER, /Name the customer by one of/],
    [["erase", "--email", "ada"], "", /--email must be one email address/],
    [["erase", "--card"], "4111 1111\n", /A card number has 12 to 19 digits/],
    [["erase", "--bank"], "12345\n1\n", /A routing number has 9 digits/],
    [["export", "--email", EMAIL, "--account", "999"], "", /Account not found: 999/],
  ];
  for (const [words, input, message] of wrong) {
    const { code, stdout, stderr } = await runPrivacy(t, words, input);
    assert.deepEqual([code, stdout], [1, ""], words.join(" "));
    assert.match(stderr, message);
  }
});

test("nobody is found by another email address", async (t) => {
  const { stdout } = await runPrivacy(t, ["erase", "--email", "eve@example.com"]);
  assert.equal(stdout, "Nothing is stored about this customer.\n");
});

test("erasing only counts without --now, and then erases once", async (t) => {
  const preview = await runPrivacy(t, ["erase", "--email", EMAIL]);
  assert.match(preview.stdout, /would be erased:\n(.*\n)*Nothing was erased\. To erase, add --now/);
  const { database } = await openShared(t, openPaid);
  const count = () => database.owner.count`select from transactions where email = ${EMAIL}`;
  assert.equal(await count(), 1);
  await database.owner.rows`update outbox set delivered_at = now()`;
  const erased = await runPrivacy(t, ["erase", "--email", EMAIL, "--now", "--json"]);
  assert.equal(erased.code, 0, erased.stderr);
  assert.equal(JSON.parse(erased.stdout).erased, true);
  assert.equal(await count(), 0);
  const again = await runPrivacy(t, ["erase", "--email", EMAIL, "--now"]);
  assert.equal(again.stdout, "Nothing is stored about this customer.\n");
});
