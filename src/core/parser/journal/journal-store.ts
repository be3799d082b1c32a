/**
 * Writes calls to the journal, many in one statement, and returns for each reading whether its key
 * was used before: the statement that moves a key's counter also returns its previous value.
 */
import { arrayLiteral, plainColumn, unnest } from "../../../db/arrays.ts";
import { Coalescer } from "../../../db/coalescer.ts";
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { maskText } from "../../../values/masking/mask.ts";
import type { JournalEntry } from "./journal-entry.ts";

export interface JournalStoreNeeds {
  readonly db: Database;
  readonly queueMax: number;
}

const CALLS = {
  message_id: "text",
  called_ms: "double precision",
  partner_id: "bigint",
  client_id: "bigint",
  device_id: "bigint",
  reference: "text",
  error_code: "integer",
  took_us: "integer",
  key_place: "integer",
  counter: "bigint",
  reached: "bigint",
} as const;

const KEYS = {
  place: "integer",
  device_id: "bigint",
  ksi: "text",
  highest: "bigint",
} as const;

/** Counters are locked in the order of their devices, so two statements cannot deadlock. */
const WRITE = new Statement(sql`
  with key as materialized (
    select * from ${unnest(KEYS, Object.keys(CALLS).length)}
  ), moved as (
    insert into device_counters as known (device_id, ksi, highest)
    select device_id, ksi, highest from key order by device_id, ksi
    on conflict (device_id, ksi) do update set
      previous = known.highest, highest = greatest(known.highest, excluded.highest)
    returning device_id, ksi, previous
  ), stood as (
    select key.place, moved.previous from key join moved using (device_id, ksi)
  ), call as (
    select * from ${unnest(CALLS)}
  ), written as (
    insert into parser_journal (message_id, called_at, partner_id, client_id, device_id, reference,
      is_success, error_code, is_replay, took_ms)
    select message_id, to_timestamp(called_ms / 1000), partner_id, client_id, device_id, reference,
      error_code is null, error_code, coalesce(counter <= greatest(previous, reached), false),
      took_us::double precision / 1000
    from call left join stood on stood.place = call.key_place
    returning message_id, is_replay
  )
  select string_agg(message_id, ',') as ids from written where is_replay`);

const ROWS_MAX = 32;

interface ReplaysRow {
  /** The calls with keys that were used before; null if there are none. */
  readonly ids: string | null;
}

export class JournalStore {
  readonly #db: Database;
  readonly #writing: Coalescer<JournalEntry, boolean>;

  constructor({ db, queueMax }: JournalStoreNeeds) {
    this.#db = db;
    this.#writing = new Coalescer({
      runAll: (entries) => this.#writeAll(entries),
      // Calls collect while a statement runs: a few large statements cost less than many small ones.
      inFlightMax: 1,
      // Limited, so that the database and the process can work at the same time.
      rowsMax: ROWS_MAX,
      queueMax,
    });
  }

  /** Returns whether the key of this call, or a later key of the device, was used before. */
  write(entry: JournalEntry): Promise<boolean> {
    return this.#writing.run(entry);
  }

  async #writeAll(entries: readonly JournalEntry[]): Promise<boolean[]> {
    const [replays] = await this.#db.run<ReplaysRow>(WRITE, toColumns(entries));
    return findReplays(entries, replays?.ids?.split(",") ?? []);
  }
}

/** Usually no call is a replay, or every call is. Then no lookup is needed. */
function findReplays(entries: readonly JournalEntry[], ids: readonly string[]): boolean[] {
  const isSame = ids.length === 0 || ids.length === entries.length;
  if (isSame) return entries.map(() => ids.length > 0);
  const found = new Set(ids);
  return entries.map(({ messageId }) => found.has(messageId));
}

/**
 * The columns in the order of CALLS and KEYS. Thousands of calls per second come through here, so
 * only the reference is quoted: all other values are digits or hex of our own.
 */
function toColumns(entries: readonly JournalEntry[]): string[] {
  const { keys, counts } = countKeys(entries);
  return [
    plainColumn(entries, ({ messageId }) => messageId),
    plainColumn(entries, ({ calledAt }) => calledAt.epochMilliseconds),
    plainColumn(entries, ({ partnerId }) => partnerId),
    plainColumn(entries, ({ clientId }) => clientId),
    plainColumn(entries, ({ deviceId }) => deviceId),
    arrayLiteral(entries.map(({ reference }) => maskReference(reference))),
    plainColumn(entries, ({ errorCode }) => errorCode),
    plainColumn(entries, ({ tookMs }) => Math.round(tookMs * 1_000)),
    plainColumn(counts, ({ key }) => key?.place),
    plainColumn(entries, ({ keyCount }) => keyCount?.counter),
    plainColumn(counts, ({ reached }) => reached),
    plainColumn(keys, ({ place }) => place),
    plainColumn(keys, ({ deviceId }) => deviceId),
    plainColumn(keys, ({ ksi }) => ksi),
    plainColumn(keys, ({ highest }) => highest),
  ];
}

/** A reference is the caller's text. Anything that looks like a card number in it is masked. */
function maskReference(reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : maskText(reference);
}

/** A key of a device and its highest counter among the calls of one statement. */
interface CountedKey {
  readonly place: number;
  readonly deviceId: string | undefined;
  readonly ksi: string;
  highest: number;
}

/** A call's key, and the highest counter of earlier calls with it in the same statement. */
interface Count {
  readonly key?: CountedKey;
  readonly reached?: number;
}

const NO_COUNT: Count = {};

function countKeys(entries: readonly JournalEntry[]) {
  const keys: CountedKey[] = [];
  const counts = entries.map(({ deviceId, keyCount }): Count => {
    if (keyCount === undefined) return NO_COUNT;
    const { ksi, counter } = keyCount;
    const known = keys.find((key) => key.deviceId === deviceId && key.ksi === ksi);
    if (known === undefined) {
      const key = { place: keys.length, deviceId, ksi, highest: counter };
      keys.push(key);
      return { key };
    }
    const reached = known.highest;
    known.highest = Math.max(reached, counter);
    return { key: known, reached };
  });
  return { keys, counts };
}
