/** An operator allows a purge that is held: once, for what was shown, and audited with the counts. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { type HeldPurge, PurgeStore } from "./purge-store.ts";

export interface AllowedBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** Undefined: nothing of this name is held, or something else than the operator has seen. */
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
