/**
 * A migrated database fits the layout of a Citus cluster (src/db/sharding/table-layout.ts): every
 * table has a place, and what is distributed has the keys, policies and references that Citus takes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { OUR_SCHEMAS } from "../../src/db/our-schemas.ts";
import {
  ANCHOR_TABLE,
  DISTRIBUTED_TABLES,
  DISTRIBUTION_COLUMN,
  TABLE_LAYOUT,
} from "../../src/db/sharding/table-layout.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { openDatabase } from "../kit/database.ts";
import { GUARDED, VIEWS } from "../kit/distributed-names.ts";
import { openShared } from "../kit/shared.ts";

const DISTRIBUTED = [...DISTRIBUTED_TABLES];

const open = (t: Parameters<typeof openDatabase>[0]) => openShared(t, openDatabase);

test("every table is in the layout, and the layout has no other table", async (t) => {
  const { owner } = await open(t);
  const rows = await owner.rows<{ name: string }>`
    select case space.nspname when 'public' then '' else space.nspname || '.' end || class.relname
      as name
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where space.nspname = any (${OUR_SCHEMAS}) and class.relkind in ('r', 'p')
      and not class.relispartition`;
  assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(TABLE_LAYOUT).sort());
});

test("the tables are colocated with one that is distributed itself", () => {
  assert.ok(DISTRIBUTED.includes(ANCHOR_TABLE));
});

test("every distributed table has the account as a bigint that is never null", async (t) => {
  const { owner } = await open(t);
  const rows = await owner.rows<{ name: string }>`
    select attrelid::regclass::text as name from pg_attribute
    where attrelid = any (${DISTRIBUTED}::regclass[]) and attname = ${DISTRIBUTION_COLUMN}
      and atttypid = 'bigint'::regtype and attnotnull`;
  assert.deepEqual(rows.map(({ name }) => name).sort(), DISTRIBUTED.toSorted());
});

/** These tests also prove that they can fail. */
const ON_PLAIN = onPlainServer("it refuses what the test adds");

test("every unique index of a distributed table contains the account", ON_PLAIN, async (t) => {
  const { owner } = await open(t);
  assert.deepEqual(await listIndexesWithoutAccount(owner), []);
  await owner.rows`create unique index only_by_id on outbox (id)`;
  t.after(() => owner.rows`drop index only_by_id`);
  assert.deepEqual(await listIndexesWithoutAccount(owner), ["only_by_id"]);
});

test("every distributed table has a primary key", async (t) => {
  const { owner } = await open(t);
  const rows = await owner.rows<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where conrelid = any (${DISTRIBUTED}::regclass[]) and contype = 'p'`;
  assert.deepEqual(rows.map(({ name }) => name).sort(), DISTRIBUTED.toSorted());
});

test("no distributed table has a trigger", ON_PLAIN, async (t) => {
  const { owner } = await open(t);
  assert.deepEqual(await listTriggers(owner), []);
  await owner.rows`
    create trigger tell_access_change after delete on vault for each row
    execute function tell_access_change('account', 'account_id')`;
  t.after(() => owner.rows`drop trigger tell_access_change on vault`);
  assert.deepEqual(await listTriggers(owner), ["tell_access_change"]);
});

test(
  "no foreign key leads from or to a distributed table, unless both have the account",
  ON_PLAIN,
  async (t) => {
    const { owner } = await open(t);
    assert.deepEqual(await listForeignKeys(owner), []);
    await owner.rows`
    alter table vault add constraint of_account foreign key (account_id) references accounts`;
    t.after(() => owner.rows`alter table vault drop constraint of_account`);
    assert.deepEqual(await listForeignKeys(owner), ["of_account"]);
  },
);

test("no policy of a distributed table has a subselect", ON_PLAIN, async (t) => {
  const { owner } = await open(t);
  assert.deepEqual(await listPoliciesWithSubselect(owner), []);
  await owner.rows`
    create policy by_accounts on outbox for select to public
    using (account_id in (select id from accounts))`;
  t.after(() => owner.rows`drop policy by_accounts on outbox`);
  assert.deepEqual(await listPoliciesWithSubselect(owner), ["by_accounts"]);
});

test("the lint of statements knows every view over distributed tables", async (t) => {
  const { owner } = await open(t);
  const rows = await owner.rows<{ name: string }>`
    select distinct rule.ev_class::regclass::text as name
    from pg_rewrite rule join pg_depend uses on uses.objid = rule.oid
      and uses.classid = 'pg_rewrite'::regclass and uses.refclassid = 'pg_class'::regclass
    where uses.refobjid = any (${DISTRIBUTED}::regclass[])`;
  assert.deepEqual(rows.map(({ name }) => name).sort(), VIEWS.toSorted());
});

test("the lint of statements knows the distributed tables with row-level security", async (t) => {
  const { owner } = await open(t);
  const rows = await owner.rows<{ name: string }>`
    select relname as name from pg_class
    where oid = any (${DISTRIBUTED}::regclass[]) and relrowsecurity`;
  assert.deepEqual(rows.map(({ name }) => name).sort(), GUARDED.toSorted());
});

test("no function of the database reads a distributed table", async (t) => {
  const { owner } = await open(t);
  const rows = await owner.rows<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and prosrc ~ (${`\\m(${DISTRIBUTED.join("|")})\\M`})`;
  assert.deepEqual(rows, []);
});

async function listIndexesWithoutAccount(owner: DatabasePool): Promise<string[]> {
  const rows = await owner.rows<{ name: string }>`
    select index.indexrelid::regclass::text as name from pg_index index
    where index.indrelid = any (${DISTRIBUTED}::regclass[]) and index.indisunique
      and not exists (
        select from pg_attribute one
        where one.attrelid = index.indrelid and one.attnum = any (index.indkey)
          and one.attname = ${DISTRIBUTION_COLUMN})`;
  return rows.map(({ name }) => name);
}

async function listTriggers(owner: DatabasePool): Promise<string[]> {
  const rows = await owner.rows<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid = any (${DISTRIBUTED}::regclass[]) and not tgisinternal`;
  return rows.map(({ name }) => name);
}

async function listForeignKeys(owner: DatabasePool): Promise<string[]> {
  const rows = await owner.rows<{ name: string }>`
    select link.conname as name from pg_constraint link
    where link.contype = 'f'
      and (link.conrelid = any (${DISTRIBUTED}::regclass[])
        or link.confrelid = any (${DISTRIBUTED}::regclass[]))
      and not (
        link.conrelid = any (${DISTRIBUTED}::regclass[])
        and link.confrelid = any (${DISTRIBUTED}::regclass[])
        and exists (
          select from unnest(link.conkey, link.confkey) as pair (own, other)
            join pg_attribute one on one.attrelid = link.conrelid and one.attnum = pair.own
            join pg_attribute two on two.attrelid = link.confrelid and two.attnum = pair.other
          where one.attname = ${DISTRIBUTION_COLUMN} and two.attname = ${DISTRIBUTION_COLUMN}))`;
  return rows.map(({ name }) => name);
}

async function listPoliciesWithSubselect(owner: DatabasePool): Promise<string[]> {
  const rows = await owner.rows<{ name: string }>`
    select polname as name from pg_policy
    where polrelid = any (${DISTRIBUTED}::regclass[])
      and concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* '\\mselect\\M'`;
  return rows.map(({ name }) => name);
}
