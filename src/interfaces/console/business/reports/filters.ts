/** Saved report filters, shared by all users of the account who can see reports. */
import type { SavedFilter, SavedQuestion } from "../../../../core/reports/filter-store.ts";
import {
  FILTERS_MAX,
  type FilterNeeds,
  listFilters,
  removeFilter,
  saveFilter,
} from "../../../../core/reports/saved-filters.ts";
import { conflict } from "../../errors.ts";
import { numericId } from "../../ids.ts";
import { merchantAccountId, merchantUser } from "../../merchant-user.ts";
import { Body } from "../../read.ts";
import { actingParty, type Call, type Routes } from "../../routes.ts";
import type { SavedReport } from "../contract.ts";
import { type ReportOrderNeeds, readReportOrder } from "./order.ts";
import { PARTS } from "./read.ts";

export interface FilterRouteNeeds extends FilterNeeds, ReportOrderNeeds {}

const NAME_MAX = 60;

export function addSavedFilters(routes: Routes, needs: FilterRouteNeeds): void {
  routes.get("/reports/filters", "reports", async (call): Promise<readonly SavedReport[]> => {
    return (await listFilters(needs, merchantAccountId(call))).map(writeFilter);
  });
  routes.post("/reports/filters", "reports", async (call) => {
    const name = call.body.text("name", { max: NAME_MAX });
    call.body.settle();
    const question = await readFilterToSave(needs, call);
    const kept = { name, question, by: actingParty(call) };
    const outcome = await saveFilter(needs, merchantAccountId(call), kept);
    if (outcome.kind === "saved") return { id: outcome.id };
    throw conflict(`You can save at most ${FILTERS_MAX} filters. Delete one first.`);
  });
  routes.delete("/reports/filters/:id", "reports", async (call) => {
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const isRemoved = await removeFilter(needs, merchantAccountId(call), {
      id,
      by: actingParty(call),
    });
    return isRemoved ? null : undefined;
  });
}

/** Only valid filters are saved. */
export async function readFilterToSave(
  needs: FilterRouteNeeds,
  call: Call,
): Promise<SavedQuestion> {
  const parts = call.body.object("question");
  await readReportOrder(needs, merchantUser(call), new Body(parts));
  const said = PARTS.flatMap((part) => {
    const value = parts[part];
    return typeof value === "string" && value.trim() !== "" ? [[part, value.trim()]] : [];
  });
  return Object.fromEntries(said);
}

function writeFilter({ id, name, question, savedBy, updatedAt }: SavedFilter): SavedReport {
  return { id, name, question, savedBy, updatedAt: updatedAt.toString() };
}
