/** Reversals of files and batches: one operator requests them, another one approves them. */
import {
  approveReversal,
  type DecideOutcome,
  rejectReversal,
  requestReversal,
} from "../../../../core/ach/reversals/request-reversal.ts";
import { REVERSAL_REASONS } from "../../../../core/ach/reversals/reversal.ts";
import { ReversalStore } from "../../../../core/ach/reversals/reversal-store.ts";
import { REVERSAL_REFUSALS } from "../../../../core/ach/reversals/reversal-texts.ts";
import { asJson } from "../../as-json.ts";
import type { CursorPage } from "../../contract.ts";
import { cursorId, cursorPage } from "../../cursor-page.ts";
import { conflict } from "../../errors.ts";
import { numericId } from "../../ids.ts";
import { addList } from "../../lists/export-list.ts";
import { REVERSAL_COLUMNS } from "../../lists/operations-columns.ts";
import { actingParty, type Call, type Routes } from "../../routes.ts";
import type { OperationsBaseNeeds } from "../operations-needs.ts";
import type { ReversalLine } from "./contract.ts";

const BATCH = { min: 1, max: 9_999_999 } as const;

export function addReversals(routes: Routes, { payments: db, clock }: OperationsBaseNeeds): void {
  const needs = { db, clock };
  addList(routes, {
    ...{ path: "/operations/reversals", needs: "operations", name: "reversals" },
    columns: REVERSAL_COLUMNS,
    read: async (call): Promise<CursorPage<ReversalLine>> => {
      const take = call.query.take();
      const after = cursorId(call.query, "after");
      const reversals = await new ReversalStore(db).listReversals(take + 1, after);
      const lines = reversals.map((one) => asJson(one) as ReversalLine);
      return cursorPage(lines, take, ({ id }) => id);
    },
  });
  routes.post("/operations/reversals", "operations", async (call) => {
    const wish = readWish(call);
    const outcome = await requestReversal(needs, wish, actingParty(call));
    if (outcome.kind !== "requested") throw conflict(REVERSAL_REFUSALS[outcome.kind]);
    return { id: outcome.id };
  });
  routes.post("/operations/reversals/:id/approve", "operations", async (call) => {
    const id = numericId(call.param("id"));
    return id === undefined ? id : decision(await approveReversal(needs, id, actingParty(call)));
  });
  routes.post("/operations/reversals/:id/reject", "operations", async (call) => {
    const id = numericId(call.param("id"));
    return id === undefined ? id : decision(await rejectReversal(needs, id, actingParty(call)));
  });
}

function readWish({ body }: Call) {
  const wish = {
    fileName: body.text("fileName", { max: 200 }),
    batchNumber: body.has("batchNumber") ? body.whole("batchNumber", BATCH) : undefined,
    reason: body.choice("reason", REVERSAL_REASONS),
    note: body.text("note", { max: 500 }),
  };
  body.settle();
  return wish;
}

function decision(outcome: DecideOutcome) {
  if (outcome.kind === "approved" || outcome.kind === "rejected") return null;
  throw conflict(REVERSAL_REFUSALS[outcome.kind]);
}
