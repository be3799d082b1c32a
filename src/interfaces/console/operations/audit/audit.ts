/** The audit log entries, newest first, and the integrity check of its hash chain. */

import {
  type AuditEntryFilter,
  AuditEntryStore,
  type StoredAuditEntry,
} from "../../../../core/audit/audit-entry-store.ts";
import { markText } from "../../../../core/audit/chain.ts";
import { ChainStore } from "../../../../core/audit/chain-store.ts";
import { beginCheck, type CheckNeeds } from "../../../../core/audit/check-audit.ts";
import { type AuditCheck, CheckStore } from "../../../../core/audit/check-store.ts";
import { findingText } from "../../../../core/audit/finding.ts";
import { asJson } from "../../as-json.ts";
import type { CursorPage } from "../../contract.ts";
import { cursorId, cursorPage } from "../../cursor-page.ts";
import { parseStorableTime } from "../../day-range.ts";
import { conflict } from "../../errors.ts";
import { numericId } from "../../ids.ts";
import { addList } from "../../lists/export-list.ts";
import { AUDIT_COLUMNS } from "../../lists/operations-columns.ts";
import type { Call, Routes } from "../../routes.ts";
import type { AuditChain, AuditEntry, AuditLine, CheckLine } from "./contract.ts";

const CHECKS_SHOWN = 10;
const RESULTS = ["done", "refused", "failed"] as const;

export function addAudit(routes: Routes, needs: CheckNeeds): void {
  const entries = new AuditEntryStore(needs.db);
  addList(routes, {
    ...{ path: "/operations/audit", needs: "audit", name: "audit-log" },
    columns: AUDIT_COLUMNS,
    read: async (call): Promise<CursorPage<AuditLine>> => {
      const take = call.query.take();
      const found = await entries.listEntries({ ...readEntryFilter(call), take: take + 1 });
      return cursorPage(found.map(writeAuditLine), take, ({ id }) => id);
    },
  });
  routes.get("/operations/audit/actions", "audit", () => entries.listActions());
  routes.get("/operations/audit/:id", "audit", async (call): Promise<AuditEntry | undefined> => {
    const id = numericId(call.param("id"));
    const entry = id === undefined ? undefined : await entries.findEntry(id);
    return entry && { ...writeAuditLine(entry), before: entry.before, after: entry.after };
  });
  addChain(routes, needs);
}

function addChain(routes: Routes, needs: CheckNeeds): void {
  const { db, clock } = needs;
  routes.get("/operations/audit/chain", "audit", async (): Promise<AuditChain> => {
    const checks = new CheckStore(db);
    await checks.endDeadChecks(clock.wall());
    const [{ head, anchor }, last] = await Promise.all([
      new ChainStore(db).readEnds(),
      checks.listNewestChecks(CHECKS_SHOWN),
    ]);
    const removed = anchor?.sequence ?? 0n;
    return {
      head: head === undefined ? null : markText(head),
      length: Number((head?.sequence ?? 0n) - removed),
      removed: Number(removed),
      checks: last.map(writeCheck),
    };
  });
  routes.post("/operations/audit/chain/check", "audit", async ({ actor, from }) => {
    const start = await beginCheck(needs, { actor, from });
    if (start.kind === "already_running") {
      throw conflict("A check is already running. See its progress here.");
    }
    return { id: start.id };
  });
}

function readEntryFilter(call: Call): Omit<AuditEntryFilter, "take"> {
  const { query } = call;
  return {
    actor: query.text("actor"),
    action: query.text("action"),
    subjectKind: query.text("subject"),
    subjectId: query.text("subjectId"),
    result: query.choice("result", RESULTS),
    since: readTime(call, "since"),
    until: readTime(call, "until"),
    olderThan: cursorId(call.query, "after"),
  };
}

function writeAuditLine({ before: _, after: __, ...line }: StoredAuditEntry): AuditLine {
  return asJson(line);
}

function writeCheck({ report, ...check }: AuditCheck): CheckLine {
  return {
    ...asJson(check),
    good: report?.good ?? null,
    head: report?.head ?? null,
    findingCount: report?.findingCount ?? 0,
    findings: (report?.findings ?? []).map(findingText),
  };
}

function readTime({ query }: Call, name: "since" | "until"): Temporal.Instant | undefined {
  const text = query.text(name);
  if (text === undefined) return undefined;
  const moment = parseStorableTime(text);
  if (moment === undefined) throw conflict("Choose a valid date and time.");
  return moment;
}
