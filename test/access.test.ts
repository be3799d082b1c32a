/** Access: credentials that were right are remembered, and forgotten when anything changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sql } from "../src/db/sql.ts";
import { fill, openFilled } from "./kit/known-callers.ts";

test("remembered credentials are honoured without a query", async (t) => {
  const { here, doors } = await openFilled(t);
  for (const door of Object.values(doors)) {
    const first = await door();
    assert.match(first.kind, /admitted|accepted/);
    const asked = here.pool.asked;
    for (let n = 0; n < 10; n++) assert.deepEqual(await door(), first);
    assert.equal(here.pool.asked, asked);
  }
});

test("another secret or another address is not the one that is remembered", async (t) => {
  const { here, doors } = await openFilled(t);
  for (const door of Object.values(doors)) {
    await door();
    const asked = here.pool.asked;
    assert.equal((await door("guess")).kind, "refused");
    assert.match((await door(undefined, "192.0.2.9")).kind, /admitted|accepted/);
    assert.ok(here.pool.asked > asked);
  }
  assert.equal((await doors.partner(undefined, "203.0.113.9")).kind, "address_not_listed");
});

test("a minute after they were verified credentials are judged again", async (t) => {
  const { here, doors } = await openFilled(t);
  await doors.account();
  const asksAfter = async (ms: number) => {
    here.stopWatch.pass(ms);
    await here.access.watch.look();
    const asked = here.pool.asked;
    await doors.account();
    return here.pool.asked > asked;
  };
  assert.equal(await asksAfter(59_999), false);
  assert.equal(await asksAfter(1), true);
});

test("an access key is not remembered beyond its own end", async (t) => {
  const { house, here, doors } = await openFilled(t);
  const expiresAt = house.clock.wall().add({ seconds: 10 });
  await house.owner.rows`update account_keys set expires_at = ${expiresAt}`;
  await here.access.watch.look();
  assert.equal((await doors.account()).kind, "admitted");
  house.clock.advance({ seconds: 10 });
  here.stopWatch.pass(10_000);
  await here.access.watch.look();
  assert.equal((await doors.account()).kind, "refused");
});

const ALL_DOORS = "account user partner";

/** Each, and the doors that it leaves open. */
const ENDINGS: readonly (readonly [change: string, left: string])[] = [
  ["update accounts set is_active = false", "user partner"],
  ["update account_keys set digest = 'another'", "user partner"],
  ["update account_keys set expires_at = '2026-11-15T11:59:59Z'", "user partner"],
  ["delete from account_keys", "user partner"],
  ["truncate account_keys", "user partner"],
  ["update contact_credentials set is_active = false", "account partner"],
  ["update contact_credentials set password_hash = 'another'", "account partner"],
  ["delete from contact_credentials", "account partner"],
  ["delete from contacts", "account partner"],
  ["update partners set is_active = false", "account"],
  ["update partner_credentials set key_digest = 'another'", "account user"],
  ["update partner_credentials set parser_name = 'another'", "account user"],
  ["update partner_credentials set allow_list = '{203.0.113.0/24}'", "account user"],
  ["delete from partner_credentials", "account user"],
];

test("raw statements that end a right are heard of at the next look of every process", async (t) => {
  const { house, here, there, doors, otherDoors } = await openFilled(t);
  const openOnes = async (set: typeof doors) => {
    const answers = Object.entries(set).map(async ([name, door]) => ({ name, ...(await door()) }));
    const open = (await Promise.all(answers)).filter(({ kind }) => /admitted|accepted/.test(kind));
    return open.map(({ name }) => name).join(" ");
  };
  for (const [change, left] of ENDINGS) {
    for (const set of [doors, otherDoors]) assert.equal(await openOnes(set), ALL_DOORS);
    await house.owner.rows`${new Sql([change], [])}`;
    for (const { access } of [here, there]) await access.watch.look();
    for (const set of [doors, otherDoors]) assert.equal(await openOnes(set), left, change);
    await house.owner.rows`truncate accounts, partners, login_failures cascade`;
    await fill(house);
    for (const { access } of [here, there]) await access.watch.look();
  }
});

test("a role, a zone or a name that changes is the new one after the next look", async (t) => {
  const { house, here, doors } = await openFilled(t);
  for (const door of Object.values(doors)) await door();
  await house.owner.rows`update contact_credentials set user_role = 'Client User'`;
  await house.owner.rows`update accounts set time_zone = 'America/Chicago'`;
  await here.access.watch.look();
  const user = await doors.user();
  assert.ok(user.kind === "admitted" && user.caller.userRole === "Client User");
  const account = await doors.account();
  assert.ok(account.kind === "admitted" && account.caller.timeZone === "America/Chicago");
});

test("a change of one makes nobody else forgotten", async (t) => {
  const { house, here, doors } = await openFilled(t);
  for (const door of Object.values(doors)) await door();
  await house.owner.rows`insert into accounts (id, name, time_zone) values (7, 'New', 'UTC')`;
  await house.owner.rows`update accounts set name = 'Other' where id = 7`;
  await house.owner.rows`delete from accounts where id = 7`;
  await here.access.watch.look();
  const asked = here.pool.asked;
  for (const door of Object.values(doors)) await door();
  assert.equal(here.pool.asked, asked);
});

test("without a look nothing remembered is used after a second", async (t) => {
  const { house, here, doors } = await openFilled(t);
  await doors.account();
  await house.owner.rows`update accounts set is_active = false`;
  here.stopWatch.pass(999);
  assert.equal((await doors.account()).kind, "admitted");
  here.stopWatch.pass(1);
  assert.equal((await doors.account()).kind, "refused");
});

test("while the database is away nothing remembered is used", async (t) => {
  const { here, doors } = await openFilled(t);
  await doors.account();
  here.pool.isAway = true;
  assert.equal((await doors.account()).kind, "admitted", "nobody has noticed yet");
  here.stopWatch.pass(1_000);
  await assert.rejects(doors.account(), /away/);
  await here.access.watch.look();
  await assert.rejects(doors.account(), /away/);
  here.pool.isAway = false;
  await here.access.watch.look();
  const asked = here.pool.asked;
  assert.equal((await doors.account()).kind, "admitted");
  assert.ok(here.pool.asked > asked, "what was known before does not count");
});
