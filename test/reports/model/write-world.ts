/** Writes a data set to a seeded database, as the owner of the tables. */
import { ensureMonths } from "../../../src/core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../../src/db/database-pool.ts";
import { monthNumber } from "./random-moment.ts";
import type { World } from "./world.ts";

export async function writeWorld(owner: DatabasePool, world: World): Promise<void> {
  const months = new Set(world.transactions.map((row) => monthNumber(row.authorized_at)));
  await ensureMonths(owner, months);
  for (const { id, zone, isActive, parentId } of world.accounts) {
    await owner.rows`
      update accounts set time_zone = ${zone}, is_active = ${isActive}, parent_id = ${parentId}
      where id = ${id}`;
  }
  await writeRows(owner, world);
}

async function writeRows(owner: DatabasePool, world: World): Promise<void> {
  await owner.rows`delete from payment_forms`;
  const transactions = world.transactions.map(({ texts, ...row }) => ({ ...row, ...texts }));
  const forms = world.forms.map((form) => ({ title: form.name, methods: ["card"], ...form }));
  await owner.rows`
    insert into transactions
    select * from json_populate_recordset(null::transactions, ${JSON.stringify(transactions)}::json)`;
  await owner.rows`
    insert into ach_updates
    select * from json_populate_recordset(
      null::ach_updates, ${JSON.stringify(world.updates)}::json)`;
  await owner.rows`
    insert into payment_forms (account_id, name, title, methods, reportable_fields)
    select account_id, name, title, methods, reportable_fields from json_populate_recordset(null::payment_forms, ${JSON.stringify(forms)}::json)`;
}
