/**
 * Imports and retires base keys of terminals. Two operators each enter one component; key custody
 * checks that they are two people. Every attempt is recorded in the audit log.
 */
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../ports/clock.ts";
import type {
  BaseKeyClaim,
  BaseKeyEntry,
  BaseKeyRegister,
  ImportOutcome,
  KeyComponent,
} from "../../../ports/key-custody.ts";
import { type Act, type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";

export interface BaseKeyNeeds {
  readonly db: Database;
  readonly baseKeys: BaseKeyRegister;
  readonly clock: Pick<Clock, "wall">;
}

export interface KeyActor {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** The first operator states what the key is for. Key custody tells operators apart by name. */
export async function startKeyImport(
  needs: BaseKeyNeeds,
  { claim, component }: { readonly claim: BaseKeyClaim; readonly component: KeyComponent },
  by: KeyActor,
): Promise<ImportOutcome> {
  const outcome = await needs.baseKeys.startImport(claim, component, by.actor.name);
  const { name, kind, ksi } = claim;
  const act = { action: "base_key.start_import", name, isDone: isStored(outcome) } as const;
  await recordKeyAct(needs, by, { ...act, after: { kind, ksi, ...auditedOutcome(outcome) } });
  return outcome;
}

export async function finishKeyImport(
  needs: BaseKeyNeeds,
  { name, component }: { readonly name: string; readonly component: KeyComponent },
  by: KeyActor,
): Promise<ImportOutcome> {
  const person = { name: by.actor.name, at: needs.clock.wall() };
  const outcome = await needs.baseKeys.finishImport(name, component, person);
  const act = { action: "base_key.finish_import", name, isDone: isStored(outcome) } as const;
  await recordKeyAct(needs, by, { ...act, after: auditedOutcome(outcome) });
  return outcome;
}

/** Retires an active key or cancels a pending import. Returns false if there is neither. */
export async function retireBaseKey(
  needs: BaseKeyNeeds,
  name: string,
  by: KeyActor,
): Promise<boolean> {
  const entries = await needs.baseKeys.listBaseKeys();
  const before = entries.find((entry) => entry.name === name && isInUse(entry));
  const isDone = await needs.baseKeys.retire(name);
  const was = before && { state: before.state, checkValue: before.checkValue };
  await recordKeyAct(needs, by, { action: "base_key.retire", name, isDone, before: was });
  return isDone;
}

function isInUse({ state }: BaseKeyEntry): boolean {
  return state === "active" || state === "pending";
}

function isStored({ kind }: ImportOutcome): boolean {
  return kind === "kept";
}

/** Check values are not secret: operators compare them. */
function auditedOutcome(outcome: ImportOutcome): object {
  return outcome.kind === "kept" ? { checkValue: outcome.checkValue } : { why: outcome.why };
}

interface KeyAct extends Pick<Act, "action" | "before" | "after"> {
  readonly name: string;
  readonly isDone: boolean;
}

/** Key custody commits keys by itself, so the audit entry is written right after. */
async function recordKeyAct(
  { db }: BaseKeyNeeds,
  { actor, from }: KeyActor,
  { name, isDone, ...act }: KeyAct,
): Promise<void> {
  const result = isDone ? "done" : "refused";
  await recordAct(db, { actor, ...act, subject: { kind: "key", id: name }, result, from });
}
