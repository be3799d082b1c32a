/** The examples in Python and PHP, and the shop as `npm start` runs it, on one gateway. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { Client } from "../../client/index.ts";
import { openClient } from "../client/open-client.ts";
import type { TestApp } from "../kit/app.ts";
import { hook } from "../kit/hooked-app.ts";
import { linkExample } from "../kit/kit-parent.ts";
import { findProgram } from "../kit/machine-node.ts";
import {
  type Child,
  launch,
  makeFolder,
  NODE,
  ROOT,
  type Settings,
  within,
} from "../kit/process.ts";
import { until } from "../kit/until.ts";
import { openLosingProxy } from "./losing-proxy.ts";

interface Language {
  readonly name: string;
  readonly program: string;
  readonly suffix: string;
  readonly install: string;
  /** Each language pays an amount of its own, so that its charges can be counted. */
  readonly amount: string;
  receiverArgs(port: string): readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: "Python",
    program: "python3",
    suffix: "py",
    install: "apt-get install python3",
    amount: "31.41",
    receiverArgs: () => ["webhook.py"],
  },
  {
    name: "PHP",
    program: "php",
    suffix: "php",
    install: "apt-get install php-cli",
    amount: "27.18",
    receiverArgs: (port) => ["-S", `127.0.0.1:${port}`, "webhook.php"],
  },
];
const RUN_MS = 60_000;
const SECRET = `whsec_${Buffer.from("a secret of the tests, 32 bytes!").toString("base64")}`;

test("the examples do what they say", async (t) => {
  const { url, client, app } = await openClient(t);
  await hook(app);
  for (const language of LANGUAGES) {
    const { name, program, install } = language;
    const again = "npm test -- test/examples/programs.test.ts";
    const skip = findProgram(program) ? false : `${program} is missing: ${install}, then ${again}`;
    await t.test(name, { skip, concurrency: true }, async (t) => {
      await Promise.all([
        t.test("a payment whose request and answer are lost is charged once", (t) =>
          checkPayment(t, language, { url, client }),
        ),
        t.test("a declined payment is not charged", (t) => checkDecline(t, language, url)),
        t.test("a payload is decrypted, and no card number is printed", (t) =>
          checkParser(t, language, url),
        ),
        t.test("a webhook is accepted once, and only if it is signed", (t) =>
          checkReceiver(t, language),
        ),
        t.test("an event that failed is sent again", (t) => checkEvents(t, language, { url, app })),
      ]);
    });
  }
  await t.test("the shop takes a payment", (t) => checkShop(t, url));
});

interface Gateway {
  readonly url: string;
  readonly client: Client;
}

async function checkPayment(t: TestContext, language: Language, { url, client }: Gateway) {
  const proxy = await openLosingProxy(t, url, ["request", "answer"]);
  const { amount } = language;
  const paid = await runScript(t, language, ["pay", amount], { SIXDOORS_URL: proxy.url });
  assert.match(paid, new RegExp(`^Approved: ${amount}$`, "m"));
  assert.deepEqual(proxy.rest, []);
  const rows = client.reports.rows({ startDate: "2020-01-01", amount });
  assert.equal((await Array.fromAsync(rows)).length, 1);
  const [id = ""] = /\d{12}/.exec(paid) ?? [];
  const status = await runScript(t, language, ["status", id], { SIXDOORS_URL: url });
  assert.equal(status, `APPROVED: ${amount}, approved\n`);
}

async function checkDecline(t: TestContext, language: Language, url: string) {
  const declined = await runScript(t, language, ["pay", "1.02"], { SIXDOORS_URL: url });
  assert.match(declined, /^Not charged: INSUFFICIENT FUNDS$/m);
}

async function checkParser(t: TestContext, language: Language, url: string) {
  const parsed = await runScript(t, language, ["parse"], { SIXDOORS_URL: url });
  assert.match(parsed, /^swiped: ;476173\*{6}0119=2212\*+\?, message \d{25}\n$/);
}

