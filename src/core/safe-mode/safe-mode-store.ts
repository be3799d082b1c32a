/**
 * The state of safe mode, and the rights that go with it. Statements on distributed tables cannot read
 * the state, so the payments role loses the rights to begin payments and to claim open payments, events,
 * questions and files: the database refuses, on every node, whatever a process believes.
 */
import type { Database } from "../../db/database.ts";
import { sql, sqlIdentifier } from "../../db/sql.ts";

export interface SafeMode {
  readonly since: Temporal.Instant;
  readonly reason: string;
  readonly startedBy: string;
}

/** What the payments role cannot do in safe mode. */
const SUSPENDED_RIGHTS = [
  // No payment begins, and none that is open is asked about, reversed or repeated.
  ["open_attempts", ["insert", "update"]],
  ["card_batches", ["insert"]],
  // No event or email is claimed for delivery.
  ["outbox", ["update"]],
  ["verification_leases", ["insert", "update"]],
  // No file is made for a bank or handed over.
  ["ach_files", ["insert", "update"]],
] as const;

export class SafeModeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async readSafeMode(): Promise<SafeMode | undefined> {
    const [row] = await this.#db.rows<SafeMode>`
      select since, reason, started_by as "startedBy" from safe_mode`;
    return row;
  }

  /** Returns false if it was on already. Call it in a transaction, as the owner of the tables. */
  async turnOn({ reason, startedBy }: Omit<SafeMode, "since">): Promise<boolean> {
    const added = await this.#db.count`
      insert into safe_mode (reason, started_by) values (${reason}, ${startedBy})
      on conflict do nothing`;
    await this.suspendRights();
    return added === 1;
  }

  /** Returns what it was, or undefined if it was off. Call it in a transaction, as the owner. */
  async turnOff(): Promise<SafeMode | undefined> {
    const [row] = await this.#db.rows<SafeMode>`
      delete from safe_mode returning since, reason, started_by as "startedBy"`;
    if (row !== undefined) await this.#changeRights("grant");
    return row;
  }

  /** Also after an import, which brings the row but not the rights. */
  async suspendRights(): Promise<void> {
    await this.#changeRights("revoke");
  }

  async #changeRights(verb: "grant" | "revoke"): Promise<void> {
    const role = sqlIdentifier("sixdoors_payments");
    const change = verb === "grant" ? sql`to ${role}` : sql`from ${role}`;
    for (const [table, rights] of SUSPENDED_RIGHTS) {
      for (const right of rights) {
        const words = sql`${VERBS[verb]} ${RIGHTS[right]} on ${sqlIdentifier(table)} ${change}`;
        await this.#db.rows`${words}`;
      }
    }
  }
}

const VERBS = { grant: sql`grant`, revoke: sql`revoke` };
const RIGHTS = { insert: sql`insert`, update: sql`update` };
