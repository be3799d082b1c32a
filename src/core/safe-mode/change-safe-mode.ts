/** Turns safe mode on and off. Both are audited in the same commit, with the person who did it. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { type Actor, recordAct } from "../audit/act.ts";
import { type SafeMode, SafeModeStore } from "./safe-mode-store.ts";

const SUBJECT = { kind: "installation", id: "safe_mode" } as const;

/** Returns false if safe mode was on already. */
export function turnSafeModeOn(owner: DatabasePool, actor: Actor, reason: string) {
  return owner.atomically(async (db) => {
    const isNew = await new SafeModeStore(db).turnOn({ reason, startedBy: actor.name });
    if (isNew) await recordChange(db, actor, { before: { isOn: false }, after: { reason } });
    return isNew;
  });
}

/** Returns what safe mode was, or undefined if it was off. */
export function releaseSafeMode(owner: DatabasePool, actor: Actor): Promise<SafeMode | undefined> {
  return owner.atomically(async (db) => {
    const was = await new SafeModeStore(db).turnOff();
    if (was === undefined) return undefined;
    const { reason, startedBy, since } = was;
    const before = { reason, startedBy, since: since.toString() };
    await recordChange(db, actor, { before, after: { isOn: false } });
    return was;
  });
}

async function recordChange(
  db: Database,
  actor: Actor,
  { before, after }: { readonly before: object; readonly after: object },
): Promise<void> {
  const action = "reason" in after ? "safe_mode.start" : "safe_mode.release";
  await recordAct(db, { actor, action, subject: SUBJECT, before, after, result: "done" });
}
