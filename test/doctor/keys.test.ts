/** The doctor's checks of keys, with keys that are wrong, damaged or published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSeededDatabase } from "../kit/database.ts";
import { examine, PRODUCTION, saidBy } from "../kit/doctor.ts";
import { openShared } from "../kit/shared.ts";

const area = "keys";

test("the master key opens every stored key", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const findings = await examine({ area, url });
  assert.match(saidBy(findings, "master key"), /^ok: /);
  assert.match(saidBy(findings, "data keys"), /^ok: The master key opens all [1-9]\d* stored/);
  assert.match(
    saidBy(findings, "device keys"),
    /^ok: [1-9]\d* device keys have their check values/,
  );
});

test("another master key fails, and neither key is shown", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const findings = await examine({ area, url, settings: { MASTER_KEY: "ab12".repeat(16) } });
  assert.match(
    saidBy(findings, "master key"),
    /^failing: The database needs master key [0-9a-f]{12}/,
  );
  assert.match(saidBy(findings, "data keys"), /^skipped: .*master key is not the one/);
  assert.doesNotMatch(JSON.stringify(findings), /ab12ab12|7e577e57/);
});

test("a damaged data key is found by its id", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  const [key] = await owner.rows<{ id: string }>`
    update data_keys set wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20))
    where purpose = 'seal' returning id`;
  const findings = await examine({ area, url });
  assert.match(saidBy(findings, "master key"), /^ok: /);
  assert.match(saidBy(findings, "data keys"), new RegExp(`^failing: .* data keys: ${key?.id}\\.`));
});

test("a device key that differs from its check value or cannot be opened is found by its name", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  const [first, second] = await owner.rows<{ id: string; name: string }>`
    select id, name from base_keys where retired_at is null order by id limit 2`;
  await owner.rows`update base_keys set check_value = '000000' where id = ${first?.id}`;
  await owner.rows`
    update base_keys set sealed = set_byte(sealed, 30, 255 - get_byte(sealed, 30))
    where id = ${second?.id}`;
  const said = saidBy(await examine({ area, url }), "device keys");
  assert.match(said, new RegExp(`^failing: Device key ${first?.name} differs`, "m"));
  assert.match(said, new RegExp(`^failing: Device key ${second?.name} cannot be opened`, "m"));
});

test("published test keys fail in production", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const findings = await examine({ area, url, settings: PRODUCTION });
  assert.match(saidBy(findings, "device keys"), /^failing: .* is a published test key/);
});
