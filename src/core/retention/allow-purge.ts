/** An operator allows a purge on hold, once and for the counts that were shown. It is audited. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { type HeldPurge, PurgeStore } from "./purge-store.ts";

export interface AllowedBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** Returns undefined if no such purge is on hold, or its counts differ from those that were shown. */
export async function allowPurge(
  db: DatabasePool,
  { work, upTo: seen }: { readonly work: string; readonly upTo?: Temporal.Instant },
  { actor, from }: AllowedBy,
): Promise<HeldPurge | undefined> {
  return db.atomically(async (transaction) => {
    const store = new PurgeStore(transaction);
    const held = (await store.listHeld()).find(
      (one) => one.work === work && (seen === undefined || one.upTo.equals(seen)),
    );
    if (held === undefined || !(await store.markAllowed(held, actor.name))) return undefined;
    await store.retryNow(work);
    const { upTo, counts, why } = held;
    await recordAct(transaction, {
      actor,
      action: "purge.allow",
      subject: { kind: "purge", id: work },
      after: { upTo: upTo.toString({ smallestUnit: "second" }), counts, why },
      result: "done",
      from,
    });
    return held;
  });
}
