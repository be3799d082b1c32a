/** ACH files and how far each has come. Only one process builds files of a connection at a time. */

import { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { ACH_ZONE, achDay } from "../settlement.ts";
import type { FileState, NewFile, OutboundFile } from "./outbound-file.ts";

/** Any number, the same in every release. */
const CONNECTION_LOCK = 6_003_607;
/** Trace numbers count to seven digits; a file begins again at one before they run out. */
const SEQUENCE_TURN = 9_000_000;
const MODIFIERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

interface FileRow {
  readonly id: string;
  readonly connection: string;
  readonly cut_off: string;
  readonly cut_off_at: Temporal.Instant;
  readonly name: string;
  readonly created_at: Temporal.Instant;
  readonly id_modifier: string;
  readonly settles_on: string;
  readonly state: FileState;
}

export class FileStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Runs work as the only one at a connection's files, waiting for its turn. */
  async alone<Result>(connection: string, work: () => Promise<Result>): Promise<Result> {
    return this.#db.withClient(async (client) => {
      const db = new Database(client);
      await db.rows`select pg_advisory_lock(${CONNECTION_LOCK}, hashtext(${connection}))`;
      try {
        return await work();
      } finally {
        await db.rows`select pg_advisory_unlock(${CONNECTION_LOCK}, hashtext(${connection}))`;
      }
    });
  }

  /** The file of this window; the one that was begun before, where there is one. */
  async begin(file: NewFile): Promise<OutboundFile> {
    const { connection, cutOff, cutOffAt, createdAt } = file;
    const number = await this.#numberOfDay(connection, createdAt);
    const sequence = await this.#lastSequence(connection);
    await this.#db.rows`
      insert into ach_files (connection, cut_off, cut_off_at, name, created_at, id_modifier,
        settles_on, state, first_sequence, last_sequence)
      values (${connection}, ${cutOff}, ${cutOffAt}, ${fileName(file, number)}, ${createdAt},
        ${MODIFIERS.charAt((number - 1) % MODIFIERS.length)}, ${file.settlesOn.toString()},
        'building', ${sequence + 1}, ${sequence})
      on conflict on constraint ach_files_one_per_window do nothing`;
    const [row] = await this.#db.rows<FileRow>`
      select id, connection, cut_off, cut_off_at, name, created_at, id_modifier,
        settles_on::text, state
      from ach_files
      where connection = ${connection} and cut_off = ${cutOff} and cut_off_at = ${cutOffAt}`;
    if (row === undefined) throw new Error("an ACH file that was begun is not there");
    return toFile(row);
  }

  /** Files that have not left yet, the oldest first. */
  async underWay(connection: string): Promise<OutboundFile[]> {
    const rows = await this.#db.rows<FileRow>`
      select id, connection, cut_off, cut_off_at, name, created_at, id_modifier,
        settles_on::text, state
      from ach_files where connection = ${connection} and state <> 'handed_over' order by id`;
    return rows.map(toFile);
  }

  /** One piece after the other, sealed as it was kept. */
  async part(fileId: string, part: number): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.rows<{ sealed: Uint8Array }>`
      select sealed from ach_file_parts where file_id = ${fileId} and part = ${part}`;
    return row?.sealed;
  }

  async markPrepared(fileId: string): Promise<void> {
    await this.#db.rows`
      update ach_files set state = 'prepared' where id = ${fileId} and state = 'fixed'`;
  }

  async markHandedOver(
    fileId: string,
    at: Temporal.Instant,
    fundedOn: Temporal.PlainDate,
  ): Promise<void> {
    await this.#db.rows`
      update ach_files set state = 'handed_over', handed_over_at = ${at},
        funded_on = ${fundedOn.toString()}
      where id = ${fileId} and state = 'prepared'`;
  }

  /** Counted from one, in the days of the ACH. */
  async #numberOfDay(connection: string, createdAt: Temporal.Instant): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::int as count from ach_files
      where connection = ${connection}
        and (created_at at time zone ${ACH_ZONE})::date = ${achDay(createdAt).toString()}::date`;
    return (row?.count ?? 0) + 1;
  }

  async #lastSequence(connection: string): Promise<number> {
    const [row] = await this.#db.rows<{ last_sequence: number }>`
      select last_sequence from ach_counters where connection = ${connection}`;
    const last = row?.last_sequence ?? 0;
    return last > SEQUENCE_TURN ? 0 : last;
  }
}

/** Such as first-bank-20261116-170000-1.ach. */
function fileName({ connection, createdAt }: NewFile, number: number): string {
  const there = createdAt.toZonedDateTimeISO(ACH_ZONE).toPlainDateTime();
  const [date = "", time = ""] = there.toString({ smallestUnit: "second" }).split("T");
  const digits = (text: string) => text.replaceAll(/[-:]/g, "");
  return `${connection}-${digits(date)}-${digits(time)}-${number}.ach`;
}

function toFile(row: FileRow): OutboundFile {
  return {
    id: row.id,
    connection: row.connection,
    cutOff: row.cut_off,
    cutOffAt: row.cut_off_at,
    name: row.name,
    createdAt: row.created_at,
    idModifier: row.id_modifier,
    settlesOn: Temporal.PlainDate.from(row.settles_on),
    state: row.state,
  };
}
