/** Bank connections, and the cutoff windows of accounts. */
import type { Database } from "../../../db/database.ts";
import { parseCutOffWindow } from "../cut-offs.ts";
import type { BankConnection, NetworkKind } from "./bank-connection.ts";

interface ConnectionRow {
  readonly name: string;
  readonly network: NetworkKind;
  readonly immediate_destination: string;
  readonly immediate_destination_name: string;
  readonly immediate_origin: string;
  readonly immediate_origin_name: string;
  readonly odfi: string;
  readonly cut_offs: readonly string[];
  readonly writes_offset: boolean;
  readonly offset_sealed: Uint8Array | null;
}

export class ConnectionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listConnections(): Promise<BankConnection[]> {
    const rows = await this.#db.rows<ConnectionRow>`
      select name, network, immediate_destination, immediate_destination_name, immediate_origin,
        immediate_origin_name, odfi, cut_offs, writes_offset, offset_sealed
      from bank_connections order by name`;
    return rows.map(toConnection);
  }

  async findConnection(name: string): Promise<BankConnection | undefined> {
    return (await this.listConnections()).find((connection) => connection.name === name);
  }

  /** Returns false if the name is taken. */
  async addConnection(connection: BankConnection): Promise<boolean> {
    const windows = connection.windows.map(({ name }) => name);
    const added = await this.#db.count`
      insert into bank_connections (name, network, immediate_destination,
        immediate_destination_name, immediate_origin, immediate_origin_name, odfi, cut_offs,
        writes_offset, offset_sealed)
      values (${connection.name}, ${connection.network}, ${connection.destination},
        ${connection.destinationName}, ${connection.origin}, ${connection.originName},
        ${connection.odfi}, ${windows}, ${connection.writesOffset}, ${connection.offsetSealed})
      on conflict (name) do nothing`;
    return added === 1;
  }

  /** Returns the windows before, or undefined if there is no such bank. */
  async replaceWindows(
    name: string,
    windows: readonly string[],
  ): Promise<readonly string[] | undefined> {
    const [before] = await this.#db.rows<{ windows: readonly string[] }>`
      select cut_offs as windows from bank_connections where name = ${name} for update`;
    if (before === undefined) return undefined;
    await this.#db.rows`
      update bank_connections set cut_offs = ${windows}::text[] where name = ${name}`;
    return before.windows;
  }

  /** Returns undefined if the account has no bank. An empty `own` means all windows of the bank. */
  async findAccountWindows(accountId: string): Promise<AccountWindows | undefined> {
    const [row] = await this.#db.rows<{ own: string[] | null; offered: string[] }>`
      select account.ach_cut_offs as own, bank.cut_offs as offered
      from accounts account join bank_connections bank on bank.name = account.ach_processor
      where account.id = ${accountId}`;
    return row && { own: row.own ?? [], offered: row.offered };
  }

  async saveAccountWindows(accountId: string, windows: readonly string[]): Promise<void> {
    await this.#db.rows`
      update accounts set ach_cut_offs = ${windows.length === 0 ? null : windows}::text[]
      where id = ${accountId}`;
  }
}

export interface AccountWindows {
  readonly own: readonly string[];
  readonly offered: readonly string[];
}

/** Skips windows that cannot be parsed. They are refused when a bank is connected. */
function toConnection(row: ConnectionRow): BankConnection {
  const windows = row.cut_offs.map(parseCutOffWindow).filter((window) => window !== undefined);
  return {
    name: row.name,
    network: row.network,
    destination: row.immediate_destination,
    destinationName: row.immediate_destination_name,
    origin: row.immediate_origin,
    originName: row.immediate_origin_name,
    odfi: row.odfi,
    windows,
    writesOffset: row.writes_offset,
    offsetSealed: row.offset_sealed ?? undefined,
  };
}
