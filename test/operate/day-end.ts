/** What must be true at the end of a day, and the figures that are reported. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { failoverComplaints } from "../faults/failover-checker.ts";
import { listOutcomes } from "../faults/ledger.ts";
import { ACCOUNTS, type Status } from "../faults/merchant.ts";
import { inTurn, type Proof } from "../faults/proof.ts";
import { assertToldOnce } from "../faults/told-once.ts";
import type { WitnessHost } from "../faults/witness-host.ts";
import { downloadReport, measureSizes, readDayBooks, type StoredRow } from "./day-books.ts";
import { dayComplaints } from "./day-checker.ts";
import {
  judgeFlat,
  judgeGrowth,
  listTableGrowth,
  type Sample,
  type Verdict,
} from "./day-figures.ts";
import type { DayInstallation } from "./day-installation.ts";
import type { DayLoad } from "./day-load.ts";

const MB = 1_048_576;
const COMPLAINTS_SHOWN = 20;
const TABLES_SHOWN = 12;
/** At the end, the status of so many payments is asked for. During the day it was asked for many more. */
const STATUSES = 2_000;
/** Dead rows that vacuum has made free for others: at most so much more than the rows need. */
const LOOSE_FACTOR = 1.6;

/** PostgreSQL lets its log grow to max_wal_size (1 GB), and a little beyond it under load. */
const LOG_LIMIT = { factor: 0, slack: 1_280 * MB };
/** Tables and indexes grow by pages, and autovacuum works in turns. */
const GROWTH = { factor: 1.5, slack: 1_024 };

export interface DayResult {
  readonly t: TestContext;
  readonly proof: Proof;
  readonly installation: DayInstallation;
  readonly load: DayLoad;
  readonly host: WitnessHost;
  readonly samples: readonly Sample[];
  /** The first day of reports. */
  readonly since: string;
  readonly listDeliveries: () => readonly string[];
}

export async function assertAllTrue(day: DayResult): Promise<void> {
  const { t, proof, installation } = day;
  await proof.quiet();
  const rows = await assertNothingLost(day);
  t.diagnostic(await assertToldOnce(installation.databaseUrl, day.listDeliveries));
  await assertReported(day, rows);
  const audit = await installation.commandDone(["audit", "verify"]);
  t.diagnostic(audit.trim().split("\n").at(-1) ?? "");
  const flat = judgeSamples(day.samples);
  for (const verdict of flat) t.diagnostic(verdictText(verdict));
  t.diagnostic(tableGrowthText(day.samples));
  const { kept, packed } = await measureSizes(installation.databaseUrl);
  t.diagnostic(`after the purges: ${text("size", kept)}, packed ${text("size", packed)}`);
  const grown = flat.filter(({ isFlat }) => !isFlat).map(verdictText);
  assert.deepEqual(grown, [], "something grows");
  assert.ok(kept <= packed * LOOSE_FACTOR, "the disk has more than the payments explain");
}

async function assertNothingLost(day: DayResult): Promise<readonly StoredRow[]> {
  const { t, proof, load, host, installation } = day;
  const { payments } = proof.ledger;
  const { rows, attempts } = await readDayBooks(installation.databaseUrl);
  const cards = rows.filter(({ tender }) => tender !== "ACH");
  const statuses = await askStatuses(day);
  const cardPayments = payments.filter(({ tender }) => tender !== "ACH");
  const { orders } = host;
  const complaints = [
    ...load.complaints,
    ...dayComplaints({ rows, payments, changes: load.changes }),
    ...failoverComplaints({ orders, attempts, rows: cards, payments: cardPayments, statuses }),
  ];
  if (complaints.length > 0) {
    const shown = complaints.slice(0, COMPLAINTS_SHOWN).join("\n  ");
    proof.fail(`${complaints.length} complaints:\n  ${shown}`);
  }
  reportCounts(t, day, rows);
  return rows;
}

function reportCounts(t: TestContext, { load, host }: DayResult, rows: readonly StoredRow[]) {
  const count = (outcome: string) => host.orders.filter((one) => one.outcome === outcome).length;
  const { counts, sent } = load;
  t.diagnostic(
    `${sent.length} payments acknowledged, ${rows.length} transactions, none lost; ` +
      Object.entries(counts)
        .map(([kind, number]) => `${kind} ${number}`)
        .join(", "),
  );
  t.diagnostic(
    `card host: ${count("approved")} orders stand, ${count("declined")} declined, ` +
      `${count("reversed")} reversed, ${count("never_arrived")} never arrived; none charged twice`,
  );
}

/** Evenly over the day. */
async function askStatuses({ proof, load }: DayResult): Promise<ReadonlyMap<string, Status>> {
  const statuses = new Map<string, Status>();
  const cards = load.sent.filter(({ payment }) => payment.tender !== "ACH");
  const step = Math.max(1, Math.floor(cards.length / STATUSES));
  const asked = cards.filter((_, place) => place % step === 0);
  await inTurn(asked, async ({ payment }, place) => {
    const id = listOutcomes(payment)[0]?.transactionId ?? "";
    statuses.set(id, await proof.merchant.statusOf(proof.url(place), payment.accountId, id));
  });
  return statuses;
}

/** The report of each account has all of its transactions. */
async function assertReported({ proof, since }: DayResult, rows: readonly StoredRow[]) {
  for (const account of ACCOUNTS) {
    const ids = await downloadReport(proof.url(0), account, since);
    const own = rows.filter(({ accountId }) => accountId === account);
    const missing = own.filter(({ transactionId }) => !ids.has(transactionId));
    assert.deepEqual(missing.slice(0, COMPLAINTS_SHOWN), [], `${missing.length} not reported`);
  }
}

function judgeSamples(samples: readonly Sample[]): readonly Verdict[] {
  const memory = ["worker", "web 1", "web 2"].map((name) =>
    judgeFlat(samples, `memory of ${name}`, { factor: 1.25, slack: 32 * MB }),
  );
  const files = ["worker", "web 1", "web 2"].map((name) =>
    judgeFlat(samples, `open files of ${name}`, { factor: 1.25, slack: 16 }),
  );
  return [
    ...memory,
    judgeFlat(samples, "memory of the database", { factor: 1.25, slack: 64 * MB }),
    ...files,
    judgeFlat(samples, "connections of the database", { factor: 1.1, slack: 8 }),
    judgeFlat(samples, "size of its log", LOG_LIMIT),
    judgeGrowth(samples, "size of the database", GROWTH),
  ];
}

function verdictText({ name, second, last, most, isFlat }: Verdict): string {
  const [from, to, limit] = [second, last, most].map((value) => text(name, value));
  return `${name}: ${from} in the second quarter, ${to} in the last (at most ${limit}): ${isFlat ? "flat" : "GROWS"}`;
}

/** What explains the size of the database. */
function tableGrowthText(samples: readonly Sample[]): string {
  const tables = listTableGrowth(samples).slice(0, TABLES_SHOWN);
  const lines = tables.map(({ name, second, last }) => {
    return `${name} ${text("size", second)} and ${text("size", last)}`;
  });
  return `tables grew in the second and the last quarter: ${lines.join(", ")}`;
}

function text(name: string, value: number): string {
  if (name.endsWith("per payment")) return `${Math.round(value)} bytes`;
  return /^(memory|size)/.test(name) ? `${(value / MB).toFixed(1)} MB` : String(Math.round(value));
}
