/** The roles of operators: what each may call, and how they are given. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATOR_ROLES, type OperatorRole } from "../../src/core/access/operator-role.ts";
import type { OperatorRow } from "../../src/interfaces/console/operator/contract.ts";
import {
  mayCall,
  OPERATOR_ACTS,
  requireKnownAct,
} from "../../src/interfaces/console/operator-acts.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import { changingRoutes } from "../kit/operator-routes.ts";
import type { Lifetime } from "../kit/shared.ts";

const READS = [
  "/operator/accounts",
  "/operator/operators",
  "/operations/system",
  "/operations/audit",
];

test("every call that changes something has a role, and no row is left over", () => {
  assert.deepEqual(changingRoutes().toSorted(), Object.keys(OPERATOR_ACTS).toSorted());
  assert.throws(() => requireKnownAct("POST /operator/new-thing", "accounts"), /has no row/);
});

test("an administrator may call everything, support a few calls, an auditor only reads", () => {
  const routes = Object.keys(OPERATOR_ACTS);
  const allowed = (role: OperatorRole) =>
    routes.filter((route) => mayCall(personWith(role), route, "operations"));
  assert.deepEqual(allowed("administrator"), routes);
  assert.deepEqual(allowed("auditor"), []);
  const money = /account|partner|operator|key|card-host|reversal|bank-files|unmatched|purge/;
  const supported = allowed("support").filter((route) => !route.includes("/certification/"));
  assert.deepEqual(
    supported.filter((route) => money.test(route.replace(":accountId", ""))),
    [],
  );
  assert.equal(supported.length, 5);
});

test("the API enforces the role at every call, also against a forged page", async (t) => {
  const { signedIn } = await openRoles(t);
  for (const role of ["support", "auditor"] as const) {
    const client = await signedIn(role);
    for (const path of READS) assert.equal((await client.get(path)).status, 200, `${role} ${path}`);
    for (const [route, act] of Object.entries(OPERATOR_ACTS)) {
      if (role === "support" && act === "support") continue;
      const { status } = await send(client, route);
      assert.equal(status, 403, `${role} ${route}`);
    }
    const own = { currentPassword: "wrong password", newPassword: "another-good-password" };
    assert.notEqual((await client.post("/password", own)).status, 403, "their own password");
  }
  const support = await signedIn("support");
  assert.equal((await support.post("/operations/logins/unlock", {})).status, 422);
  const session = await support.get<{ may: string[] }>("/session");
  assert.ok(session.body.may.includes("operator.support"));
  assert.ok(!session.body.may.includes("operator.administer"));
});

test("a changed role takes effect at once, is audited, and one administrator stays", async (t) => {
  const { operator, database, signedIn, idOf } = await openRoles(t);
  const auditor = await signedIn("auditor");
  const path = `/operator/operators/${await idOf("auditor")}/role`;
  assert.equal((await operator.post(path, { role: "boss" })).status, 422);
  assert.equal((await operator.post(path, { role: "administrator" })).status, 200);
  const own = `/operator/operators/${await idOf("operator")}/role`;
  assert.equal((await operator.post(own, { role: "auditor" })).status, 409, "their own role");
  assert.equal((await auditor.post(own, { role: "support" })).status, 200, "the same session");
  assert.equal((await operator.post(path, { role: "auditor" })).status, 403);
  const [act] = await database.owner.rows<{ before: unknown; after: unknown }>`
    select before, after from audit_entries where action = 'operator.change_role'
      and subject_id = 'operator'`;
  assert.deepEqual(act, { before: { role: "administrator" }, after: { role: "support" } });
  const last = await database.owner.rows`
    select from operators where role = 'administrator' and is_active`;
  assert.equal(last.length, 1);
});

function personWith(role: OperatorRole) {
  return {
    kind: "operator",
    id: "1",
    userName: "x",
    email: undefined,
    role,
    mustChangePassword: false,
  } as const;
}

/** An operator of each role, named like the role, with the password of the seeded one. */
async function openRoles(t: Lifetime) {
  const app = await openTestApp(t);
  for (const role of OPERATOR_ROLES.slice(1)) {
    await app.database.owner.rows`
      insert into operators (user_name, role, password_hash)
      select ${role}, ${role}, password_hash from operators where user_name = 'operator'`;
  }
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const signedIn = (name: string) => ConsoleClient.signedIn(app.server, { ...OPERATOR, name });
  const idOf = async (name: string) => {
    const { body } = await operator.get<{ items: OperatorRow[] }>("/operator/operators");
    return body.items.find(({ userName }) => userName === name)?.id ?? assert.fail(name);
  };
  return { ...app, operator, signedIn, idOf };
}

function send(client: ConsoleClient, route: string) {
  const [method, path = ""] = route.split(" ");
  const real = path.replace(/:\w+/g, "1");
  if (method === "PATCH") return client.patch(real);
  return method === "DELETE" ? client.delete(real) : client.post(real);
}
