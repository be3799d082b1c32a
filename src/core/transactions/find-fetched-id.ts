/** Finds the state of a transaction id that a page requested when it was opened. Changes nothing. */
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
  /** In progress, or its outcome is not known yet. */
  | { readonly kind: "unknown" }
  /** Issued, but not used yet. */
  | { readonly kind: "unused" };

/** The idempotency key of a capture. A capture keeps its authorization's id and cannot use this one. */
export function pageIdKey(id: string): string {
  return `console ${id}`;
}

/** Undefined if the id was not issued to this account or is too old. */
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
