/** A: the order of checks, the length of paths, and that all errors are reported together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

type Management = Awaited<ReturnType<typeof openManagementApp>>;

const basic = (userName: string, password = "certification-partner") =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}`;

const BODIES: Readonly<Record<string, readonly [string, string]>> = {
  "no JSON": ["application/json", "{"],
  "another type": ["text/plain", "{}"],
  "a form": ["application/x-www-form-urlencoded", "name=x"],
};

async function send(
  { server }: Management,
  body: readonly [string, string],
  authorization?: string,
) {
  const [type, payload] = body;
  const reply = await server.inject({
    method: "POST",
    url: "/api/v1/clients",
    headers: { "content-type": type, ...(authorization === undefined ? {} : { authorization }) },
    payload,
  });
  return [reply.statusCode, reply.json().errorCode];
}

test("A: login and permission are checked before the body: 401 and 403 for any body", async (t) => {
  const management = await openShared(t, openManagementApp);
  for (const [what, body] of Object.entries(BODIES)) {
    assert.deepEqual(await send(management, body), [401, 7401], what);
    assert.deepEqual(await send(management, body, basic("harbor", "wrong")), [401, 7401], what);
    const client = basic("quayside-admin", "certification-client");
    assert.deepEqual(await send(management, body, client), [403, 7403], what);
  }
  const large = ["application/json", `"${"x".repeat(1_100_000)}"`] as const;
  assert.deepEqual(await send(management, large), [401, 7401]);
  assert.deepEqual(await send(management, large, basic("harbor")), [413, 7413]);
  const told = Object.values(BODIES).map((body) => send(management, body, basic("harbor")));
  assert.deepEqual(await Promise.all(told), [
    [409, 7409],
    [415, 7415],
    [415, 7415],
  ]);
});

test("A: a call without a body ignores any body that is sent", async (t) => {
  const { server, harbor } = await openShared(t, openManagementApp);
  const [client] = (await harbor.get("/clients")).data;
  for (const type of ["application/json", "text/plain"]) {
    for (const payload of ["", "{"]) {
      const id = await harbor.post("/locations", newBody.location({ client: { id: client.id } }));
      const headers = { authorization: basic("harbor"), "content-type": type };
      const url = `/api/v1/locations/${id}`;
      const reply = await server.inject({ method: "DELETE", url, headers, payload });
      assert.deepEqual([reply.statusCode, reply.body], [200, ""], `${type} ${payload}`);
    }
  }
});

test("A: a device is found by a serial number of any allowed length", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  for (const serialNumber of ["S".repeat(201), "S".repeat(255), "😀".repeat(255)]) {
    const id = await harbor.post("/devices", newBody.device({ serialNumber }));
    const found = await harbor.get(`/devices/${encodeURIComponent(serialNumber)}/generic`);
    assert.equal(found.id, id);
  }
});

test("A: an id that is longer than any of ours is 404", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  for (const path of ["/clients/", "/transactions/", "/devices/x/"]) {
    const { status, body } = await harbor.call("GET", `${path}${"9".repeat(2_000)}`);
    const { uuid, ...told } = body;
    assert.equal(status, 404);
    assert.deepEqual(told, { errorCode: 7404, message: "Requested resource cannot be found." });
  }
});

test("A: an old version is reported together with all other errors of the update", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const { location, contact } = await harbor.get(`/clients/${client}`);
  const device = await harbor.post("/devices", newBody.device());
  const stale: Readonly<Record<string, object>> = {
    [`/partners/${ids["harbor-retail"]}`]: { version: 9, name: "" },
    [`/clients/${client}`]: { version: 9, name: "" },
    [`/locations/${location.id}`]: { version: 9, name: "" },
    [`/users/${contact.id}`]: { version: 9, firstName: "" },
    [`/devices/${device}`]: { version: 9, serialNumber: "" },
  };
  for (const [path, body] of Object.entries(stale)) {
    const [, other] = Object.keys(body);
    const errors = await harbor.errors("PATCH", path, body);
    assert.deepEqual([...errors].sort(), [`${other} 1000`, "version 1006"].sort(), path);
  }
});

test("A: a taken serial number is reported together with all other errors of the device", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const [client] = (await harbor.get("/clients")).data;
  const taken = { serialNumber: "GEN0000001", client: { id: client.id }, name: 5 };
  const both = ["name 1001", "serialNumber 1004"];
  assert.deepEqual(await harbor.errors("POST", "/devices", newBody.device(taken)), both);
  const id = await harbor.post("/devices", newBody.device({ client: { id: client.id } }));
  const { client: _, ...changed } = taken;
  assert.deepEqual(await harbor.errors("PATCH", `/devices/${id}`, changed), both);
  const unassigned = await harbor.post("/devices", newBody.device({ serialNumber: "GEN0000001" }));
  const moved = { client: { id: client.id }, name: 5 };
  assert.deepEqual(await harbor.errors("PATCH", `/devices/${unassigned}`, moved), both);
});

test("A: a taken parser name is reported together with all other errors", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const parent = { id: ids["harbor"] };
  await harbor.post("/partners", newBody.partner(parent, { partnerId: "at-the-parser" }));
  const other = newBody.partner(parent, { reference: "at-the-parser", name: "" });
  assert.deepEqual(await harbor.errors("POST", "/partners", other), [
    "name 1000",
    "partnerId 1004",
  ]);
});

test("A: an id or name of a reference that is not text is one error, at its own path", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const [client] = (await harbor.get("/clients")).data;
  for (const [half, value] of [
    ["id", 1.5],
    ["id", ["1"]],
    ["name", {}],
    ["name", "x".repeat(256)],
  ] as const) {
    const wrong = { [half]: value };
    const device = newBody.device({
      serialNumber: "GEN0000001",
      client: wrong,
      location: { id: "1" },
    });
    assert.deepEqual(await harbor.errors("POST", "/devices", device), [`client.${half} 1001`]);
    const place = await harbor.errors("POST", "/locations", newBody.location({ client: wrong }));
    assert.deepEqual(place, [`client.${half} 1001`]);
    const moved = { directPartner: wrong, location: wrong };
    assert.deepEqual(await harbor.errors("PATCH", `/clients/${client.id}`, moved), [
      `directPartner.${half} 1001`,
      `location.${half} 1001`,
    ]);
    const parent = await harbor.errors("PATCH", `/partners/${ids["harbor-retail"]}`, {
      parent: wrong,
    });
    assert.deepEqual(parent, [`parent.${half} 1001`]);
  }
});
