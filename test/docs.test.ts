/**
 * The pages of docs/interfaces tell the truth: every request that shows its answer is sent to the
 * real doors, and the tables are held against those that the code works by.
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
import { openAch } from "../src/app/ach.ts";
import { allBusinessWork } from "../src/app/business-work.ts";
import { openPayments } from "../src/app/payments.ts";
import { readConfig } from "../src/config.ts";
import { CERTIFICATION_FILE } from "../src/core/certification/certification.ts";
import { reconcile } from "../src/core/payments/reconcile.ts";
import { TRANSACTION_TYPES } from "../src/core/payments/transaction.ts";
import { VARIABLES } from "../src/interfaces/gateway/payment/variables.ts";
import { SEC_CODES } from "../src/values/bank.ts";
import { Secret } from "../src/values/secret.ts";
import { ACCOUNT, openTestApp, type TestApp } from "./kit/app.ts";
import { StandingClock } from "./kit/clock.ts";
import { type Block, blocksOf, DOCS, pageOf, pages, tableOf } from "./kit/pages.ts";

const GATEWAY = path.resolve(import.meta.dirname, "../src/interfaces/gateway");
const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };

/** What a reader does with a page: sets variables, sends requests, lets time pass, keeps ids. */
class Reader {
  readonly #app: TestApp;
  readonly #variables = new Map<string, string>();
  /** Ours by the page's. */
  readonly #ids = new Map<string, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  async run({ kind, text }: Block): Promise<unknown> {
    if (kind === "sh later") await this.#wait();
    const [, days] = /clock advance (\d+)d/.exec(text) ?? [];
    if (days !== undefined) await this.#advance(Number(days));
    let answer: unknown;
    for (const command of text.replaceAll("\\\n", "").split("\n")) {
      const [, name, value] = /^(\w+)="?([^"$]*)"?$/.exec(command) ?? [];
      if (name !== undefined && value !== undefined) this.#variables.set(name, value);
      if (command.startsWith("curl ")) answer = await this.#send(this.#wordsOf(command));
    }
    return answer;
  }

  /** Shown and real fields in one form: "…" for what the page leaves out, our ids for the page's. */
  compare(shown: string, answer: unknown): void {
    const pieces = shown.trim().slice(1, -1).split("…").map(entriesOf);
    const names = new Set(pieces.flat().map(([name]) => name));
    const real = Object.entries(answer as object);
    for (const [name, id] of pieces.flat()) this.#learn(name, String(id), real);
    const expected = pieces.flatMap((piece, at) => [
      ...(at === 0 ? [] : ["…"]),
      ...piece.map(([name, value]) => mask(name, this.#ids.get(String(value)) ?? value)),
    ]);
    const said = real.map(([name, value]) => (names.has(name) ? mask(name, value) : "…"));
    const isFirst = (one: string, at: number) => one !== "…" || said[at - 1] !== "…";
    assert.deepEqual(said.filter(isFirst), expected);
  }

  #learn(name: string, id: string, real: readonly [string, unknown][]): void {
    if (name !== "transaction_id" || this.#ids.has(id)) return;
    const ours = String(real.find(([field]) => field === name)?.[1]);
    assert.match(ours, /^\d{12}$/);
    assert.ok(![...this.#ids.values()].includes(ours), `${ours} is ${id} and another on the page`);
    this.#ids.set(id, ours);
  }

  #wordsOf(command: string): readonly string[] {
    const expand = (text: string) =>
      text.replace(/\$(\w+)/g, (_, name) => this.#variables.get(name) ?? assert.fail(name));
    const words = command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
    return Array.from(words, ([, plain, quoted, bare = ""]) => plain ?? expand(quoted ?? bare));
  }

  async #send([, ...words]: readonly string[]): Promise<unknown> {
    const headers: Record<string, string> = { "content-type": FORM };
    const pairs: string[] = [];
    let url = "";
    for (const rest = [...words]; rest.length > 0; ) {
      const [word = "", value = ""] = rest;
      const isOption = ["-d", "-H", "--data-urlencode"].includes(word);
      rest.splice(0, isOption ? 2 : 1);
      const [name = "", ...others] = value.split(word === "-H" ? ": " : "=");
      if (word === "-d") pairs.push(value);
      else if (word === "-H") headers[name] = others.join(": ");
      else if (isOption) pairs.push(`${name}=${encodeURIComponent(others.join("="))}`);
      else if (word !== "-s") url = new URL(word).pathname;
    }
    const payload = pairs
      .join("&")
      .replace(/(?<==)\d{12}(?=&|$)/g, (id) => this.#ids.get(id) ?? id);
    return (await this.#app.server.inject({ method: "POST", url, headers, payload })).json();
  }

  async #wait(): Promise<void> {
    this.#app.clock.advance({ minutes: 1 });
    await reconcile(this.#payments(), (error) => assert.fail(String(error)));
  }

  async #advance(days: number): Promise<void> {
    const { clock, database } = this.#app;
    clock.advance({ hours: 24 * days });
    const { retention } = CONFIG;
    const { custody } = this.#app;
    const open = { db: database.payments, custody, clock, config: CONFIG, dataDir: tmpdir() };
    const ach = { ...openAch(open), onTrouble: () => assert.fail("a bank is in trouble") };
    const needs = { owner: database.owner, retention, payments: this.#payments(), ach };
    for (const { run } of await allBusinessWork(needs)) await run(clock.business());
  }

  #payments() {
    const { custody, clock, database } = this.#app;
    return openPayments({ db: database.payments, custody, clock, config: CONFIG });
  }
}

const FORM = "application/x-www-form-urlencoded";
const CONFIG = readConfig({ LOG_LEVEL: "silent" });

function entriesOf(piece: string): [name: string, value: unknown][] {
  return Object.entries(JSON.parse(`{${piece.replace(/^[\s,]+|[\s,]+$/g, "")}}`));
}

/** What differs from run to run, by its looks. */
const VOLATILE: Readonly<Record<string, RegExp>> = {
  transaction_timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  authorization_code: /^[0-9A-F]{6}$/,
};

function mask(name: string, value: unknown): string {
  const isVolatile = typeof value === "string" && VOLATILE[name]?.test(value);
  return JSON.stringify([name, isVolatile ? "another each time" : value]);
}

for (const [file, least] of [
  ["payments.md", 12],
  ["ach.md", 9],
  ["status.md", 5],
] as const) {
  test(`every example of ${file} is answered as it says`, async (t) => {
    const reader = new Reader(await openTestApp(t, {}, NO_LIMITS));
    const blocks = blocksOf(pageOf(file));
    let compared = 0;
    for (const [at, block] of blocks.entries()) {
      const next = blocks[at + 1];
      const isExample = block.text.includes("curl") && next?.kind === "json";
      if (!block.kind.startsWith("sh") || (block.text.includes("curl") && !isExample)) continue;
      const answer = await reader.run(block);
      if (!isExample) continue;
      await t.test(block.text.trim().slice(-70), () => reader.compare(next.text, answer));
      compared++;
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
