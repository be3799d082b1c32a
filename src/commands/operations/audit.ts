/** `audit`: lists entries of the audit log, and verifies that none was changed. */
import type { Config } from "../../config.ts";
import {
  type AuditEntryFilter,
  AuditEntryStore,
  type StoredAuditEntry,
} from "../../core/audit/audit-entry-store.ts";
import { parseMark } from "../../core/audit/chain.ts";
import { findingText } from "../../core/audit/finding.ts";
import { type AuditReport, verifyAudit } from "../../core/audit/verify-audit.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { parseMoment } from "../../values/time-span.ts";
import { readTake } from "../options.ts";
import {
  linesOrMessage,
  momentText,
  type OutputOptions,
  print,
  withoutControls,
} from "../output.ts";
import { withInstallation } from "../with-installation.ts";

export interface VerifyAuditOptions extends OutputOptions {
  /** A head that was copied from the log. */
  readonly head?: string;
}

export async function verifyAuditCommand(
  config: Config,
  options: VerifyAuditOptions,
): Promise<void> {
  const logged = options.head === undefined ? undefined : parseMark(options.head);
  if (options.head !== undefined && logged === undefined) {
    throw new StartError(
      "Invalid --head. Copy it from a log line with the message head of the audit log: 1234:… (43 characters after the colon).",
    );
  }
  await withInstallation(config, async ({ owner, custody }) => {
    const report = await verifyAudit({ db: owner, custody }, { logged });
    print(options, report, reportLines(report));
    if (!report.isSound) commandProcess().exitCode = 1;
  });
}

function reportLines(report: AuditReport): readonly string[] {
  const { good, head, removed, findings, findingCount, logged } = report;
  const more = findingCount - findings.length;
  return [
    ...findings.map(findingText),
    ...(more > 0 ? [`and ${more} more findings`] : []),
    `${good} entries are unchanged.`,
    ...(removed === "0" ? [] : [`${removed} older entries were removed by retention.`]),
    head === null ? "The audit log is empty." : `Head ${head}`,
    ...(logged === "removed" ? ["The given head is older than the oldest stored entry."] : []),
    report.isSound
      ? "The audit log is intact."
      : "The audit log was changed outside Sixdoors. Compare it with a backup.",
  ];
}

export interface ShowAuditOptions extends OutputOptions {
  /** A kind, or a kind and an id: "account" or "account:120000000001". */
  readonly subject?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly since?: string;
  readonly olderThan?: string;
  readonly take?: string;
}

const TAKE = 50;

export async function showAuditCommand(config: Config, options: ShowAuditOptions): Promise<void> {
  const filter = readFilter(options);
  await withInstallation(config, async ({ owner }) => {
    const entries = await new AuditEntryStore(owner).listEntries(filter);
    const last = entries.length === filter.take ? entries.at(-1)?.id : undefined;
    const more = last === undefined ? [] : [`More: --older-than ${last}`];
    print(
      options,
      { entries },
      linesOrMessage("No matching entries.", [...entries.map(entryLine), ...more]),
    );
  });
}

function readFilter(options: ShowAuditOptions): AuditEntryFilter {
  const { subject, actor, action, olderThan } = options;
  const [, subjectKind, subjectId] = /^([^:]*)(?::(.*))?$/s.exec(subject ?? "") ?? [];
  const since = options.since === undefined ? undefined : parseMoment(options.since);
  if (options.since !== undefined && since === undefined) {
    throw new StartError("Invalid --since. Use 2026-12-01 or 2026-12-01T17:00:00Z.");
  }
  if (olderThan !== undefined && !/^\d{1,18}$/.test(olderThan)) {
    throw new StartError("--older-than must be the number of an entry.");
  }
  const take = readTake(options.take, TAKE);
  const kind = subjectKind === "" ? undefined : subjectKind;
  return { subjectKind: kind, subjectId, actor, action, since, olderThan, take };
}

function entryLine(entry: StoredAuditEntry): string {
  const { id, wallAt, actorKind, actorName, action, subjectKind, subjectId, result } = entry;
  const at = momentText(wallAt);
  const place = [entry.interfaceName, entry.address].filter((part) => part !== null).join(" ");
  const parts = [
    `${id}  ${at}  ${actorKind} ${actorName}  ${action} ${subjectKind} ${subjectId}: ${result}`,
    ...(place === "" ? [] : [`from ${place}`]),
    ...(entry.before === null ? [] : [`before ${JSON.stringify(entry.before)}`]),
    ...(entry.after === null ? [] : [`after ${JSON.stringify(entry.after)}`]),
  ];
  return withoutControls(parts.join("  "));
}
