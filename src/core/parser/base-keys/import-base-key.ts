/**
 * Terminal base keys as operators handle them: two of them bring one in, a component each, and any of
 * them retires it. That the two are two is custody's to hold; here every try is put on record.
 */
import type { Database } from "../../../db/database.ts";
import type {
  BaseKeyClaim,
  BaseKeyEntry,
  BaseKeyRegister,
  ImportOutcome,
  KeyComponent,
} from "../../../ports/key-custody.ts";
import { type Act, type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";

export interface TerminalKeyNeeds {
  readonly db: Database;
  readonly baseKeys: BaseKeyRegister;
}

export interface KeyActor {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** The first of two people names what the key is for; custody knows people by their names. */
export async function startKeyImport(
  needs: TerminalKeyNeeds,
  { claim, component }: { readonly claim: BaseKeyClaim; readonly component: KeyComponent },
  by: KeyActor,
): Promise<ImportOutcome> {
  const outcome = await needs.baseKeys.startImport(claim, component, by.actor.name);
  const { name, kind, ksi } = claim;
  const act = { action: "base_key.start_import", name, isDone: isKept(outcome) } as const;
  await record(needs, by, { ...act, after: { kind, ksi, ...told(outcome) } });
  return outcome;
}

export async function finishKeyImport(
  needs: TerminalKeyNeeds,
  { name, component }: { readonly name: string; readonly component: KeyComponent },
  by: KeyActor,
): Promise<ImportOutcome> {
  const outcome = await needs.baseKeys.finishImport(name, component, by.actor.name);
  const act = { action: "base_key.finish_import", name, isDone: isKept(outcome) } as const;
  await record(needs, by, { ...act, after: told(outcome) });
  return outcome;
}

/** Retires an active key, or gives up a pending import. False: neither is there. */
export async function retireKey(
  needs: TerminalKeyNeeds,
  name: string,
  by: KeyActor,
): Promise<boolean> {
  const entries = await needs.baseKeys.list();
  const before = entries.find((entry) => entry.name === name && isInUse(entry));
  const isDone = await needs.baseKeys.retire(name);
  const was = before && { state: before.state, checkValue: before.checkValue };
  await record(needs, by, { action: "base_key.retire", name, isDone, before: was });
  return isDone;
}

function isInUse({ state }: BaseKeyEntry): boolean {
  return state === "active" || state === "pending";
}

function isKept({ kind }: ImportOutcome): boolean {
  return kind === "kept";
}

/** Check values are there to be compared aloud; of a refusal only the reason is told. */
function told(outcome: ImportOutcome): object {
  return outcome.kind === "kept" ? { checkValue: outcome.checkValue } : { why: outcome.why };
}

interface KeyAct extends Pick<Act, "action" | "before" | "after"> {
  readonly name: string;
  readonly isDone: boolean;
}

/** Custody keeps keys with commits of its own, so the act is written right after. */
async function record(
  { db }: TerminalKeyNeeds,
  { actor, from }: KeyActor,
  { name, isDone, ...act }: KeyAct,
): Promise<void> {
  const result = isDone ? "done" : "refused";
  await recordAct(db, { actor, ...act, subject: { kind: "key", id: name }, result, from });
}
