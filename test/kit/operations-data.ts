/** An installation with data on every page of the operators, for browser tests and screenshots. */
import { randomUUID } from "node:crypto";
import { BossJobRunner } from "../../src/adapters/boss-job-runner.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { recordAct } from "../../src/core/audit/act.ts";
import { Chainer } from "../../src/core/audit/chainer.ts";
import { writeWebhook } from "../../src/core/outbox/write-event.ts";
import { addEntry, CLINIC, connectFolder, MONDAY, openAchOn } from "./ach.ts";
import { ACCOUNT, CARD, post, type TestApp } from "./app.ts";
import { anAct } from "./audit.ts";
import { bankFile, putIntoInbox, readTrace } from "./bank-files.ts";
import { ConsoleClient, PARTNER } from "./console.ts";
import { poolOf } from "./database.ts";
import { insertEndpoint } from "./insert-endpoint.ts";
import { recordRun } from "./runs.ts";

export async function fillOperations(app: TestApp): Promise<void> {
  app.clock.set(MONDAY);
  await fillBanks(app);
  await fillWork(app);
  await fillPayments(app);
  await fillOutbox(app);
  await fillAudit(app);
}

/** Sent and received files, and two returns that match no entry. */
async function fillBanks(app: TestApp): Promise<void> {
  const ach = await openAchOn(app);
  const { folders } = await connectFolder(ach, "first-bank", {
    accounts: [ACCOUNT.account_id, CLINIC],
  });
  const ids: string[] = [];
  for (let count = 1; count <= 12; count++) {
    const accountId = count % 3 === 0 ? CLINIC : ACCOUNT.account_id;
    ids.push(await addEntry(ach, { cents: count * 1_150, accountId }));
  }
  await ach.advance("2026-11-17T12:00:00Z");
  const [first = "", second = ""] = ids;
  const items = [
    { trace: await readTrace(ach, first), code: "R01", cents: 1_150 },
    { trace: await readTrace(ach, second), code: "R10", cents: 999 },
    { trace: "091000010999999", code: "R03" },
  ];
  await putIntoInbox(ach, folders.inbox, { name: "returns-1117.ach", text: bankFile(items) });
  const broken = { name: "broken.ach", text: "101 no\nfile\n", secondsAgo: 9_000 };
  await putIntoInbox(ach, folders.inbox, broken);
  await exchangeWithBanks(ach.needs, ach.clock.business());
}

async function fillWork({ database, clock }: TestApp): Promise<void> {
  const dueAt = clock.business().add({ minutes: 30 });
  const startedAt = clock.wall().subtract({ hours: 5 });
  const names = ["make months", "purge", "close card batches"];
  for (const name of names) {
    const run = {
      name,
      dueAt: startedAt,
      startedAt,
      tookMs: 42,
      summary: "nothing to remove",
    };
    await recordRun(database.owner, { ...run, outcome: "done" }, dueAt);
  }
  const failed = { name: "purge", dueAt, startedAt, tookMs: 2_041, outcome: "failed" } as const;
  const why = { ...failed, summary: "canceling statement due to lock timeout" };
  await recordRun(database.owner, why, dueAt);
  await createQueues(database.url, {
    "due-work": "* * * * *",
    retention: "17 * * * *",
  });
}

/** Starts a job process once, so that its queues exist. */
export async function createQueues(
  connectionString: string,
  crons: Readonly<Record<string, string>>,
): Promise<void> {
  const runner = new BossJobRunner({
    database: poolOf(connectionString),
    metrics: { countJobRun: () => {} },
    onDone: () => {},
    onFailure: () => {},
    onConnectionError: () => {},
    stopWithinMs: 1_000,
  });
  const jobs = Object.entries(crons).map(([name, cron]) => ({ name, cron, run: async () => "" }));
  await runner.start(jobs);
  await runner.stop();
}

async function fillPayments(app: TestApp): Promise<void> {
  const end = app.clock.business();
  for (let ago = 23; ago >= 0; ago--) {
    app.clock.set(end.subtract({ hours: ago, minutes: (ago * 7) % 50 }).toString());
    for (let left = (ago * 5) % 7; left >= 0; left--) {
      const amount = left === 1 ? "1.05" : `${10 + left}.00`;
      const sale = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: amount };
      await post(app.server, "/api/qsapi/3.8", sale);
    }
  }
  app.clock.set(end.toString());
  await app.database.owner.rows`
    insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type,
      amount_cents, fingerprint, request, started_at, lease_until, state, asked)
    values (${ACCOUNT.account_id}, ${randomUUID()}, 323000900001, 'SALE', 4200, '', '{}',
      ${end.subtract({ minutes: 12 })}, ${end.add({ minutes: 3 })}, 'unknown', 4)`;
}

async function fillOutbox({ database, clock }: TestApp): Promise<void> {
  const accountId = ACCOUNT.account_id;
  await insertEndpoint(database.owner, accountId);
  await database.owner.rows`update outbox set delivered_at = created_at`;
  for (const event of [
    "transaction.approved",
    "transaction.declined",
    "transaction.returned",
  ] as const) {
    await writeWebhook(database.payments, { clock }, { accountId, event, transaction: {} });
  }
  await database.owner.rows`
    update outbox set set_aside_at = ${clock.wall()}, set_aside_why = 'gave_up', tries = 9
    where event = 'transaction.declined' and delivered_at is null`;
}

async function fillAudit({ server, database, custody, clock }: TestApp): Promise<void> {
  const at = { business: clock.business(), wall: clock.wall() };
  const after = {
    name: "Main Street Books",
    webhook: { url: "https://books.test/hook", isOn: true },
  };
  const before = { name: "Main Street", webhook: { url: "https://books.test/hook", isOn: false } };
  await recordAct(database.owner, anAct({ before, after, at }));
  await recordAct(database.owner, anAct({ action: "account.create", result: "refused", at }));
  for (let count = 0; count < 10; count++) {
    await new ConsoleClient(server).signIn({ ...PARTNER, password: "wrong" });
  }
  await new Chainer({ db: database.owner, custody }).chainAll();
}
