/** Views of the transaction list. Each belongs to one user of an account. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { Clock } from "../../../ports/clock.ts";
import { type SavedView, SavedViewStore, type ViewOwner } from "./saved-view-store.ts";

export interface ViewNeeds {
  readonly db: DatabasePool;
  readonly clock: Clock;
}

export const VIEWS_MAX = 50;

export function listOwnViews(needs: ViewNeeds, owner: ViewOwner): Promise<readonly SavedView[]> {
  return withOwnViews(needs, owner, (views) => views.listViews());
}

/** Replaces a view with the same name. Returns undefined if the user has as many as allowed. */
export function saveOwnView(
  needs: ViewNeeds,
  owner: ViewOwner,
  view: Omit<SavedView, "id">,
): Promise<string | undefined> {
  const limits = { most: VIEWS_MAX, now: needs.clock.wall() };
  return withOwnViews(needs, owner, (views) => views.saveView(view, limits));
}

/** Returns false if the user has no such view. */
export function removeOwnView(needs: ViewNeeds, owner: ViewOwner, id: string): Promise<boolean> {
  return withOwnViews(needs, owner, (views) => views.removeView(id));
}

function withOwnViews<Result>(
  { db }: ViewNeeds,
  owner: ViewOwner,
  work: (views: SavedViewStore) => Promise<Result>,
): Promise<Result> {
  const { accountId } = owner;
  return db.within({ accountId }, (scope) => work(new SavedViewStore(scope, owner)));
}
