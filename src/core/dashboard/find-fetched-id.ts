/** What became of an id that a page fetched when it was opened. Looking changes nothing. */
import { hash } from "node:crypto";
import type { Answer } from "../payments/answer.ts";
import type { EarlierStore } from "../payments/attempts/earlier-store.ts";
import type { IdStore } from "../payments/ids/id-store.ts";

export interface FetchedIdNeeds {
  readonly earlier: EarlierStore;
  readonly issuedIds: Pick<IdStore, "isIssued">;
}

export type FetchedIdState =
  | { readonly kind: "answered"; readonly answer: Answer }
  /** Under way, or nobody can tell yet. */
  | { readonly kind: "unknown" }
  /** Nothing was begun with it so far. */
  | { readonly kind: "unused" };

/** A capture keeps its authorization's id, so the page's id is its key. */
export function pageIdKey(id: string): string {
  return `console ${id}`;
}

/** Undefined: it is nobody's, or too old. */
export async function findFetchedId(
  { earlier, issuedIds }: FetchedIdNeeds,
  accountId: string,
  id: string,
): Promise<FetchedIdState | undefined> {
  const byKey = await earlier.findEarlierByKey(accountId, hash("sha256", pageIdKey(id), "buffer"));
  const key = byKey ?? { accountId, transactionId: id, attemptId: undefined };
  const found = await earlier.findEarlierAttempt(key);
  if (found?.answer !== undefined) return { kind: "answered", answer: found.answer };
  if (found !== undefined) return { kind: "unknown" };
  return (await issuedIds.isIssued(accountId, id)) ? { kind: "unused" } : undefined;
}
