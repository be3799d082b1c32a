/**
 * Safe mode, as statements see it. A restored copy is in safe mode until an operator releases it: it must
 * not repeat what the original has done meanwhile, or do it beside the original.
 */
import { SafeModeOn } from "../values/safe-mode/safe-mode-on.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** A condition for statements that claim work on the coordinator. Workers cannot see the table. */
export const NOT_IN_SAFE_MODE = sql`not exists (select from public.safe_mode)`;

export async function isSafeModeOn(db: Database): Promise<boolean> {
  const [row] = await db.rows<{ isOn: boolean }>`
    select exists (select from public.safe_mode) as "isOn"`;
  return row?.isOn === true;
}

/** For requests that are useless unless an email is sent at once. Throws SafeModeOn. */
export async function refuseInSafeMode(db: Database): Promise<void> {
  if (await isSafeModeOn(db)) throw new SafeModeOn();
}

const NOT_ALLOWED = "42501";

/**
 * In safe mode, the payments role lacks the rights to begin payments and to claim what is waiting, so the
 * database itself refuses. Returns whether this is such an error.
 */
export async function isRefusedBySafeMode(db: Database, error: unknown): Promise<boolean> {
  if ((error as { readonly code?: unknown } | null)?.code !== NOT_ALLOWED) return false;
  return isSafeModeOn(db);
}
