/** A: logins by Basic and HMAC, locks after wrong ones, and the audit. */
import assert from "node:assert/strict";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

type Management = Awaited<ReturnType<typeof openManagementApp>>;

interface Signing {
  readonly name?: string;
  readonly secret?: string;
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path?: string;
  readonly signedPath?: string;
  readonly body?: string;
  readonly signedBody?: string;
  readonly nonce?: string;
  readonly secondsOff?: number;
}

/** Written from the contract: S = METHOD path, nonce, timestamp, an empty line, sha256 of the body. */
async function signed({ server, clock }: Management, signing: Signing = {}) {
  const { name = "harbor", secret = "certification-partner", method = "GET", body = "" } = signing;
  const { path = "/api/v1/partners", signedPath = path, signedBody = body } = signing;
  const { nonce = randomUUID(), secondsOff = 0 } = signing;
  const timestamp = Math.floor(clock.wall().epochMilliseconds / 1_000) + secondsOff;
  const digest = createHash("sha256").update(signedBody).digest("hex");
  const text = `${method} ${signedPath}\n${nonce}\n${timestamp}\n\n${digest}`;
  const response = createHmac("sha256", secret).update(text).digest("hex");
  const authorization = `Hmac username="${name}", nonce="${nonce}", timestamp=${timestamp}, response="${response}"`;
  const type = body === "" ? {} : { "content-type": "application/json" };
  const headers = { authorization, ...type };
  return server.inject({ method, url: path, headers, ...(body === "" ? {} : { payload: body }) });
}

test("A: every call accepts an HMAC with the user's API secret, with bodies and queries", async (t) => {
  const management = await openShared(t, openManagementApp);
  const list = await signed(management, { path: "/api/v1/partners?take=1" });
  assert.deepEqual([list.statusCode, list.json().total], [200, 2]);
  const bare = await signed(management, {
    path: "/api/v1/partners?take=1",
    signedPath: "/api/v1/partners",
  });
  assert.equal(bare.statusCode, 200);
  const body = JSON.stringify(newBody.device());
  const made = await signed(management, { method: "POST", path: "/api/v1/devices", body });
  assert.equal(made.statusCode, 200, made.body);
  const path = `/api/v1/devices/${made.json().id}`;
  const change = await signed(management, { method: "PATCH", path, body: '{"name":"x"}' });
  assert.equal(change.statusCode, 200);
});

test("A: a wrong, an old and a repeated signature have the same 401", async (t) => {
  const management = await openShared(t, openManagementApp);
  const nonce = randomUUID();
  assert.equal((await signed(management, { nonce })).statusCode, 200);
  const wrong: Record<string, Signing> = {
    "a repeated nonce": { nonce },
    "a wrong secret": { secret: "x" },
    "another body": { method: "POST", path: "/api/v1/devices", body: "{}", signedBody: "{ }" },
    "another path": { signedPath: "/api/v1/clients" },
    "too late": { secondsOff: -901 },
    "too early": { secondsOff: 901 },
    nobody: { name: "nobody" },
    "a client's user, who has no secret": {
      name: "quayside-admin",
      secret: "certification-client",
    },
  };
  const answers = new Set<string>();
  for (const [why, signing] of Object.entries(wrong)) {
    const reply = await signed(management, signing);
    assert.equal(reply.statusCode, 401, why);
    const { uuid, ...told } = reply.json();
    answers.add(JSON.stringify([told, reply.headers["www-authenticate"]]));
  }
  assert.equal(answers.size, 1);
  for (const secondsOff of [-900, 900]) {
    assert.equal((await signed(management, { secondsOff })).statusCode, 200);
  }
  for (const header of [
    "Hmac",
    "Hmac username=harbor",
    'Hmac username="harbor", nonce="", timestamp=1, response=x',
  ]) {
    const headers = { authorization: header };
    assert.equal(
      (await management.server.inject({ url: "/api/v1/partners", headers })).statusCode,
      401,
    );
  }
});

test("A: ten wrong signatures lock the user at that address for 30 minutes, with an audit entry; old ones do not count", async (t) => {
  const management = await openManagementApp(t);
  for (let n = 0; n < 30; n++) await signed(management, { secondsOff: -5_000 });
  assert.equal((await signed(management)).statusCode, 200);
  for (let n = 0; n < 10; n++) await signed(management, { secret: `guess ${n}` });
  const tried = async () => [
    (await signed(management)).statusCode,
    (await management.harbor.call("GET", "/partners")).status,
  ];
  // The lock is reported to all processes as a change, which ends memory within a second.
  const startMs = performance.now();
  while ((await tried()).some((status) => status !== 401)) {
    assert.ok(performance.now() - startMs < 2_000);
  }
  const acts = await management.database.owner.rows`
    select actor_kind, actor_name, subject_id, after from audit_entries where action = 'login.lock'`;
  assert.deepEqual(acts, [
    {
      actor_kind: "system",
      actor_name: "access",
      subject_id: "harbor",
      after: { interfaceName: "management", name: "harbor", address: "127.0.0.1" },
    },
  ]);
  management.clock.advance({ minutes: 30 });
  assert.deepEqual(await tried(), [200, 200]);
});

test("A: every change of management data is in the audit, with before, after, actor and origin", async (t) => {
  const { harbor, ids, database } = await openManagementApp(t);
  const id = await harbor.post("/users", newBody.contact({ phone: "1" }));
  await harbor.patch(`/users/${id}`, { phone: "2", version: 0 });
  await harbor.errors("PATCH", `/users/${id}`, { phone: "3", version: 0 });
  await harbor.delete(`/users/${id}`);
  const acts = await database.owner.rows<Record<string, unknown>>`
    select action, actor_kind, actor_name, subject_kind, subject_id, before, after, address, door,
      request_id is not null as has_request, result
    from audit_entries where subject_kind = 'user' order by id`;
  const common = {
    actor_kind: "partner_user",
    actor_name: "harbor",
    subject_kind: "user",
    subject_id: id,
    address: "127.0.0.1",
    door: "/api/v1",
    has_request: true,
    result: "done",
  };
  assert.deepEqual(
    acts.map(({ before, after, ...act }) => act),
    [
      { ...common, action: "user.create" },
      { ...common, action: "user.update" },
      { ...common, action: "user.delete" },
    ],
  );
  assert.deepEqual([acts[1]?.["before"], acts[1]?.["after"]], [{ phone: "1" }, { phone: "2" }]);
  const { after } = acts[0] as { after: Record<string, unknown> };
  assert.deepEqual([after["phone"], after["partnerId"]], ["1", ids["harbor"]]);
  assert.equal((acts[2] as { before: Record<string, unknown> }).before["phone"], "2");
});

test("A: old signatures do not show which user names exist", async (t) => {
  const management = await openManagementApp(t);
  for (const name of ["harbor", "nobody"]) {
    const answer = await signed(management, { name, secret: "wrong", secondsOff: -901 });
    assert.equal(answer.statusCode, 401);
    assert.equal(await management.database.owner.count`select from login_failures`, 0, name);
  }
});
