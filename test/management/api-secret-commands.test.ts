/** `users rotate-secret` and `users end-secrets`, beside a running server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runHere } from "../kit/command-process.ts";
import { openManagementApp } from "../kit/management.ts";
import { addPerson, giveSecret, signedCall, untilAnswered } from "../kit/management-users.ts";

const FIRST = "the first API secret of all";

test("the command line rotates a user's API secret with an overlap, and ends older ones", async (t) => {
  const management = await openManagementApp(t);
  const { id, userName: name } = await addPerson(management, "System User");
  await giveSecret(management, id, FIRST);
  const settings = { DATABASE_URL: management.database.url, MASTER_KEY: "7e57".repeat(16) };
  const users = (...words: string[]) => runHere(["users", ...words], settings);
  const statusWith = (secret: string) => signedCall(management, { name, secret, path: "/clients" });

  const { code, stdout, stderr } = await users("rotate-secret", name, "--overlap", "2h", "--json");
  assert.deepEqual([code, stderr], [0, ""]);
  const { apiSecret, previousUntil, userName } = JSON.parse(stdout);
  assert.equal(userName, name);
  const hours = (Date.parse(previousUntil) - Date.now()) / 3_600_000;
  assert.ok(hours > 1.9 && hours <= 2, previousUntil);
  await untilAnswered(200, () => statusWith(apiSecret));
  assert.equal(await statusWith(FIRST), 200);

  const ended = await users("end-secrets", name);
  assert.match(ended.stdout, /Older API secrets of .* no longer work\./);
  await untilAnswered(401, () => statusWith(FIRST));
  assert.equal(await statusWith(apiSecret), 200);

  const { owner } = management.database;
  const acts = await owner.rows`
    select actor_kind, action, subject_id from audit_entries
    where action like 'user.%secret%' order by id`;
  const common = { actor_kind: "command_line", subject_id: id };
  assert.deepEqual(acts, [
    { ...common, action: "user.rotate_secret" },
    { ...common, action: "user.end_secrets" },
  ]);
});

test("a secret that cannot be rotated is refused with one sentence", async (t) => {
  const management = await openManagementApp(t);
  const settings = { DATABASE_URL: management.database.url, MASTER_KEY: "7e57".repeat(16) };
  const refused = async (...words: string[]) => {
    const { code, stderr } = await runHere(["users", "rotate-secret", ...words], settings);
    assert.equal(code, 1);
    return stderr.trim();
  };
  assert.equal(await refused("nobody-at-all"), "User nobody-at-all not found.");
  assert.match(await refused("harbor", "--overlap", "31d"), /^Invalid overlap.* 1s to 30d/);
  assert.match(await refused("harbor", "--overlap", "1h", "--now"), /^Use --overlap or --now/);
  const [{ user_name = "" } = {}] = await management.database.owner.rows<{ user_name: string }>`
    select user_name from contact_credentials where client_id is not null limit 1`;
  assert.equal(
    await refused(user_name),
    "Only users of a partner have API secrets. This user belongs to a client.",
  );
});
