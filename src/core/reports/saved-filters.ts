/** Named report filters of an account. Saving and removing are audited. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Act, type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { FilterStore, type SavedFilter, type SavedQuestion } from "./filter-store.ts";

export interface FilterNeeds {
  readonly db: DatabasePool;
  readonly clock: Clock;
}

export interface FilterActor {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

export type SaveFilterOutcome =
  | { readonly kind: "saved"; readonly id: string }
  | { readonly kind: "too_many" };

export const FILTERS_MAX = 100;

export function listFilters(
  { db }: Pick<FilterNeeds, "db">,
  accountId: string,
): Promise<readonly SavedFilter[]> {
  return db.within({ accountId }, (scope) => new FilterStore(scope, accountId).listFilters());
}

export function saveFilter(
  { db, clock }: FilterNeeds,
  accountId: string,
  { name, question, by }: { name: string; question: SavedQuestion; by: FilterActor },
): Promise<SaveFilterOutcome> {
  return db.within({ accountId }, async (scope): Promise<SaveFilterOutcome> => {
    const filters = new FilterStore(scope, accountId);
    const known = await filters.listFilters();
    const before = known.find((one) => one.name === name);
    if (before === undefined && known.length >= FILTERS_MAX) return { kind: "too_many" };
    const savedBy = by.actor.name;
    const id = await filters.saveFilter({ name, question, savedBy, updatedAt: clock.wall() });
    const after = { name, question };
    await recordAct(scope, {
      ...filterAct(accountId, id, by),
      action: "report_filter.save",
      ...(before && { before: { name, question: before.question } }),
      after,
    });
    return { kind: "saved", id };
  });
}

/** Returns false if the filter does not exist. */
export function removeFilter(
  { db }: Pick<FilterNeeds, "db">,
  accountId: string,
  { id, by }: { readonly id: string; readonly by: FilterActor },
): Promise<boolean> {
  return db.within({ accountId }, async (scope) => {
    const before = await new FilterStore(scope, accountId).removeFilter(id);
    if (before === undefined) return false;
    const act = {
      ...filterAct(accountId, id, by),
      before,
      action: "report_filter.remove" as const,
    };
    await recordAct(scope, act);
    return true;
  });
}

function filterAct(accountId: string, id: string, { actor, from }: FilterActor) {
  const subject = { kind: "report_filter", id: `${accountId}/${id}` };
  return { actor, from, subject, result: "done" } satisfies Partial<Act>;
}