async function checkEvents(
  t: TestContext,
  language: Language,
  { url, app }: Pick<Gateway, "url"> & { readonly app: TestApp },
) {
  const failed = crypto.randomUUID();
  const at = app.clock.wall();
  await app.database.owner.rows`
    insert into outbox (account_id, event_id, kind, event, payload, created_at, due_at,
      set_aside_at, set_aside_why)
    values (120000000001, ${failed}, 'webhook', 'transaction.approved', '{}', ${at}, ${at}, ${at},
      'gave_up')`;
  const settings = { SIXDOORS_URL: url };
  const output = await runScript(t, language, ["events", "2020-01-01T00:00:00Z"], settings);
  const line = `Sent again to endpoint 1: transaction.approved ${failed}\n`;
  // The scripts of both languages run at the same time and find the events of both.
  assert.ok(output.includes(line) || (await isWaiting(app, failed)), output);
}

async function isWaiting({ database }: TestApp, eventId: string): Promise<boolean> {
  const rows = await database.owner.rows`
    select from outbox where event_id = ${eventId} and set_aside_at is null`;
  return rows.length === 1;
}

async function runScript(
  t: TestContext,
  language: Language,
  [name, ...args]: readonly string[],
  settings: Settings,
): Promise<string> {
  const child = startScript(t, language, [`${name}.${language.suffix}`, ...args], settings);
  const { code, stdout, stderr } = await within(child.ended, RUN_MS, `${name}`);
  assert.deepEqual([code, stderr], [0, ""], stdout);
  return stdout;
}

function startScript(
  t: TestContext,
  { name, program }: Language,
  args: readonly string[],
  settings: Settings,
): Child {
  return launch(t, {
    program: findProgram(program) ?? program,
    args,
    cwd: path.join(ROOT, "examples", name.toLowerCase()),
    settings: { PYTHONDONTWRITEBYTECODE: "1", ...settings },
  });
}

const EVENT = {
  account_id: "120000000001",
  event: "transaction.approved",
  transaction: { transaction_id: "323000000001", transaction_amount: 12.34 },
};

async function checkReceiver(t: TestContext, language: Language): Promise<void> {
  const port = String(await findFreePort());
  const settings = { WEBHOOK_SECRET: SECRET, RECEIVER_PORT: port, TMPDIR: await makeFolder(t) };
  const child = startScript(t, language, language.receiverArgs(port), settings);
  const output = () => child.stdout + child.stderr;
  await until(() => child.isOver || output().includes(port));
  const send = (change: Partial<Delivery>) => sendEvent(`http://127.0.0.1:${port}/`, change);
  const old = new Date(Date.now() - 301_000);
  assert.deepEqual(await Promise.all([send({ change: "12.35" }), send({ at: old })]), [401, 401]);
  assert.equal(await send({ secret: SECRET.replace("whsec_Y", "whsec_Z") }), 401);
  assert.deepEqual([await send({}), await send({})], [200, 200], output());
  await until(() => output().includes("transaction.approved 323000000001"));
  assert.equal(output().split("transaction.approved").length, 2, output());
}

interface Delivery {
  readonly secret: string;
  readonly at: Date;
  /** Replaces the amount after the signature was made. */
  readonly change: string;
}

async function sendEvent(
  url: string,
  { secret = SECRET, at = new Date(), change = "12.34" }: Partial<Delivery>,
): Promise<number> {
  const signed = JSON.stringify(EVENT);
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,AAAA ${new Webhook(secret).sign("msg_1", at, signed)}`,
  };
  const body = signed.replace("12.34", change);
  return (await fetch(url, { method: "POST", headers, body })).status;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

async function checkShop(t: TestContext, url: string): Promise<void> {
  const cwd = await linkExample(t, "shop");
  const settings = { SIXDOORS_URL: url };
  const child = launch(t, { program: NODE, args: ["main.ts"], cwd, settings });
  await until(() => child.isOver || child.stdout.includes("\n"));
  const [shop = ""] = /http:\S+/.exec(child.stdout) ?? assert.fail(child.stderr);
  const post = (address: string, fields: Readonly<Record<string, string>>) =>
    fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  const order = await post(`${shop}/orders`, { product: "notebook" });
  const card = { number: "4111111111111111", expiration: "12/30", verification: "123" };
  const page = await (await post(`${order.url}/pay`, card)).text();
  assert.match(page, /Notebook, \$8\.50.*Paid\. VISA ending in 1111/s);
  assert.equal(child.stderr, "");
}
