/** The report of one day among many transactions, against the same day among few. */

import type { BenchInstallation } from "../bench-installation.ts";
import type { Child } from "../child.ts";
import type { Cleaning } from "../cleaning.ts";
import { addSales } from "../reports/fill.ts";
import type { ReadPlan, ReadReport } from "../reports/plan.ts";
import { REPORT_PATH, reportBody, startReader } from "../reports/report-environment.ts";
import type { BenchRow } from "../row.ts";
import { ACCOUNTS } from "../sales.ts";
import type { Turn } from "../turn.ts";

const FEW = 100_000;
const MANY = 10_000_000;
/** Transactions of the requested day, in both. */
const OF_THE_DAY = 1_000;
/** The others are of many earlier days and of another account. */
const DAYS = 20;
const DAY_MS = 86_400_000;

export const growthReport: BenchRow = {
  name: "growth-report",
  about: "a day of 1,000 transactions out of 10 million against the same day out of 100 thousand",
  unit: "reports a second",
  better: "higher",
  // At most 1.2 times the cost.
  target: 1 / 1.2,

  async prepare(installation, cleaning, { scale }) {
    const reader = startReader(cleaning);
    const readAmong = async (count: number) => {
      const url = await openFilledEnvironment(installation, cleaning, Math.ceil(count * scale));
      return read(reader, { url, body: reportBody({ transaction_date: toDate(yesterday()) }) });
    };
    return { product: await readAmong(MANY), peer: await readAmong(FEW) };
  },
};

function read(reader: Child, plan: ReadPlan): Turn {
  return async (seconds) => {
    const { reports, lastedMs, firstByteMs } = await reader.ask<ReadReport>({ ...plan, seconds });
    return { value: (reports / lastedMs) * 1_000, figures: { "first byte ms": firstByteMs } };
  };
}

/** Noon in New York is on the same day in all nearby time zones. */
function yesterday(): Temporal.Instant {
  return Temporal.Now.zonedDateTimeISO("America/New_York")
    .subtract({ days: 1 })
    .with({ hour: 12, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
    .toInstant();
}

function toDate(moment: Temporal.Instant): string {
  return moment.toZonedDateTimeISO("America/New_York").toPlainDate().toString();
}

async function openFilledEnvironment(
  installation: BenchInstallation,
  cleaning: Cleaning,
  count: number,
) {
  const { productUrl, owner } = await installation.openEnvironment(cleaning);
  const [own, other] = ACCOUNTS;
  const day = yesterday();
  await addSales(owner, { accountId: own.account_id, count: OF_THE_DAY, from: day, stepMs: 1_000 });
  const rest = Math.max(1, Math.ceil((count - OF_THE_DAY) / 2));
  const before = day.subtract({ hours: 24 * (DAYS + 1) });
  for (const [place, { account_id: accountId }] of [own, other].entries()) {
    const offset = OF_THE_DAY + place * rest;
    const stepMs = (DAYS * DAY_MS) / rest;
    await addSales(owner, { accountId, count: rest, offset, from: before, stepMs });
  }
  await owner.rows`vacuum analyze transactions`;
  return productUrl + REPORT_PATH;
}
