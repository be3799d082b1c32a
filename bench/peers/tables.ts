/** The peer's tables, in their own schema beside the product's. */
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
  // The product's columns, checks and indexes without partitions: a bare server has one table.
  await owner.rows`create table bench.transactions (like transactions including all)`;
}
