/** Restores the sequences of ids, so that no id is used twice. */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import { sqlIdentifier } from "../sql.ts";
import { type SequenceState, TransferError } from "./format.ts";

export async function restoreSequences(
  db: Database,
  states: readonly SequenceState[],
): Promise<void> {
  await renewSequences(db);
  for (const state of states) await restoreSequence(db, state);
  for (const column of await identityColumns(db)) await advancePastHighestId(db, column);
}

/** setval is not undone by a rollback. Restarting gives each sequence a new file, which is. */
async function renewSequences(db: Database): Promise<void> {
  const sequences = await db.rows<{ schema: string; sequence: string }>`
    select schemaname as schema, sequencename as sequence from pg_sequences
    where schemaname = any (${OUR_SCHEMAS})`;
  for (const { schema, sequence } of sequences) {
    await db.rows`alter sequence ${sqlIdentifier(schema)}.${sqlIdentifier(sequence)} restart`;
  }
}

async function restoreSequence(
  db: Database,
  { schema, sequence, lastValue }: SequenceState,
): Promise<void> {
  const restored = await db.rows`
    select setval(s.seqrelid::regclass, coalesce(${lastValue}::bigint, s.seqstart),
      ${lastValue}::bigint is not null)
    from pg_sequence s
    join pg_class c on c.oid = s.seqrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and n.nspname = ${schema} and c.relname = ${sequence}`;
  if (restored.length === 1) return;
  throw new TransferError(
    `The file has a sequence ${schema}.${sequence} that does not exist in this database. Import it with the release that wrote it.`,
  );
}

interface IdentityColumn {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

async function identityColumns(db: Database): Promise<readonly IdentityColumn[]> {
  return db.rows<IdentityColumn>`
    select n.nspname as schema, c.relname as table, a.attname as column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and a.attidentity <> '' and not c.relispartition`;
}

/** Rows with explicit ids may be ahead of their sequence. */
async function advancePastHighestId(
  db: Database,
  { schema, table, column, sequence }: IdentityColumn,
) {
  await db.rows`
    select setval(${sequence}::text::regclass, highest)
    from (select max(${sqlIdentifier(column)}) as highest from ${sqlIdentifier(schema)}.${sqlIdentifier(table)}) as ids
    where highest > coalesce(pg_sequence_last_value(${sequence}::text::regclass), 0)`;
}
