/**
 * Notices that a newer release has made the schema one that this release cannot work with. Jobs must
 * not run then: they would fail, or write what the newer release does not expect.
 */
import type { DatabasePool } from "../db/database-pool.ts";
import { readSchemaState } from "../db/migrate.ts";
import { repeatRounds } from "./repeat-rounds.ts";

export interface SchemaWatchNeeds {
  readonly db: DatabasePool;
  /** The newest schema that this release knows. */
  readonly known: number;
  /** Called once, with the schema that a release must know. */
  readonly onUnfit: (needed: number) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;

/** Returns a function that stops it. */
export function startWatchingSchema(needs: SchemaWatchNeeds): () => Promise<void> {
  const { db, known, onUnfit, everyMs = EVERY_MS } = needs;
  let isFit = true;
  return repeatRounds(async () => {
    // A database that is away has its own report. The schema is read again in the next round.
    const needed = await readSchemaState(db).then(
      (state) => state.needed,
      () => 0,
    );
    if (isFit && needed > known) onUnfit(needed);
    isFit &&= needed <= known;
    return everyMs;
  });
}
