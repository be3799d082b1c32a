/** `retention report`: what is kept how long, for auditors. */
import type { Config } from "../../config.ts";
import { workLabel } from "../../core/calendar/work-label.ts";
import {
  makeRetentionReport,
  type ReportedTable,
  type RetentionReport,
} from "../../core/retention/report/retention-report.ts";
import { linesOrMessage, momentText, type OutputOptions, print } from "../output.ts";
import { withInstallation } from "../with-installation.ts";

export async function retentionReportCommand(
  config: Config,
  options: OutputOptions,
): Promise<void> {
  await withInstallation(config, async (installed) => {
    const report = await makeRetentionReport(installed, config.retention);
    print(options, writeDocument(report), writeLines(report));
  });
}

function writeDocument({ at, tables, held, lastPurges }: RetentionReport): object {
  return {
    at: momentText(at),
    tables: tables.map((row) => ({ ...row, oldestAt: row.oldestAt && momentText(row.oldestAt) })),
    held: held.map(({ work, why, counts, heldAt, upTo, allowedBy }) => {
      return { work, why, counts, heldAt: momentText(heldAt), upTo: momentText(upTo), allowedBy };
    }),
    lastPurges: lastPurges.map((run) => ({ ...run, startedAt: momentText(run.startedAt) })),
  };
}

function writeLines({ at, tables, held, lastPurges }: RetentionReport): string[] {
  return [
    `Retention at ${momentText(at)}`,
    "",
    ...tables.flatMap(tableLines),
    "",
    "Purges on hold:",
    ...linesOrMessage(
      "  none",
      held.map(({ work, why, heldAt }) => `  ${work}, since ${momentText(heldAt)}, because ${why}`),
    ),
    "Last purges:",
    ...linesOrMessage(
      "  none yet",
      lastPurges.map(
        ({ work, startedAt, outcome, summary }) =>
          `  ${work} (${workLabel(work)}), ${momentText(startedAt)}, ${outcome}: ${summary}`,
      ),
    ),
  ];
}

function tableLines({ table, what, keeps, because, oldestAt, isOverdue }: ReportedTable): string[] {
  const oldest = oldestAt === null ? "no rows" : `oldest ${momentText(oldestAt)}`;
  return [
    `${table}: ${what}`,
    `  kept ${keeps} (${because}); ${oldest}${isOverdue ? "; OVERDUE" : ""}`,
  ];
}
