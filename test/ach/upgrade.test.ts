/** Files of the release before drafts had names of their own, after the upgrade. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { openEmptyDatabase, poolOf } from "../kit/database.ts";

test("files of an earlier release keep their drafts, their counts and their trace numbers", async (t) => {
  const { url } = await openEmptyDatabase(t);
  const owner = poolOf(url);
  t.after(() => owner.close());
  const migrations = await readMigrations();
  const drafts = migrations.find(({ name }) => name === "ach_drafts") ?? assert.fail();
  await migrate(owner, migrations, drafts.number - 1);
  await owner.rows`
    insert into ach_files (connection, cut_off, cut_off_at, name, created_at, id_modifier,
      settles_on, state, first_sequence, last_sequence)
    select 'first-bank', 'forced', now() + number * interval '1 minute', state || '.ach', now(),
      'A', now(), state, 1, number * 10
    from unnest(array['building', 'fixed', 'prepared', 'handed_over']) with ordinality
      as one (state, number)`;
  await owner.rows`
    insert into ach_batches (account_id, file_id, number, account_number, sec_code, direction,
      entry_count, amount_cents)
    select 1, id, number, number, 'PPD', direction, 5, number * 100 from ach_files,
      unnest(array['debit', 'credit']) with ordinality as one (direction, number)
    where state = 'building'`;
  await owner.rows`insert into ach_counters (connection, last_sequence) values ('first-bank', 3)`;
  await migrate(owner, migrations);
  const files = await owner.rows<Record<string, unknown>>`
    select state, draft_name, entry_count, debit_cents::int as debits, credit_cents::int as credits
    from ach_files order by id`;
  const rest = { entry_count: 0, debits: 0, credits: 0 };
  assert.deepEqual(files, [
    { state: "building", draft_name: null, entry_count: 10, debits: 100, credits: 200 },
    { state: "fixed", draft_name: null, ...rest },
    { state: "prepared", draft_name: "prepared.ach", ...rest },
    { state: "handed_over", draft_name: "handed_over.ach", ...rest },
  ]);
  const [counter] = await owner.rows<{ last_sequence: number }>`
    select last_sequence from ach_counters`;
  assert.equal(counter?.last_sequence, 10);
});
