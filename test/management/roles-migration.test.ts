/** The migration gives a System Admin to partners that were created before roles had permissions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { openEmptyDatabase, poolOf } from "../kit/database.ts";

test("the contact of a partner without an active System Admin becomes one", async (t) => {
  const { url } = await openEmptyDatabase(t);
  const owner = poolOf(url);
  t.after(() => owner.close());
  const migrations = await readMigrations();
  const place = migrations.findIndex(({ name }) => name.includes("roles"));
  assert.ok(place > 0);
  await migrate(owner, migrations.slice(0, place));
  await owner.rows`
    insert into partners (id, name, reference, path) overriding system value
    select n, 'P' || n, 'p' || n, array[n] from generate_series(1, 4) n`;
  await owner.rows`
    insert into clients (id, partner_id, direct_partner_id, name) overriding system value
    values (1, 1, 1, 'Client')`;
  const people = [
    // The contact, although there is an older Partner User and a client's user.
    [1, 1, null, "Partner User", true],
    [2, 1, null, "Partner User", true],
    [3, 1, 1, "Partner User", true],
    // One has a System Admin, one a disabled one and no contact, and one has no suitable user.
    [4, 2, null, "System Admin", true],
    [5, 2, null, "Partner User", true],
    [6, 3, null, "System Admin", false],
    [7, 3, null, "Kif User", true],
    [8, 3, null, "Partner User", true],
    [9, 4, null, "Kif User", true],
  ] as const;
  for (const [id, partner, client, role, isActive] of people) {
    await owner.rows`
      insert into contacts (id, partner_id, client_id, user_name, first_name, last_name, email,
        phone, user_role, is_active)
      overriding system value
      values (${id}, ${partner}, ${client}, ${`u${id}`}, 'A', 'B', 'a@b.test', '1', ${role},
        ${isActive})`;
    await owner.rows`
      insert into contact_credentials
        (contact_id, user_name, partner_id, client_id, user_role, is_active)
      values (${id}, ${`u${id}`}, ${partner}, ${client}, ${role}, ${isActive})`;
  }
  await owner.rows`update partners set contact_id = 2 where id = 1`;
  await migrate(owner, migrations);
  const changed = await owner.rows<{ id: string; userRole: string }>`
    select id, contacts.user_role as "userRole" from contacts
    join contact_credentials login on login.contact_id = contacts.id
    where contacts.version = 1 and login.user_role = contacts.user_role order by id`;
  assert.deepEqual(
    changed.map(({ id, userRole }) => `${id} ${userRole}`),
    ["2 System Admin", "8 System Admin"],
  );
});
