/**
 * The tables, code samples and links of the documentation agree with the program. Its shell
 * examples run in process/docs-examples.test.ts.
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
import { CERTIFICATION_SEED_FILE } from "../src/core/certification/certification-seed.ts";
import { TRANSACTION_TYPES } from "../src/core/payments/transaction.ts";
import { VARIABLES } from "../src/interfaces/gateway/payments/variables.ts";
import { SEC_CODES } from "../src/values/bank.ts";
import { Secret } from "../src/values/secret.ts";
import { ACCOUNT } from "./kit/app.ts";
import { StandingClock } from "./kit/clock.ts";
import { interfacePage, listCodeBlocks, pages, ROOT, readTable } from "./kit/pages.ts";

const GATEWAY = path.resolve(import.meta.dirname, "../src/interfaces/gateway");

test("the table of error codes lists every code of the gateway with its message", async () => {
  const files = (await readdir(GATEWAY, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const read = files.map((file) => readFile(path.join(GATEWAY, file), "utf8"));
  const source = (await Promise.all(read)).join("\n");
  const table = new Map(
    readTable(interfacePage("payments.md"), "Code").map(([code, ...row]) => [code, row]),
  );
  const codes = new Set(Array.from(source.matchAll(/\b\d{5}\b/g), ([code]) => code));
  assert.deepEqual([...table.keys()], [...codes].sort());
  for (const [, code = "", words = ""] of source.matchAll(/(\d{5}),\s*"([^"]+)"/g)) {
    if (code !== "31311") assert.ok(table.get(code)?.[0]?.includes(words), `${code} ${words}`);
  }
});

test("the table of variables matches the request checks and their order", () => {
  const rows = readTable(interfacePage("payments.md"), "Variable").map(
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

test("the payments page lists every transaction type and every simulated amount", async () => {
  const page = interfacePage("payments.md");
  const types = readTable(page, "transaction_type").map(([type = ""]) => type.replaceAll("`", ""));
  assert.deepEqual(types.sort(), [...TRANSACTION_TYPES].sort());
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_SEED_FILE, "utf8"));
  const amounts = readTable(page, "Amount").flatMap(([cell = ""]) => cell.split(", "));
  assert.deepEqual(amounts, Object.keys(simulators.card.amounts));
});

test("the ACH page lists every account of the simulated provider", async () => {
  const rows = readTable(interfacePage("ach.md"), "Account number ends in").slice(0, -1);
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_SEED_FILE, "utf8"));
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

test("the ACH page lists every account of the simulated bank", async () => {
  const rows = readTable(interfacePage("ach.md"), "Bank account ends in").slice(0, -1);
  const { simulators } = JSON.parse(await readFile(CERTIFICATION_SEED_FILE, "utf8"));
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

test("the ACH page lists every SEC code", () => {
  const codes = readTable(interfacePage("ach.md"), "Code").map(([code = ""]) =>
    code.replaceAll("`", ""),
  );
  assert.deepEqual(codes, [...SEC_CODES]);
});

test("the sample hash on the payments page is right", () => {
  const said = /timestamp (\d+) the hash is `(\w+)`/.exec(interfacePage("payments.md"));
  const text = `${ACCOUNT.account_id},${ACCOUNT.api_accesskey},${said?.[1]}`;
  assert.equal(said?.[2], createHash("sha256").update(text).digest("hex"));
});

test("the sample webhook receiver accepts only events with a valid signature", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "receiver-"));
  t.after(() => rm(folder, { recursive: true }));
  const [secret, other] = ["one", "other"].map(
    (text) => `whsec_${Buffer.from(text.repeat(8)).toString("base64")}`,
  ) as [string, string];
  const code = listCodeBlocks(interfacePage("webhooks.md")).find(
    ({ language }) => language === "js",
  );
  await writeFile(path.join(folder, "receiver.mjs"), code?.text ?? "");
  const env = { ...process.env, WEBHOOK_SECRET: secret, RECEIVER_PORT: "0" };
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

test("every link leads to a page and a heading that exist", () => {
  const broken = [...pages].flatMap(([page, text]) =>
    Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target)
      .filter((target) => !isLinkGood(page, target))
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(broken, []);
  assert.ok(!isLinkGood("README.md", "docs/nowhere.md"));
  assert.ok(!isLinkGood("README.md", "docs/security.md#no-such-heading"));
});

function isLinkGood(page: string, target: string): boolean {
  if (/^https?:/.test(target)) return true;
  const [file = "", heading] = target.split("#");
  const to = file === "" ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(ROOT, to))) return false;
  const text = pages.get(to);
  if (heading === undefined || text === undefined) return true;
  return Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title = ""]) => anchorOf(title)).includes(
    heading,
  );
}

/** As GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}
