/**
 * Writes calls down, many in one statement, and says of each reading whether its key was used before:
 * the statement that moves a key's counter also tells where it stood.
 */
import { ColumnSlots, unnest } from "../../db/arrays.ts";
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
  took_ms: "real",
  ksi: "text",
  counter: "bigint",
  reached: "bigint",
} as const;
const SLOTS = new ColumnSlots(COLUMNS);

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
      error_code is null, error_code, is_replay, took_ms
    from judged
  )
  select place from judged where is_replay`);

const ROWS_MAX = 32;

interface ReplayRow {
  readonly place: number;
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
    const replays = await this.#db.run<ReplayRow>(WRITE, SLOTS.fill(rowsOf(entries)));
    for (const { place } of replays) isReplay[place] = true;
    return isReplay;
  }
}

/** Of several calls with one key in one statement, the earlier ones came before the later ones. */
function rowsOf(entries: readonly JournalEntry[]) {
  const highest = new Map<string, number>();
  return entries.map((entry, place) => {
    const { deviceId, keyCount } = entry;
    if (keyCount === undefined) return { ...toRow(entry), place };
    const { ksi, counter } = keyCount;
    const key = `${deviceId}/${ksi}`;
    const reached = highest.get(key);
    highest.set(key, Math.max(reached ?? counter, counter));
    return { ...toRow(entry), place, ksi, counter, reached };
  });
}

/** A reference is the caller's own text: whatever looks like a card in it is masked. */
function toRow(entry: JournalEntry) {
  const { reference } = entry;
  return {
    message_id: entry.messageId,
    called_ms: entry.calledAt.epochMilliseconds,
    partner_id: entry.partnerId,
    client_id: entry.clientId,
    device_id: entry.deviceId,
    reference: reference === undefined ? undefined : maskText(reference),
    error_code: entry.errorCode,
    took_ms: entry.tookMs,
  };
}
