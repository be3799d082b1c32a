/** A: permissions of roles, who may give a role, and what users cannot do to themselves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../../src/interfaces/console/contract.ts";
import { type Json, newBody, openManagementApp, type Partner } from "../kit/management.ts";
import { addPerson, giveSecret, signedCall, signInAs, storeRole } from "../kit/management-users.ts";
import { openShared } from "../kit/shared.ts";

const PARTNER_ROLES = ["System Admin", "System User", "Kif User", "Partner User"];
const CLIENT_ROLES = "Client Admin, Client User, Client Custodian, Client Procurement";
const DENIED = { errorCode: 7403, message: "Permission denied." };

type Management = Awaited<ReturnType<typeof openManagementApp>>;

async function quaysideOf({ harbor }: Management): Promise<string> {
  const { data } = await harbor.get("/clients");
  return data[0]?.id ?? assert.fail("no client");
}

test("A: a client's user with a stored partner role counts as a client's user", async (t) => {
  const management = await openShared(t, openManagementApp);
  const client = { id: await quaysideOf(management) };
  for (const role of PARTNER_ROLES) {
    const { id, userName, program } = await addPerson(management, "Client User", { client });
    await storeRole(management, id, role);
    await giveSecret(management, id, "a secret that was issued");
    for (const path of ["/clients", "/devices", "/partners", "/transactions", "/deviceTypes"]) {
      const { status, body } = await program.call("GET", path);
      const { uuid, ...told } = body;
      assert.deepEqual([status, told], [403, DENIED], `${role}: ${path}`);
      const signing = { name: userName, secret: "a secret that was issued", path };
      assert.equal(await signedCall(management, signing), 403, `${role}, signed: ${path}`);
    }
    const change = { partnerKey: "stolen-key-of-24-characters-or-more" };
    const reply = await program.call("PATCH", `/partners/${management.ids["harbor"]}`, change);
    assert.equal(reply.status, 403, role);
    const console = await signInAs(management, userName);
    const { person, may } = (await console.get<Session>("/session")).body;
    assert.deepEqual([person.kind, person.role], ["client", "Client Admin"], role);
    assert.deepEqual(may, ["management", "attestations"], role);
    assert.equal((await management.harbor.get(`/users/${id}`)).userRole, "Client Admin", role);
  }
});

test("A: a client's user needs a client role; 1003 names the allowed roles", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, ids } = management;
  const client = { id: await quaysideOf(management) };
  const { id } = await addPerson(management, "Client User", { client });
  for (const userRole of PARTNER_ROLES) {
    const attempts = [
      ["POST", "/users", newBody.contact({ client, userRole }), "userRole"],
      ["PATCH", `/users/${id}`, { userRole }, "userRole"],
      [
        "POST",
        "/clients",
        newBody.client({ id: ids["harbor"] }, { contact: newBody.contact({ userRole }) }),
        "contact.userRole",
      ],
    ] as const;
    for (const [method, path, body, field] of attempts) {
      const reply = await harbor.call(method, path, body);
      assert.equal(reply.status, 409, `${method} ${path} ${userRole}`);
      const message = `${field} must be one of: ${CLIENT_ROLES}.`;
      const problem = { [field]: { attribute: field, message, errorCode: 1003 } };
      assert.deepEqual(reply.body.errors, [problem]);
    }
  }
  // A stored partner role of a client's user does not prevent other changes.
  await storeRole(management, id, "Partner User");
  await harbor.patch(`/users/${id}`, { phone: "4105550111" });
  assert.deepEqual(await harbor.errors("PATCH", `/users/${id}`, { userRole: "Partner User" }), [
    "userRole 1003",
  ]);
  await harbor.patch(`/users/${id}`, { userRole: "Client Admin" });
  const [row] = await management.database.owner.rows<Json>`
    select user_role from contacts where id = ${id}`;
  assert.equal(row?.["user_role"], "Client Admin");
});

test("A: a client's user with a stored partner role gets no API secret with a password", async (t) => {
  const management = await openShared(t, openManagementApp);
  const client = { id: await quaysideOf(management) };
  const { id, userName } = await addPerson(management, "Client User", { client });
  await storeRole(management, id, "System Admin");
  const console = await signInAs(management, userName);
  const passwords = {
    currentPassword: "certification-partner",
    newPassword: "another good password",
  };
  const changed = await console.post("/password", passwords);
  assert.ok(changed.status < 300, JSON.stringify(changed.body));
  const [row] = await management.database.owner.rows<Json>`
    select secret_sealed from contact_credentials where contact_id = ${id}`;
  assert.equal(row?.["secret_sealed"], null);
});

test("A: users cannot change their own role or isActive, or delete themselves", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { ids } = management;
  await addPerson(management, "System Admin");
  for (const role of ["System Admin", "Partner User"]) {
    const { id, userName, program } = await addPerson(management, role);
    const path = `/users/${id}`;
    const other = role === "System Admin" ? "Partner User" : "System Admin";
    for (const userRole of [other, "Kif User", "Client User"]) {
      const reply = await program.call("PATCH", path, { userRole });
      assert.equal(reply.status, 409, `${role} to ${userRole}`);
      assert.deepEqual(
        reply.body.errors[0].userRole.message,
        "userRole cannot be changed for your own user. Ask another user with the permission.",
      );
    }
    assert.deepEqual(await program.errors("PATCH", path, { isActive: false }), ["isActive 1003"]);
    assert.deepEqual(
      await program.errors("PATCH", path, { partner: { id: ids["harbor-retail"] } }),
      ["partner 1003"],
    );
    assert.deepEqual(await program.errors("DELETE", path), ["id 1007"]);
    await program.patch(path, { userRole: role, isActive: true, phone: "4105550188" });
    const console = await signInAs(management, userName);
    for (const change of [{ userRole: other }, { isActive: false }]) {
      const answer = await console.patch(`/management/users/${id}`, change);
      assert.equal(answer.status, 422, JSON.stringify(change));
      assert.deepEqual(Object.keys(answer.body.error.fields ?? {}), Object.keys(change));
    }
    assert.equal((await console.delete(`/management/users/${id}`)).status, 409);
    const [row] = await management.database.owner.rows`
      select user_role, is_active from contacts where id = ${id}`;
    assert.deepEqual(row, { user_role: role, is_active: true });
  }
});

test("A: users cannot disable their own partner", async (t) => {
  const management = await openManagementApp(t);
  const { program, userName } = await addPerson(management, "System Admin");
  const own = management.ids["harbor"];
  assert.deepEqual(await program.errors("PATCH", `/partners/${own}`, { isActive: false }), [
    "isActive 1003",
  ]);
  const console = await signInAs(management, userName);
  const answer = await console.patch(`/management/partners/${own}`, { isActive: false });
  assert.deepEqual(
    [answer.status, Object.keys(answer.body.error.fields ?? {})],
    [422, ["isActive"]],
  );
  await program.patch(`/partners/${own}`, { name: "Harbor Payments Group" });
});

test("A: a Kif User manages devices and cannot change roles", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { id, program, userName } = await addPerson(management, "Kif User");
  const { ids } = management;
  const device = await program.post("/devices", newBody.device());
  await program.patch(`/devices/${device}`, { deviceState: { name: "injected" } });
  const refused = [
    ["PATCH", `/users/${id}`, { userRole: "System Admin" }],
    ["POST", "/users", newBody.contact({ userRole: "Kif User" })],
    ["POST", "/clients", newBody.client({ id: ids["harbor"] })],
    ["POST", "/locations", newBody.location()],
    ["POST", "/partners", newBody.partner({ id: ids["harbor"] })],
    ["PATCH", `/partners/${ids["harbor"]}`, { partnerKey: "a-new-key-of-24-characters-or-more" }],
    ["POST", "/attestations", {}],
  ] as const;
  for (const [method, path, body] of refused) {
    const reply = await program.call(method, path, body);
    assert.equal(reply.status, 403, `${method} ${path}`);
  }
  const console = await signInAs(management, userName);
  assert.equal((await console.post("/management/devices", newBody.device())).status, 200);
  assert.equal((await console.patch(`/management/users/${id}`, { userRole: "x" })).status, 403);
});

test("A: users cannot give a role above their own, or change or delete a user with one", async (t) => {
  const management = await openManagementApp(t);
  const { ids } = management;
  const retail = { id: ids["harbor-retail"] };
  const admin = await addPerson(management, "System Admin");
  await addPerson(management, "System Admin");
  const below = await addPerson(management, "System Admin", { partner: retail });
  const kif = await addPerson(management, "Kif User");
  const { program, userName } = await addPerson(management, "Partner User");
  const wish = newBody.contact({ userRole: "System Admin" });
  for (const home of [{}, { partner: retail }]) {
    const reply = await program.call("POST", "/users", { ...wish, ...home });
    assert.equal(reply.status, 409);
    assert.match(reply.body.errors[0].userRole.message, /^userRole must be one of: System User, /);
    assert.doesNotMatch(reply.body.errors[0].userRole.message, /System Admin/);
  }
  assert.deepEqual(
    await program.errors("PATCH", `/users/${kif.id}`, { userRole: "System Admin" }),
    ["userRole 1003"],
  );
  for (const { id } of [admin, below]) {
    for (const change of [
      { email: "mine@attacker.test" },
      { email: "mine@attacker.test", sendWelcomeEmail: true },
      { sendWelcomeEmail: true },
      { isActive: false },
      { userRole: "Kif User" },
    ]) {
      const reply = await program.call("PATCH", `/users/${id}`, change);
      assert.equal(reply.status, 403, JSON.stringify(change));
    }
    assert.equal((await program.call("DELETE", `/users/${id}`)).status, 403);
  }
  const off = await program.call("PATCH", `/partners/${retail.id}`, { isActive: false });
  assert.equal(off.status, 403, "a partner that is off switches off its System Admins");
  const console = await signInAs(management, userName);
  const path = `/management/users/${admin.id}`;
  assert.equal((await console.patch(path, { phone: "1" })).status, 403);
  assert.equal((await console.delete(path)).status, 403);
  assert.equal((await console.post(`${path}/welcome`)).status, 403);
  assert.equal((await console.post("/management/users", wish)).status, 422);
  const partnerPath = `/management/partners/${retail.id}`;
  assert.equal((await console.patch(partnerPath, { isActive: false })).status, 403);
  // Roles at or below the own role may be given. A System Admin may give all of them.
  await program.patch(`/users/${kif.id}`, { userRole: "Partner User" });
  await program.patch(`/users/${kif.id}`, { userRole: "System User", isActive: false });
  await admin.program.patch(`/users/${kif.id}`, { userRole: "System Admin", isActive: true });
  await admin.program.patch(`/users/${below.id}`, { phone: "4105550199" });
});

test("A: a partner keeps at least one active System Admin", async (t) => {
  const management = await openManagementApp(t);
  const { harbor, ids, database } = management;
  const home = {
    partner: { id: await harbor.post("/partners", newBody.partner({ id: ids["harbor"] })) },
  };
  const [one, two] = [
    await addPerson(management, "System Admin", home),
    await addPerson(management, "System Admin", home),
  ];
  // A client's user and System Admins of other partners do not count.
  const client = { id: await harbor.post("/clients", newBody.client(home.partner)) };
  const { id: clientUser } = await addPerson(management, "Client User", { client });
  await storeRole(management, clientUser, "System Admin");
  await harbor.patch(`/users/${one.id}`, { isActive: false });
  const left = `/users/${two.id}`;
  const message =
    "cannot be changed for the partner's last active System Admin. Give another user the System Admin role first.";
  for (const [change, field] of [
    [{ isActive: false }, "isActive"],
    [{ userRole: "Partner User" }, "userRole"],
  ] as const) {
    const reply = await harbor.call("PATCH", left, change);
    assert.equal(reply.status, 409);
    const problem = { attribute: field, message: `${field} ${message}`, errorCode: 1003 };
    assert.deepEqual(reply.body.errors, [{ [field]: problem }]);
  }
  assert.deepEqual(await harbor.errors("DELETE", left), ["id 1007"]);
  const console = await signInAs(management, "harbor");
  assert.equal((await console.patch(`/management${left}`, { isActive: false })).status, 422);
  assert.equal((await console.delete(`/management${left}`)).status, 409);
  await harbor.patch(left, { phone: "4105550100" });
  await harbor.patch(`/users/${one.id}`, { isActive: true });
  await harbor.patch(left, { isActive: false });
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from contacts
    where partner_id = ${home.partner.id} and client_id is null and is_active
      and user_role = 'System Admin'`;
  assert.equal(row?.count, 1);
});

test("A: when two System Admins disable, demote or delete each other at once, one stays", async (t) => {
  const management = await openManagementApp(t);
  const { harbor, ids, database } = management;
  const acts = [
    (by: Partner, id: string) => by.call("PATCH", `/users/${id}`, { isActive: false }),
    (by: Partner, id: string) => by.call("PATCH", `/users/${id}`, { userRole: "Kif User" }),
    (by: Partner, id: string) => by.call("DELETE", `/users/${id}`),
  ];
  for (const [round, act] of [...acts, ...acts].entries()) {
    const id = await harbor.post("/partners", newBody.partner({ id: ids["harbor"] }));
    const home = { partner: { id } };
    const one = await addPerson(management, "System Admin", home);
    const two = await addPerson(management, "System Admin", home);
    await Promise.all([one.program.get("/partners"), two.program.get("/partners")]);
    const other = acts[(round + 1) % acts.length] ?? act;
    const replies = await Promise.all([
      (round < 3 ? act : other)(one.program, two.id),
      act(two.program, one.id),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409], `round ${round}`);
    const left = await database.owner.rows`
      select from contacts where partner_id = ${id} and is_active and user_role = 'System Admin'`;
    assert.equal(left.length, 1, `round ${round}`);
  }
});
