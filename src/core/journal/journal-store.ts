/**
 * Writes calls down, many in one statement, and says of each reading whether its key was used before:
 * the statement that moves a key's counter also tells where it stood.
 */
import { arrayLiteral, plainColumn, unnest } from "../../db/arrays.ts";
import { Coalescer } from "../../db/coalescer.ts";
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { Statement } from "../../db/statement.ts";
import { maskText } from "../../values/mask.ts";
import type { JournalEntry } from "./journal-entry.ts";

export interface JournalStoreNeeds {
  readonly db: Database;
  readonly queueMax: number;
}

const COLUMNS = {
  place: "integer",
  message_id: "text",
  called_ms: "double precision",
  partner_id: "bigint",
  client_id: "bigint",
  device_id: "bigint",
  reference: "text",
  error_code: "integer",
  took_us: "integer",
  ksi: "text",
  counter: "bigint",
  reached: "bigint",
} as const;

/** Counters move in the order of their devices, so that no two statements wait for each other. */
const WRITE = new Statement(sql`
  with call as materialized (
    select * from ${unnest(COLUMNS)}
  ), moved as (
    insert into device_counters as known (device_id, ksi, highest)
    select device_id, ksi, max(counter) from call
    where ksi is not null group by device_id, ksi order by device_id, ksi
    on conflict (device_id, ksi) do update set
      previous = known.highest, highest = greatest(known.highest, excluded.highest)
    returning device_id, ksi, previous
  ), judged as materialized (
    select call.*,
      coalesce(call.counter <= greatest(moved.previous, call.reached), false) as is_replay
    from call left join moved on moved.device_id = call.device_id and moved.ksi = call.ksi
  ), written as (
    insert into parser_journal (message_id, called_at, partner_id, client_id, device_id, reference,
      is_success, error_code, is_replay, took_ms)
    select message_id, to_timestamp(called_ms / 1000), partner_id, client_id, device_id, reference,
      error_code is null, error_code, is_replay, took_us / 1000.0
    from judged
  )
  select string_agg(place::text, ',') as places from judged where is_replay`);

const ROWS_MAX = 32;

interface ReplaysRow {
  /** Null: there is none. */
  readonly places: string | null;
}

export class JournalStore {
  readonly #db: Database;
  readonly #writing: Coalescer<JournalEntry, boolean>;

  constructor({ db, queueMax }: JournalStoreNeeds) {
    this.#db = db;
    this.#writing = new Coalescer({
      runAll: (entries) => this.#writeAll(entries),
      // While one statement runs the next gathers: few large ones cost less than many small ones.
      inFlightMax: 1,
      // Not everybody's: then all would wait for the database, and it for them.
      rowsMax: ROWS_MAX,
      queueMax,
    });
  }

  /** Whether the key of this call, or a later one of the device, was used before. */
  write(entry: JournalEntry): Promise<boolean> {
    return this.#writing.run(entry);
  }

  async #writeAll(entries: readonly JournalEntry[]): Promise<boolean[]> {
    const isReplay = entries.map(() => false);
    const [replays] = await this.#db.run<ReplaysRow>(WRITE, columnsOf(entries));
    for (const place of replays?.places?.split(",") ?? []) isReplay[Number(place)] = true;
    return isReplay;
  }
}

/**
 * Column by column, in the order of COLUMNS: thousands of calls a second come through here. Only a
 * reference needs quotes; all the rest is ours, digits or hex.
 */
function columnsOf(entries: readonly JournalEntry[]): string[] {
  return [
    plainColumn(entries, (_, place) => place),
    plainColumn(entries, ({ messageId }) => messageId),
    plainColumn(entries, ({ calledAt }) => calledAt.epochMilliseconds),
    plainColumn(entries, ({ partnerId }) => partnerId),
    plainColumn(entries, ({ clientId }) => clientId),
    plainColumn(entries, ({ deviceId }) => deviceId),
    arrayLiteral(entries.map(({ reference }) => masked(reference))),
    plainColumn(entries, ({ errorCode }) => errorCode),
    plainColumn(entries, ({ tookMs }) => Math.round(tookMs * 1_000)),
    plainColumn(entries, ({ keyCount }) => keyCount?.ksi),
    plainColumn(entries, ({ keyCount }) => keyCount?.counter),
    plainColumn(reachedBefore(entries), (reached) => reached),
  ];
}

/** A reference is the caller's own text: whatever looks like a card in it is masked. */
function masked(reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : maskText(reference);
}

/** How far calls before it in the same statement had counted with a call's key. */
function reachedBefore(entries: readonly JournalEntry[]): (number | undefined)[] {
  const highest = new Map<string, number>();
  return entries.map(({ deviceId, keyCount }) => {
    if (keyCount === undefined) return undefined;
    const key = `${deviceId}/${keyCount.ksi}`;
    const reached = highest.get(key);
    highest.set(key, Math.max(reached ?? 0, keyCount.counter));
    return reached;
  });
}
