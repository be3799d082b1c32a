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
} as const;
const SLOTS = new ColumnSlots(COLUMNS);

/**
 * Counters move in the order of their devices, so that no two statements wait for each other. Of
 * several calls with one key in one statement, the earlier ones came before the later ones.
 */
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
    select call.*, coalesce(call.counter <= greatest(moved.previous, max(call.counter) over (
        partition by call.device_id, call.ksi order by call.place
        rows between unbounded preceding and 1 preceding)), false) as is_replay
    from call left join moved on moved.device_id = call.device_id and moved.ksi = call.ksi
  ), written as (
    insert into parser_journal (message_id, called_at, partner_id, client_id, device_id, reference,
      is_success, error_code, is_replay, took_ms)
    select message_id, to_timestamp(called_ms / 1000), partner_id, client_id, device_id, reference,
      error_code is null, error_code, is_replay, took_ms
    from judged
  )
  select place from judged where is_replay`);

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
      queueMax,
    });
  }

  /** Whether the key of this call, or a later one of the device, was used before. */
  write(entry: JournalEntry): Promise<boolean> {
    return this.#writing.run(entry);
  }

  async #writeAll(entries: readonly JournalEntry[]): Promise<boolean[]> {
    const isReplay = entries.map(() => false);
    const replays = await this.#db.run<ReplayRow>(WRITE, SLOTS.fill(entries.map(toRow)));
    for (const { place } of replays) isReplay[place] = true;
    return isReplay;
  }
}

/** A reference is the caller's own text: whatever looks like a card in it is masked. */
function toRow(entry: JournalEntry, place: number) {
  const { reference, keyCount } = entry;
  return {
    place,
    message_id: entry.messageId,
    called_ms: entry.calledAt.epochMilliseconds,
    partner_id: entry.partnerId,
    client_id: entry.clientId,
    device_id: entry.deviceId,
    reference: reference === undefined ? undefined : maskText(reference),
    error_code: entry.errorCode,
    took_ms: entry.tookMs,
    ksi: keyCount?.ksi,
    counter: keyCount?.counter,
  };
}
