/** An installation with a million transactions of one account, and the two ways to read them. */
import path from "node:path";
import { everyReportColumn, selectReportColumns } from "../../src/core/reports/column-list-sql.ts";
import { selectRecords } from "../../src/core/reports/conditions-sql.ts";
import type { Criteria } from "../../src/core/reports/criteria.ts";
import { BY_INDEX } from "../../src/core/reports/run/report-store.ts";
import { inlineValues } from "../../src/db/literal.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import { sql } from "../../src/db/sql.ts";
import { Child } from "../child.ts";
import type { Cleaning } from "../cleaning.ts";
import type { Environment } from "../environment.ts";
import { ACCOUNTS } from "../sales.ts";
import type { Turn } from "../turn.ts";
import { addSales } from "./fill.ts";
import type { CopyPlan, CopyReport, ReadPlan, ReadReport } from "./plan.ts";

export const REPORT_PATH = "/api/rsapi/3.8";
const COUNT = 1_000_000;
const [ACCOUNT] = ACCOUNTS;

export interface ReportEnvironment extends Environment {
  readonly count: number;
  readonly from: Temporal.Instant;
}

export async function fillReports(env: Environment, scale: number): Promise<ReportEnvironment> {
  const count = Math.ceil(COUNT * scale);
  const from = Temporal.Now.instant().subtract({ hours: 24 * 20 });
  await addSales(env.owner, { accountId: ACCOUNT.account_id, count, from, stepMs: 1_000 });
  await env.owner.rows`vacuum analyze transactions`;
  return { ...env, count, from };
}

export function startReader(cleaning: Cleaning): Child {
  return new Child(cleaning, { file: path.join(import.meta.dirname, "reader-process.ts") });
}

/** Reads the whole report through the interface. The value is rows per second, for every format. */
export function readReport(cleaning: Cleaning, env: ReportEnvironment, format: string): Turn {
  const reader = startReader(cleaning);
  const plan: ReadPlan = {
    url: env.productUrl + REPORT_PATH,
    body: reportBody({ response_format: format, start_date: "" }),
    metricsUrl: `${env.productUrl}/metrics`,
  };
  return async () => {
    const { lastedMs, bytes, firstByteMs, grownMib } = await reader.ask<ReadReport>(plan);
    return {
      value: (env.count / lastedMs) * 1_000,
      figures: {
        "first byte ms": firstByteMs,
        "grown MiB": grownMib,
        "MB a second": bytes / lastedMs / 1_000,
      },
    };
  };
}

export function reportBody(parameters: Record<string, string>): string {
  return new URLSearchParams({ ...ACCOUNT, ...parameters }).toString();
}

/** Copies the same rows by the same statement as CSV and discards them. */
export function copyAll(cleaning: Cleaning, env: ReportEnvironment): Turn {
  const child = new Child(cleaning, { file: path.join(import.meta.dirname, "copy-process.ts") });
  const plan = makeCopyPlan(env);
  return async () => {
    const { lastedMs, bytes } = await child.ask<CopyReport>(plan);
    return {
      value: (env.count / lastedMs) * 1_000,
      figures: { "MB a second": bytes / lastedMs / 1_000 },
    };
  };
}

function makeCopyPlan({ databaseUrl, from }: ReportEnvironment): CopyPlan {
  const criteria: Criteria = {
    accountIds: [ACCOUNT.account_id],
    timeZone: "America/New_York",
    records: "transactions",
    authorized: { until: from.add({ hours: 24 * 365 }) },
  };
  const shown = everyReportColumn().filter(({ isExtra }) => !isExtra);
  const columns = selectReportColumns(
    shown.map(({ shown: field }) => field),
    criteria,
  );
  const settings = {
    ...BY_INDEX,
    timezone: criteria.timeZone,
    role: APP_ROLE,
    "sixdoors.account_ids": ACCOUNT.account_id,
  };
  return {
    databaseUrl,
    settings: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    statement: inlineValues(
      sql`copy (select ${columns} from (${selectRecords(criteria)} offset 0) record) to stdout csv`,
    ),
  };
}
