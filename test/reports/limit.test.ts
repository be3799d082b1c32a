/** The time limit of a snapshot, whatever the reader does. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { type TestContext, test } from "node:test";
import { FileSpools } from "../../src/adapters/file-spool.ts";
import { everyReportColumn } from "../../src/core/reports/column-list-sql.ts";
import { ReportQueue } from "../../src/core/reports/run/report-queue.ts";
import { ReportStore } from "../../src/core/reports/run/report-store.ts";
import { ReportTooSlow, runReport } from "../../src/core/reports/run/run-report.ts";
import { openFormat } from "../../src/wire/report-formats.ts";
import { ACCOUNT } from "../kit/app.ts";
import { addMany, running } from "../kit/report-streams.ts";
import { openReportEnvironment } from "../kit/reports.ts";
import { until } from "../kit/until.ts";

interface Wishes {
  readonly count: number;
  /** The quota of the spool. With none, the reader's speed limits the report. */
  readonly bytesMax: number;
  readonly limitMs: number;
}

async function openReport(t: TestContext, { count, bytesMax, limitMs }: Wishes) {
  const { database } = await openReportEnvironment(t);
  await addMany(database.owner, count);
  const columns = everyReportColumn();
  const needs = {
    queue: new ReportQueue({ perAccount: 1, inAll: 1, waitMs: 0 }),
    sources: { listSources: async () => [new ReportStore(database.app)] },
    spools: new FileSpools({ folder: tmpdir(), bytesMax }),
    snapshotLimitMs: limitMs,
    pacing: () => ({ pace: async () => {} }),
  };
  const answer = await runReport(needs, {
    callerId: ACCOUNT.account_id,
    query: {
      criteria: {
        accountIds: [ACCOUNT.account_id],
        timeZone: "America/New_York",
        records: "transactions",
        authorized: { until: Temporal.Instant.from("2027-01-01T00:00:00Z") },
      },
      shown: columns.map(({ shown }) => shown),
    },
    format: openFormat("CSV", columns),
    left: new AbortController().signal,
  });
  const stream = answer.kind === "report" ? answer.stream : assert.fail(answer.kind);
  const isQuiet = async () => (await running(database.owner)) === 0;
  return { stream, isQuiet, needs };
}

test("a report without spool is aborted if its reader is too slow", async (t) => {
  const { stream, isQuiet, needs } = await openReport(t, {
    count: 15_000,
    bytesMax: 0,
    limitMs: 2_000,
  });
  const broken = new Promise((resolve) => stream.once("error", resolve));
  assert.equal(await isQuiet(), false);
  assert.ok((await broken) instanceof ReportTooSlow);
  await until(isQuiet, 2_000);
  const enter = () => needs.queue.enter(ACCOUNT.account_id, new AbortController().signal);
  await until(async () => (await enter()) !== undefined, 2_000);
});

test("a report without a first row within the time limit fails as too slow", async (t) => {
  const slow = openReport(t, { count: 1, bytesMax: 0, limitMs: 1 });
  await assert.rejects(slow, ReportTooSlow);
});

test("once the snapshot is closed, the reader may take any time", async (t) => {
  const { stream, isQuiet } = await openReport(t, {
    count: 3_000,
    bytesMax: 2 ** 30,
    limitMs: 3_000,
  });
  await until(isQuiet);
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  let bytes = 0;
  for await (const piece of stream) bytes += (piece as Buffer).length;
  assert.ok(bytes > 3_000 * 1_000);
});
