/**
 * Writes rows of the management tables. Columns are the snake_case names of the values. Updates and
 * deletes are limited to rows that the caller can see.
 */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import type { ManagementTable } from "./visible-store.ts";

/** By the camelCase names of the columns. */
export type RowValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

export class ManagementRowStore {
  readonly #db: Database;
  readonly #callerId: string;

  constructor({ db, callerId }: { readonly db: Database; readonly callerId: string }) {
    this.#db = db;
    this.#callerId = callerId;
  }

  /** Returns the new id. An undefined value gets the column's default. */
  async insertRow(table: ManagementTable, values: RowValues): Promise<string> {
    const sent = Object.entries(values).filter(([, value]) => value !== undefined);
    const columns = sent.map(([member]) => columnName(member)).reduce(listed);
    const slots = sent.map(([, value]) => sql`${value}`).reduce(listed);
    const [row] = await this.#db.rows<{ id: string }>`
      insert into ${sqlIdentifier(table)} (${columns}) values (${slots}) returning id`;
    if (row === undefined) throw new Error("the insert returned no id");
    return row.id;
  }

  /** Changes these values and increments the version. */
  async updateRow(table: ManagementTable, id: string, values: RowValues): Promise<void> {
    await this.#set(table, id, [
      ...assignments(values),
      sql`version = version + 1`,
      sql`modified_at = now()`,
    ]);
  }

  /** Adds references to a new row: the rows they refer to were created after it. */
  async linkRow(table: ManagementTable, id: string, values: RowValues): Promise<void> {
    await this.#set(table, id, assignments(values));
  }

  async #set(table: ManagementTable, id: string, changes: readonly Sql[]): Promise<void> {
    const changed = await this.#db.count`
      update ${sqlIdentifier(table)} item set ${changes.reduce(listed)}
      where id = ${id} and ${isVisible(table, this.#callerId)}`;
    if (changed !== 1) throw new Error("a locked row was not updated");
  }

  /** Returns false if the caller cannot see this row. */
  async deleteRow(table: ManagementTable, id: string): Promise<boolean> {
    const removed = await this.#db.count`
      delete from ${sqlIdentifier(table)} item
      where id = ${id} and ${isVisible(table, this.#callerId)}`;
    return removed === 1;
  }
}

/** A condition on the alias "item": the row belongs to the caller or to a partner below it. */
export function isVisible(table: ManagementTable | "partners", callerId: string): Sql {
  if (table === "partners") return sql`item.path @> array[${callerId}::bigint]`;
  const owner = table === "clients" ? sql`item.direct_partner_id` : sql`item.partner_id`;
  return sql`exists (
    select from partners owner
    where owner.id = ${owner} and owner.path @> array[${callerId}::bigint])`;
}

function assignments(values: RowValues): Sql[] {
  return Object.entries(values).map(
    ([member, value]) => sql`${columnName(member)} = ${value ?? null}`,
  );
}

function listed(left: Sql, right: Sql): Sql {
  return sql`${left}, ${right}`;
}

function columnName(member: string): Sql {
  return sqlIdentifier(member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
