/** The state that a tampering works on, and steps that several tamperings share. */
import type { Database } from "../../src/db/database.ts";
import { Sql } from "../../src/db/sql.ts";
import type { Random } from "./random.ts";

export interface Scene {
  readonly db: Database;
  readonly random: Random;
  /** The ids of the links, oldest first, and of their entries. */
  readonly sequences: readonly string[];
  readonly entryIds: readonly string[];
  /** Where the chain begins. */
  readonly anchored: string;
}

export type Tampering = (scene: Scene) => Promise<unknown>;

export const raw = (text: string) => new Sql([text], []);
/** A number that nothing else uses. */
export const FAR = "1000000";

export function entryAt({ random, entryIds }: Scene): string {
  return random.of(entryIds);
}

export function linkAt({ random, sequences }: Scene): string {
  return random.of(sequences);
}

/** Adds an entry that was never recorded, dated an hour ago. */
export async function addStranger({ db, random }: Scene): Promise<string> {
  const wallAt = random.of([
    "now() - interval '1 hour'",
    "now() - interval '3 minutes'",
    "'infinity'",
  ]);
  const [row] = await db.rows<{ id: string }>`
    insert into audit_entries (actor_kind, actor_name, action, subject_kind, subject_id,
      business_at, wall_at, result)
    values ('operator', 'nobody', 'account.update', 'account', '1', now(), ${raw(wallAt)}, 'done')
    returning id`;
  return row?.id ?? "";
}

/** Moves all links after one, without collisions. */
export async function shiftBehind({ db }: Scene, sequence: string, by: number): Promise<void> {
  await db.rows`
    update audit_chain set sequence = sequence + ${FAR}::bigint where sequence > ${sequence}`;
  await db.rows`
    update audit_chain set sequence = sequence - ${FAR}::bigint + ${by}::integer
    where sequence > ${FAR}::bigint`;
  await db.rows`update audit_head set sequence = sequence + ${by}::integer`;
}
