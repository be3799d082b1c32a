/**
 * The pages of docs/interfaces tell the truth: every request that shows its answer is sent to the
 * real interfaces, and the tables are held against those that the code works by.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { HttpWebhookSender } from "../src/adapters/webhook-sender/webhook-sender.ts";
import { CERTIFICATION_FILE } from "../src/core/certification/certification.ts";
import { TRANSACTION_TYPES } from "../src/core/payments/transaction.ts";
import { VARIABLES } from "../src/interfaces/gateway/payment/variables.ts";
import { SEC_CODES } from "../src/values/bank.ts";
import { Secret } from "../src/values/secret.ts";
import { ACCOUNT, openTestApp } from "./kit/app.ts";
import { StandingClock } from "./kit/clock.ts";
import { PageReader } from "./kit/page-reader.ts";
import { blocksOf, DOCS, pageOf, pages, tableOf } from "./kit/pages.ts";

const GATEWAY = path.resolve(import.meta.dirname, "../src/interfaces/gateway");
const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };

for (const [file, least] of [
  ["payments.md", 12],
  ["ach.md", 11],
  ["status.md", 5],
] as const) {
  test(`every example of ${file} is answered as it says`, async (t) => {
    const reader = new PageReader(await openTestApp(t, {}, NO_LIMITS));
    const blocks = blocksOf(pageOf(file));
    let compared = 0;
    for (const [at, block] of blocks.entries()) {
      if (!block.kind.startsWith("sh")) continue;
      const answer = await reader.run(block);
      const { kind, text = "" } = blocks[at + 1] ?? {};
      const shown = {
        json: () => reader.compare(text, answer),
        text: () => reader.comparePrint(text),
      };
      const compare = shown[kind as keyof typeof shown] ?? (() => reader.compareSilent(answer));
      await t.test(block.text.trim().slice(-70), compare);
      if (kind === "json") compared++;
    }
    assert.ok(compared >= least, `${compared} examples`);
  });
}

test("the table of error codes has those of the gateway, with their words", async () => {
  const files = (await readdir(GATEWAY, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const read = files.map((file) => readFile(path.join(GATEWAY, file), "utf8"));
  const source = (await Promise.all(read)).join("\n");
  const table = new Map(
    tableOf(pageOf("payments.md"), "Code").map(([code, ...row]) => [code, row]),
  );
  const codes = new Set(Array.from(source.matchAll(/\b\d{5}\b/g), ([code]) => code));
  assert.deepEqual([...table.keys()], [...codes].sort());
  for (const [, code = "", words = ""] of source.matchAll(/(\d{5}),\s*"([^"]+)"/g)) {
    if (code !== "31311") assert.ok(table.get(code)?.[0]?.includes(words), `${code} ${words}`);
  }
});

test("the table of variables is the one that requests are checked by, in its order", () => {
  const rows = tableOf(pageOf("payments.md"), "Variable").map(
    ([cell = "", max = "", about = ""]) => {
      const lengths = max === "" ? [] : max.split(", ").map(Number);
      const names = Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name);
      return names.map((name, at) => ({ name, max: lengths[at] ?? lengths[0], about }));
    },
  );
  const said = rows.flat();
  assert.deepEqual(
    said.map(({ name, max }) => [name, max]),
    VARIABLES.map(({ name, lengthMax }) => [name, lengthMax]),
  );
  for (const { name, choices = [] } of VARIABLES) {
    const about = said.find((row) => row.name === name)?.about ?? "";
    const isFlag = choices.includes("true") && /flag/.test(about);
    assert.ok(isFlag || choices.every((choice) => about.includes(choice)), name);
  }
});

test("every transaction type and every amount of the simulator is on the page", async () => {
  const page = pageOf("payments.md");
  const types = tableOf(page, "transaction_type").map(([type = ""]) => type.replaceAll("`", ""));
  assert.deepEqual(types.sort(), [...TRANSACTION_TYPES].sort());
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_FILE, "utf8"));
  const amounts = tableOf(page, "Amount").flatMap(([cell = ""]) => cell.split(", "));
  assert.deepEqual(amounts, Object.keys(simulators.card.amounts));
});

test("every row of the simulated provider is on the page of ACH, in the seed's words", async () => {
  const rows = tableOf(pageOf("ach.md"), "Account number ends in").slice(0, -1);
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_FILE, "utf8"));
  const { about, ...seeded } = simulators.verification as Record<string, string>;
  assert.deepEqual(
    rows.map(([last4]) => last4),
    Object.keys(seeded),
  );
  for (const [last4 = "", said = ""] of rows) {
    const [, reason] = (seeded[last4] ?? "").split(": ");
    assert.ok(reason === undefined || said.endsWith(`: ${reason}`), last4);
  }
});

test("every account that the simulated bank answers is on the page of ACH", async () => {
  const rows = tableOf(pageOf("ach.md"), "Bank account ends in").slice(0, -1);
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_FILE, "utf8"));
  const { about, ...seeded } = simulators.achNetwork as Record<string, string>;
  const said = rows.flatMap(([ends = "", bank = ""]) =>
    ends.split(", ").map((last4) => [last4, bank] as const),
  );
  assert.deepEqual(
    said.map(([last4]) => last4),
    Object.keys(seeded),
  );
  for (const [last4, bank] of said) {
    const [, code] = /\b([RC]\d\d)\b/.exec(seeded[last4] ?? "") ?? [];
    assert.ok(code === undefined || bank.includes(code), last4);
  }
});

test("every code of an ACH entry is on its page", () => {
  const codes = tableOf(pageOf("ach.md"), "Code").map(([code = ""]) => code.replaceAll("`", ""));
  assert.deepEqual(codes, [...SEC_CODES]);
});

test("the hash on the page is the hash of what it says", () => {
  const said = /timestamp (\d+) the hash is `(\w+)`/.exec(pageOf("payments.md"));
  const text = `${ACCOUNT.account_id},${ACCOUNT.api_accesskey},${said?.[1]}`;
  assert.equal(said?.[2], createHash("sha256").update(text).digest("hex"));
});

test("the receiver on the page takes what we sign, and nothing else", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "receiver-"));
  t.after(() => rm(folder, { recursive: true }));
  const [secret, other] = ["one", "other"].map(
    (text) => `whsec_${Buffer.from(text.repeat(8)).toString("base64")}`,
  ) as [string, string];
  const code = blocksOf(pageOf("webhooks.md")).find(({ kind }) => kind === "js");
  await writeFile(path.join(folder, "receiver.mjs"), code?.text ?? "");
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: "0" };
  const child = spawn(process.execPath, ["receiver.mjs"], { cwd: folder, env });
  t.after(() => child.kill());
  const [line] = await once(child.stdout, "data");
  const url = `http://127.0.0.1:${/\d+/.exec(String(line))?.[0]}/`;
  const sender = new HttpWebhookSender({
    environment: "certification",
    clock: new StandingClock(),
  });
  t.after(() => sender.close());
  const send = async (at: Temporal.Instant, ...keys: readonly string[]) => {
    const secrets = keys.map((key) => new Secret(key));
    const order = { eventId: "e1", accountId: "1", event: "transaction.approved", at };
    const transaction = '{"transaction_id":"323000000001","first_name":"Zoë"}';
    return (await sender.send({ ...order, url, secrets, transaction })).kind;
  };
  const now = Temporal.Now.instant();
  assert.equal(await send(now, secret), "delivered");
  assert.equal(await send(now, other, secret), "delivered");
  assert.equal(await send(now, other), "refused");
  assert.equal(await send(now.subtract({ minutes: 6 }), secret), "refused");
});

test("every link leads somewhere", () => {
  const anchor = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  for (const [file, page] of pages) {
    for (const [, target = ""] of page.matchAll(/\]\(([^)]+)\)/g)) {
      const [to = "", part] = target.split("#");
      assert.ok(existsSync(path.join(DOCS, to || file)), `${file}: ${target}`);
      const titles = (pages.get(to || file) ?? "").matchAll(/^#+ (.*)$/gm);
      const anchors = Array.from(titles, ([, title = ""]) => anchor(title));
      if (part !== undefined && pages.has(to || file)) assert.ok(anchors.includes(part), target);
    }
  }
});
