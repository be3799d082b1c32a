/**
 * ACH files and their states. Every step is one conditional statement, or one transaction under a row
 * lock, so two processes that work on the same file cannot both take the same step.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { sql } from "../../../db/sql.ts";
import { ACH_ZONE, achDay } from "../settlement.ts";
import { lockCounter, moveCounter } from "./counter-store.ts";
import type { FileState, NewFile, OutboundFile } from "./outbound-file.ts";

/** Trace numbers have seven digits. A new file restarts at one before they run out. */
const SEQUENCE_TURN = 9_000_000;
const MODIFIERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

interface FileRow {
  readonly id: string;
  readonly connection: string;
  readonly cut_off: string;
  readonly cut_off_at: Temporal.Instant;
  readonly name: string;
  readonly draft_name: string | null;
  readonly created_at: Temporal.Instant;
  readonly id_modifier: string;
  readonly settles_on: string;
  readonly state: FileState;
  readonly digest: Uint8Array | null;
}

/** When a file was sent, and when its entries are funded. */
export interface Sent {
  readonly at: Temporal.Instant;
  readonly fundedOn: Temporal.PlainDate;
}

export interface ClaimedDraft {
  readonly fileId: string;
  readonly draft: string;
}

const columns = sql`id, connection, cut_off, cut_off_at, name, draft_name, created_at, id_modifier,
  settles_on::text, state, digest`;

export class FileStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Finds or creates the file of a window. */
  async beginFile(file: NewFile): Promise<OutboundFile> {
    return this.#db.atomically((db) => beginFileIn(db, file));
  }

  /** Files that were not sent yet, oldest first. */
  async listUnsentFiles(connection: string): Promise<OutboundFile[]> {
    const rows = await this.#db.rows<FileRow>`
      select ${columns} from ach_files
      where connection = ${connection} and state <> 'handed_over' order by id`;
    return rows.map(toFile);
  }

  /** Returns a sealed part of the file, or undefined after the last one. */
  async findPart(fileId: string, part: number): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.rows<{ sealed: Uint8Array }>`
      select sealed from ach_file_parts where file_id = ${fileId} and part = ${part}`;
    return row?.sealed;
  }

  /**
   * Makes this draft the only one that can be handed over. Returns false if another attempt has claimed
   * its own draft: then this draft can never be claimed.
   */
  async claimDraft({ id, digest }: OutboundFile, draft: string): Promise<boolean> {
    const claimed = await this.#db.rows`
      update ach_files set state = 'prepared', draft_name = ${draft}, hand_over_tries = 0
      where id = ${id} and state = 'fixed' and digest = ${digest}
      returning id`;
    return claimed.length === 1;
  }

  /**
   * Counts that a rename of the draft is about to begin. Returns the number of renames with this one.
   * Null: unknown, because an earlier release claimed the draft. Undefined: another draft is claimed now.
   */
  async countRename({ fileId, draft }: ClaimedDraft): Promise<number | null | undefined> {
    const [row] = await this.#db.rows<{ renames: number | null }>`
      update ach_files set hand_over_tries = hand_over_tries + 1
      where id = ${fileId} and state = 'prepared' and draft_name = ${draft}
      returning hand_over_tries as renames`;
    return row?.renames;
  }

  /**
   * Gives up a draft that was removed before any rename of it was begun, so that a new one is written.
   * Returns false if a rename was begun, or another draft is claimed now.
   */
  async releaseDraft({ fileId, draft }: ClaimedDraft): Promise<boolean> {
    const released = await this.#db.rows`
      update ach_files set state = 'fixed', draft_name = null, hand_over_tries = null
      where id = ${fileId} and state = 'prepared' and draft_name = ${draft} and hand_over_tries = 0
      returning id`;
    return released.length === 1;
  }

  /** Also ends a doubt of another process about the same draft. */
  async markHandedOver({ fileId, draft }: ClaimedDraft, { at, fundedOn }: Sent): Promise<void> {
    await this.#db.rows`
      update ach_files set state = 'handed_over', handed_over_at = ${at},
        funded_on = ${fundedOn.toString()}, unconfirmed_since = null
      where id = ${fileId} and draft_name = ${draft}
        and (state = 'prepared' or unconfirmed_since is not null)`;
  }

  /** The file counts as sent until an operator has asked the bank. Returns false if it was sent already. */
  async markUnconfirmed({ fileId, draft }: ClaimedDraft, { at, fundedOn }: Sent): Promise<boolean> {
    const marked = await this.#db.rows`
      update ach_files set state = 'handed_over', handed_over_at = ${at},
        funded_on = ${fundedOn.toString()}, unconfirmed_since = ${at}
      where id = ${fileId} and state = 'prepared' and draft_name = ${draft}
      returning id`;
    return marked.length === 1;
  }
}

/** Finds or creates the file of a window, in a transaction of the caller. */
export async function beginFileIn(db: Database, file: NewFile): Promise<OutboundFile> {
  const { connection, cutOff, cutOffAt, createdAt } = file;
  // Locked until the commit, so file numbers and trace numbers are unique.
  const last = await lockCounter(db, connection);
  const known = await findByWindow(db, file);
  if (known !== undefined) return known;
  const sequence = last > SEQUENCE_TURN ? 0 : last;
  if (sequence !== last) await moveCounter(db, connection, sequence);
  const number = await nextNumberOfDay(db, connection, createdAt);
  await db.rows`
    insert into ach_files (connection, cut_off, cut_off_at, name, created_at, id_modifier,
      settles_on, state, first_sequence, last_sequence)
    values (${connection}, ${cutOff}, ${cutOffAt}, ${fileName(file, number)}, ${createdAt},
      ${MODIFIERS.charAt((number - 1) % MODIFIERS.length)}, ${file.settlesOn.toString()},
      'building', ${sequence + 1}, ${sequence})`;
  const begun = await findByWindow(db, file);
  if (begun === undefined) throw new Error("The ACH file was not found after it was inserted.");
  return begun;
}

async function findByWindow(db: Database, file: NewFile): Promise<OutboundFile | undefined> {
  const [row] = await db.rows<FileRow>`
    select ${columns} from ach_files
    where connection = ${file.connection} and cut_off = ${file.cutOff}
      and cut_off_at = ${file.cutOffAt}`;
  return row && toFile(row);
}

/**
 * The number of a new file within its day, from 1. Days are those of the Federal Reserve. It follows the
 * highest number and not the count, because files without entries are removed.
 */
async function nextNumberOfDay(
  db: Database,
  connection: string,
  createdAt: Temporal.Instant,
): Promise<number> {
  const [row] = await db.rows<{ last: number | null }>`
    select max(substring(name from '-([0-9]+)[.]ach$')::int) as last from ach_files
    where connection = ${connection}
      and (created_at at time zone ${ACH_ZONE})::date = ${achDay(createdAt).toString()}::date`;
  return (row?.last ?? 0) + 1;
}

/** For example first-bank-20261116-170000-1.ach. */
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
    draft: row.draft_name ?? undefined,
    createdAt: row.created_at,
    idModifier: row.id_modifier,
    settlesOn: Temporal.PlainDate.from(row.settles_on),
    state: row.state,
    digest: row.digest ?? undefined,
  };
}
