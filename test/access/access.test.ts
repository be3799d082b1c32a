/** Access: correct credentials are remembered, and forgotten when something changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sql } from "../../src/db/sql.ts";
import { fill, openFilled } from "../kit/known-callers.ts";
import { openShared } from "../kit/shared.ts";

test("remembered credentials need no query", async (t) => {
  const { here, interfaces } = await openShared(t, openFilled);
  for (const api of Object.values(interfaces)) {
    const first = await api();
    assert.match(first.kind, /admitted|accepted/);
    const asked = here.pool.asked;
    for (let n = 0; n < 10; n++) assert.deepEqual(await api(), first);
    assert.equal(here.pool.asked, asked);
  }
});

test("another secret or another address is not remembered", async (t) => {
  const { here, interfaces } = await openShared(t, openFilled);
  for (const api of Object.values(interfaces)) {
    await api();
    const asked = here.pool.asked;
    assert.equal((await api("guess")).kind, "refused");
    assert.match((await api(undefined, "192.0.2.9")).kind, /admitted|accepted/);
    assert.ok(here.pool.asked > asked);
  }
  assert.equal((await interfaces.partner(undefined, "203.0.113.9")).kind, "address_not_listed");
});

test("credentials are judged again one minute after they were verified", async (t) => {
  const { here, interfaces } = await openFilled(t);
  await interfaces.account();
  const asksAfter = async (ms: number) => {
    here.stopWatch.pass(ms);
    await here.access.watch.checkForChanges();
    const asked = here.pool.asked;
    await interfaces.account();
    return here.pool.asked > asked;
  };
  assert.equal(await asksAfter(59_999), false);
  assert.equal(await asksAfter(1), true);
});

test("an access key is not remembered after it expires", async (t) => {
  const { env, here, interfaces } = await openFilled(t);
  const expiresAt = env.clock.wall().add({ seconds: 10 });
  await env.owner.rows`update account_keys set expires_at = ${expiresAt}`;
  await here.access.watch.checkForChanges();
  assert.equal((await interfaces.account()).kind, "admitted");
  env.clock.advance({ seconds: 10 });
  here.stopWatch.pass(10_000);
  await here.access.watch.checkForChanges();
  assert.equal((await interfaces.account()).kind, "refused");
});

const ALL_INTERFACES = "account user partner";

/** Each statement, and the interfaces that it does not close. */
const ENDINGS: readonly (readonly [change: string, left: string])[] = [
  ["update accounts set is_active = false", "user partner"],
  ["update account_keys set digest = 'another'", "user partner"],
  ["update account_keys set expires_at = '2026-11-15T11:59:59Z'", "user partner"],
  ["delete from account_keys", "user partner"],
  ["truncate account_keys, account_key_uses", "user partner"],
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

test("every process notices raw statements that end a right at its next check", async (t) => {
  const { env, here, there, interfaces, otherInterfaces } = await openFilled(t);
  const openOnes = async (set: typeof interfaces) => {
    const answers = Object.entries(set).map(async ([name, api]) => ({ name, ...(await api()) }));
    const open = (await Promise.all(answers)).filter(({ kind }) => /admitted|accepted/.test(kind));
    return open.map(({ name }) => name).join(" ");
  };
  for (const [change, left] of ENDINGS) {
    for (const set of [interfaces, otherInterfaces])
      assert.equal(await openOnes(set), ALL_INTERFACES);
    await env.owner.rows`${new Sql([change], [])}`;
    for (const { access } of [here, there]) await access.watch.checkForChanges();
    for (const set of [interfaces, otherInterfaces])
      assert.equal(await openOnes(set), left, change);
    await env.owner.rows`truncate accounts, partners, login_failures cascade`;
    await fill(env);
    for (const { access } of [here, there]) await access.watch.checkForChanges();
  }
});

test("a changed role, time zone or name applies after the next check", async (t) => {
  const { env, here, interfaces } = await openFilled(t);
  for (const api of Object.values(interfaces)) await api();
  await env.owner.rows`update contact_credentials set user_role = 'Client User'`;
  await env.owner.rows`update accounts set time_zone = 'America/Chicago'`;
  await here.access.watch.checkForChanges();
  const user = await interfaces.user();
  assert.ok(user.kind === "admitted" && user.caller.userRole === "Client User");
  const account = await interfaces.account();
  assert.ok(account.kind === "admitted" && account.caller.timeZone === "America/Chicago");
});

test("a change of one caller does not affect other remembered callers", async (t) => {
  const { env, here, interfaces } = await openFilled(t);
  for (const api of Object.values(interfaces)) await api();
  await env.owner.rows`insert into accounts (id, name, time_zone) values (7, 'New', 'UTC')`;
  await env.owner.rows`update accounts set name = 'Other' where id = 7`;
  await env.owner.rows`delete from accounts where id = 7`;
  await here.access.watch.checkForChanges();
  const asked = here.pool.asked;
  for (const api of Object.values(interfaces)) await api();
  assert.equal(here.pool.asked, asked);
});

test("without a check no memory is used after one second", async (t) => {
  const { env, here, interfaces } = await openFilled(t);
  await interfaces.account();
  await env.owner.rows`update accounts set is_active = false`;
  here.stopWatch.pass(999);
  assert.equal((await interfaces.account()).kind, "admitted");
  here.stopWatch.pass(1);
  assert.equal((await interfaces.account()).kind, "refused");
});

test("while the database is unreachable no memory is used", async (t) => {
  const { here, interfaces } = await openFilled(t);
  await interfaces.account();
  here.pool.isAway = true;
  assert.equal((await interfaces.account()).kind, "admitted", "nobody has noticed yet");
  here.stopWatch.pass(1_000);
  await assert.rejects(interfaces.account(), /away/);
  await here.access.watch.checkForChanges();
  await assert.rejects(interfaces.account(), /away/);
  here.pool.isAway = false;
  await here.access.watch.checkForChanges();
  const asked = here.pool.asked;
  assert.equal((await interfaces.account()).kind, "admitted");
  assert.ok(here.pool.asked > asked, "what was known before does not count");
});
