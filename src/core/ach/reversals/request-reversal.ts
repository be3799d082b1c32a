/** One operator requests the reversal of a file or batch, and another one approves or rejects it. */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { SecondPersonRefusal } from "../../../values/logins/second-person.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import { isReversalFile, isTooLate, type ReversalReason } from "./reversal.ts";
import { ReversalStore, type ReversibleFile } from "./reversal-store.ts";

export interface ReversalNeeds {
  /** Uses the payments role or the role that owns the tables. */
  readonly db: DatabasePool;
  readonly clock: Clock;
}

export interface ReversalWish {
  readonly fileName: string;
  /** Undefined: the whole file. */
  readonly batchNumber: number | undefined;
  readonly reason: ReversalReason;
  readonly note: string;
}

export interface DecidingOperator {
  /** By its name the operator is found, and compared with who asked. */
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

export type RequestOutcome =
  | { readonly kind: "requested"; readonly id: string }
  | { readonly kind: "not_found" }
  | { readonly kind: "no_batch" }
  | { readonly kind: "not_sent" }
  | { readonly kind: "unconfirmed" }
  | { readonly kind: "is_reversal" }
  | { readonly kind: "too_late" }
  /** The file or one of its batches was reversed, or somebody has asked for it. */
  | { readonly kind: "already" };

export type DecideOutcome =
  | { readonly kind: "approved" | "rejected" }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_waiting" }
  | { readonly kind: SecondPersonRefusal }
  | { readonly kind: "too_late" };

/** Rolls the request back. */
class AlreadyReversed extends Error {}

export async function requestReversal(
  needs: ReversalNeeds,
  wish: ReversalWish,
  by: DecidingOperator,
): Promise<RequestOutcome> {
  const file = await new ReversalStore(needs.db).findFile(wish.fileName);
  const refusal = refuseRequest(needs, file, wish);
  if (file === undefined || refusal !== undefined) return refusal ?? { kind: "not_found" };
  const batches = wish.batchNumber === undefined ? file.batches : [wish.batchNumber];
  try {
    const insert = (db: Database) => insertRequest(db, needs, { file, batches, wish, by });
    return { kind: "requested", id: await needs.db.atomically(insert) };
  } catch (error) {
    if (error instanceof AlreadyReversed) return { kind: "already" };
    throw error;
  }
}

function refuseRequest(
  { clock }: ReversalNeeds,
  file: ReversibleFile | undefined,
  { batchNumber }: ReversalWish,
): RequestOutcome | undefined {
  if (file === undefined) return { kind: "not_found" };
  if (isReversalFile(file.cutOff)) return { kind: "is_reversal" };
  if (file.state !== "handed_over") return { kind: "not_sent" };
  if (file.isUnconfirmed) return { kind: "unconfirmed" };
  if (batchNumber !== undefined && !file.batches.includes(batchNumber)) return { kind: "no_batch" };
  const settlesOn = Temporal.PlainDate.from(file.settlesOn);
  return isTooLate(settlesOn, clock.business()) ? { kind: "too_late" } : undefined;
}

interface Request {
  readonly file: ReversibleFile;
  readonly batches: readonly number[];
  readonly wish: ReversalWish;
  readonly by: DecidingOperator;
}

async function insertRequest(db: Database, { clock }: ReversalNeeds, request: Request) {
  const { file, batches, wish, by } = request;
  const store = new ReversalStore(db);
  const { batchNumber, reason, note } = wish;
  const times = { by: by.actor.name, at: clock.wall() };
  const id = await store.insertReversal({ fileId: file.id, batchNumber, reason, note, ...times });
  const claimed = await store.claimBatches(id, file.id, batches);
  if (claimed !== batches.length || claimed === 0) throw new AlreadyReversed();
  await recordReversalAct(db, by, { action: "ach_reversal.request", id, after: { ...wish } });
  return id;
}

export async function approveReversal(
  needs: ReversalNeeds,
  id: string,
  by: DecidingOperator,
): Promise<DecideOutcome> {
  return needs.db.atomically(async (db) => {
    const reversal = await new ReversalStore(db).findReversal(id);
    if (reversal === undefined) return { kind: "not_found" };
    const settlesOn = Temporal.PlainDate.from(reversal.settlesOn);
    if (isTooLate(settlesOn, needs.clock.business())) return expireAtApproval(db, id, by);
    if (await decideReversal(db, needs, { id, by, state: "approved" })) return { kind: "approved" };
    const asking = { by: by.actor.name, at: needs.clock.wall() };
    return { kind: (await new ReversalStore(db).findRefusal(id, asking)) ?? "not_waiting" };
  });
}

async function expireAtApproval(
  db: Database,
  id: string,
  by: DecidingOperator,
): Promise<DecideOutcome> {
  const store = new ReversalStore(db);
  if ((await store.lockInState(id, "requested")) === undefined) return { kind: "not_waiting" };
  await store.giveUpReversal(id, "expired");
  await recordReversalAct(db, by, { action: "ach_reversal.expire", id });
  return { kind: "too_late" };
}

/** Also the operator who asked for it can take it back. */
export async function rejectReversal(
  needs: ReversalNeeds,
  id: string,
  by: DecidingOperator,
): Promise<DecideOutcome> {
  return needs.db.atomically(async (db) => {
    const store = new ReversalStore(db);
    if (!(await decideReversal(db, needs, { id, by, state: "rejected" }))) {
      return { kind: (await store.findReversal(id)) === undefined ? "not_found" : "not_waiting" };
    }
    await store.releaseBatches(id);
    return { kind: "rejected" };
  });
}

const DECISION_ACTIONS = {
  approved: "ach_reversal.approve",
  rejected: "ach_reversal.reject",
} as const;

interface Decision {
  readonly id: string;
  readonly by: DecidingOperator;
  readonly state: keyof typeof DECISION_ACTIONS;
}

/** False: it does not wait for a decision, or not for one of this operator. */
async function decideReversal(
  db: Database,
  { clock }: ReversalNeeds,
  { id, by, state }: Decision,
): Promise<boolean> {
  const decision = { state, by: by.actor.name, at: clock.wall() };
  if (!(await new ReversalStore(db).decideReversal(id, decision))) return false;
  await recordReversalAct(db, by, { action: DECISION_ACTIONS[state], id });
  return true;
}

async function recordReversalAct(
  db: Database,
  { actor, from }: DecidingOperator,
  act: {
    readonly action: `ach_reversal.${string}`;
    readonly id: string;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { action, id, after } = act;
  const subject = { kind: "ach_reversal", id };
  await recordAct(db, { actor, action, subject, after, result: "done", from });
}
