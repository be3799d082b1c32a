/** The peer's tables, in a schema of their own beside the product's. */
import type { DatabasePool } from "../../src/db/database-pool.ts";

export async function makePeerTables(owner: DatabasePool): Promise<void> {
  await owner.rows`create schema bench`;
  await owner.rows`
    create table bench.narrow (
      id bigint generated always as identity primary key,
      account_id bigint not null,
      amount_cents integer not null,
      created_at timestamptz not null
    )`;
  // The product's columns, checks and indexes, but no months: one table is what a bare server has.
  await owner.rows`create table bench.transactions (like transactions including all)`;
}
