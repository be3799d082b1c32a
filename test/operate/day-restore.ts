/** A copy of the installation at a moment of the day: in safe mode first, then released. */
import assert from "node:assert/strict";
import path from "node:path";
import type { TestContext } from "node:test";
import { findDatabase } from "../faults/installation.ts";
import { Ledger } from "../faults/ledger.ts";
import { ACCOUNTS, Merchant } from "../faults/merchant.ts";
import { WitnessHost } from "../faults/witness-host.ts";
import { makeDataDir, serve } from "../kit/process.ts";
import { openReceiver } from "../kit/receiver.ts";
import { until } from "../kit/until.ts";
import { listTransactionIds } from "./day-books.ts";
import { restoreComplaints } from "./day-checker.ts";
import type { DayInstallation } from "./day-installation.ts";
import type { DayLoad } from "./day-load.ts";

const ARCHIVED_WITHIN_MS = 120_000;
/** One in a few orders of the host is declined or lost. */
const PAID_WITHIN_MS = 120_000;

/** Restores a moment under load and looks at the copy. Returns a line for the report. */
export async function restoreMoment(
  t: TestContext,
  installation: DayInstallation,
  load: DayLoad,
): Promise<string> {
  const at = Temporal.Now.instant();
  await untilArchived(installation, at);
  const own = await openCopySettings(t, installation);
  const started = performance.now();
  const folder = installation.settings["BACKUP_DIR"] ?? "";
  const words = ["restore", "--to", at.toString(), "--folder", folder];
  await installation.commandDone(words, own.settings);
  const tookMs = performance.now() - started;
  const { child, url } = await serve(t, { ...installation.settings, ...own.settings });
  const copyUrl = await findDatabase(own.settings.DATA_DIR);
  const ids = await listTransactionIds(copyUrl);
  assert.deepEqual(restoreComplaints(load.sent, { ids, moment: at.epochMilliseconds }), []);
  for (const account of ACCOUNTS) {
    const hook = ["accounts", "webhook", account, "--url", own.receiver.url];
    await installation.commandDone(hook, own.settings);
  }
  await assertSafe(t, url);
  assert.equal(own.host.orders.length, 0, "a copy in safe mode called the card host");
  assert.equal(own.receiver.arrivals.length, 0, "a copy in safe mode sent a webhook");
  await installation.commandDone(["restore", "release"], own.settings);
  await assertReleased(t, url);
  assert.equal((await child.stop()).code, 0);
  return `restored to a moment in ${Math.round(tookMs / 1_000)} s: ${ids.size} transactions, safe mode, released`;
}

/** The log is copied every few seconds. */
async function untilArchived(installation: DayInstallation, at: Temporal.Instant): Promise<void> {
  const isArchived = async () => {
    const { backups } = JSON.parse(await installation.commandDone(["backup", "list", "--json"]));
    const until = Temporal.Instant.from(backups.at(-1).restorableUntil);
    return Temporal.Instant.compare(until, at.add({ seconds: 1 })) > 0;
  };
  await until(isArchived, ARCHIVED_WITHIN_MS);
}

/** The copy has a card host and a webhook receiver of its own, which notice every call. */
async function openCopySettings(t: TestContext, { dataDir }: DayInstallation) {
  const host = await WitnessHost.open(t);
  const receiver = await openReceiver(t);
  const folder = await makeDataDir(t);
  return {
    host,
    receiver,
    settings: {
      DATA_DIR: folder,
      // It must not add its own log to the archive of the original.
      BACKUP_DIR: "",
      MASTER_KEY_FILE: path.join(dataDir, "master.key"),
      CARD_HOST_URL: host.url,
    },
  };
}

async function assertSafe(t: TestContext, url: string): Promise<void> {
  const { kind } = await payOnce(t, url, "safe");
  assert.equal(kind, "temporary", "a copy in safe mode took a payment");
  const ready = await (await fetch(`${url}/health/ready`)).text();
  assert.match(ready, /safe mode/);
}

async function assertReleased(t: TestContext, url: string): Promise<void> {
  let round = 0;
  const isPaid = async () => (await payOnce(t, url, `copy${round++}`)).kind === "approved";
  await until(isPaid, PAID_WITHIN_MS);
}

async function payOnce(t: TestContext, url: string, name: string) {
  const wish = { accountId: ACCOUNTS[0] ?? "", way: "key", type: "SALE" } as const;
  return new Merchant(t).pay(url, new Ledger(`${name}n`).open(wish));
}
