/** Restores the sequences of ids, so that no id is used twice. */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import { type Sql, sql, sqlIdentifier } from "../sql.ts";
import { type SequenceState, TransferError } from "./format.ts";

export async function restoreSequences(
  db: Database,
  states: readonly SequenceState[],
): Promise<void> {
  const sequences = await listSequences(db);
  requireAllKnown(sequences, states);
  const highest = await findHighestIds(db, sequences);
  const changes = sequences
    .map((sequence) => {
      const name = fullSequenceName(sequence);
      const state = states.find((one) => fullSequenceName(one) === name);
      return { ...sequence, wanted: findLastUsed(state?.lastValue, highest.get(name)) };
    })
    .filter(({ wanted, lastValue }) => wanted !== lastValue);
  if (changes.length > 0) await setSequences(db, changes);
}

interface Sequence extends SequenceState {
  /** The identity column that draws its ids from the sequence. */
  readonly table: string | null;
  readonly column: string | null;
}

function fullSequenceName({
  schema,
  sequence,
}: Pick<SequenceState, "schema" | "sequence">): string {
  return `${schema}.${sequence}`;
}

async function listSequences(db: Database): Promise<readonly Sequence[]> {
  return db.rows<Sequence>`
    select n.nspname as schema, c.relname as sequence,
      pg_sequence_last_value(c.oid)::text as "lastValue", owner.table, owner.column
    from pg_sequence s
    join pg_class c on c.oid = s.seqrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join (
      select d.objid as sequence, t.relname as table, a.attname as column
      from pg_depend d
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      join pg_class t on t.oid = a.attrelid
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
        and d.deptype = 'i' and a.attidentity <> '') owner on owner.sequence = c.oid
    where n.nspname = any (${OUR_SCHEMAS})
    order by n.nspname collate "C", c.relname collate "C"`;
}

function requireAllKnown(sequences: readonly Sequence[], states: readonly SequenceState[]): void {
  const known = new Set(sequences.map(fullSequenceName));
  const unknown = states.find((state) => !known.has(fullSequenceName(state)));
  if (unknown === undefined) return;
  throw new TransferError(
    `The file has a sequence ${fullSequenceName(unknown)} that does not exist in this database. Import it with the release that wrote it.`,
  );
}

/** Rows with explicit ids may be ahead of their sequence. */
async function findHighestIds(
  db: Database,
  sequences: readonly Sequence[],
): Promise<ReadonlyMap<string, string>> {
  const parts = sequences.filter(hasColumn).map(selectHighestId);
  if (parts.length === 0) return new Map();
  const found = await db.rows<{ name: string; id: string | null }>`
    ${parts.reduce((left, right) => sql`${left} union all ${right}`)}`;
  return new Map(found.flatMap(({ name, id }) => (id === null ? [] : [[name, id]])));
}

interface ColumnSequence extends Sequence {
  readonly table: string;
  readonly column: string;
}

function hasColumn(sequence: Sequence): sequence is ColumnSequence {
  return sequence.column !== null;
}

function selectHighestId({ schema, sequence, table, column }: ColumnSequence): Sql {
  return sql`
    select ${fullSequenceName({ schema, sequence })}::text as name, max(${sqlIdentifier(column)})::text as id
    from ${sqlIdentifier(schema)}.${sqlIdentifier(table)}`;
}

/** Returns the last number that was used by the sequence or by a row, or null if none was. */
function findLastUsed(lastValue: string | null = null, highest = "0"): string | null {
  return BigInt(highest) > BigInt(lastValue ?? 0) ? highest : lastValue;
}

interface Change extends Sequence {
  readonly wanted: string | null;
}

/** setval is not undone by a rollback. Restarting gives each sequence a new file, which is. */
async function setSequences(db: Database, changes: readonly Change[]): Promise<void> {
  const restarts = changes.map(
    ({ schema, sequence }) =>
      sql`alter sequence ${sqlIdentifier(schema)}.${sqlIdentifier(sequence)} restart`,
  );
  await db.rows`${restarts.reduce((left, right) => sql`${left}; ${right}`)}`;
  const used = changes.filter(({ wanted }) => wanted !== null);
  await db.rows`
    select setval(format('%I.%I', given.schema, given.sequence)::regclass, given.value)
    from unnest(${used.map(({ schema }) => schema)}::text[],
      ${used.map(({ sequence }) => sequence)}::text[],
      ${used.map(({ wanted }) => wanted)}::bigint[]) given (schema, sequence, value)`;
}
