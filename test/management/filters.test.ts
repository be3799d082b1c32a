/** A: the filters of lists, unknown query parameters, dates, stock of sub-partners and files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

const LISTS = [
  "/partners",
  "/clients",
  "/locations",
  "/users",
  "/devices",
  "/deviceStates",
  "/deviceTypes",
  "/attestations",
  "/transactions",
];

test("A: an unknown query parameter of a list is 409 with its name", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  for (const path of LISTS) {
    assert.deepEqual(await harbor.errors("GET", `${path}?color=red`), ["color 1003"], path);
    const both = await harbor.errors("GET", `${path}?Take=5&take=x&isactive=true`);
    assert.deepEqual(both.toSorted(), ["Take 1003", "isactive 1003", "take 1001"], path);
    assert.deepEqual(await harbor.errors("GET", `${path}?__proto__=1`), ["__proto__ 1003"]);
  }
  assert.deepEqual(await harbor.errors("GET", "/transactions?name=x"), ["name 1003"]);
  assert.deepEqual(await harbor.errors("GET", "/users?mid=x"), ["mid 1003"]);
  const { body } = await harbor.call("GET", "/clients?color=red");
  assert.match(body.errors[0].color.message, /Known parameters: .*\bmid\b/);
  const long = await harbor.call("GET", `/clients?${"x".repeat(5_000)}=1&4111111111111111=1`);
  assert.equal(long.status, 409);
  assert.ok(JSON.stringify(long.body).length < 2_000);
  assert.doesNotMatch(JSON.stringify(long.body), /4111111111111111/);
});

test("A: a single resource ignores query parameters", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  assert.equal((await harbor.get(`/partners/${ids["harbor"]}?color=red`)).id, ids["harbor"]);
});

/** Each list with a new record that its filters must find, and no other. */
async function openWithRows(t: Parameters<typeof openManagementApp>[0]) {
  const opened = await openManagementApp(t);
  const { harbor, ids } = opened;
  const directPartner = { id: ids["harbor-retail"] ?? "" };
  const uniqueId = "7B0E4C1C-52c4-4f6e-9c1c-2f7c0f5f8a11";
  const client = await harbor.post(
    "/clients",
    newBody.client(directPartner, { name: "Filter & Co", mid: "F-1", isActive: false }),
  );
  await harbor.post("/clients", newBody.client(directPartner, { name: "filter & co" }));
  const location = await harbor.post(
    "/locations",
    newBody.location({ client: { id: client }, name: "Filter place", uniqueId }),
  );
  const user = await harbor.post(
    "/users",
    newBody.contact({ client: { id: client }, userName: "filter-user", isActive: false }),
  );
  const device = await harbor.post(
    "/devices",
    newBody.device({ client: { id: client }, name: "Filter lane", serialNumber: "FILTER-1" }),
  );
  const [{ id: attestation }] = await harbor.post("/attestations", {
    name: "Filter inspection",
    completeDate: "2026-01-02 03:04:05",
    client: { id: client },
    devices: [{ serialNumber: "FILTER-1" }],
  });
  return { ...opened, made: { client, location, user, device, attestation, uniqueId } };
}

const query = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;

test("A: name, mid, userName, uniqueId and isActive filter by exact match", async (t) => {
  const { harbor, summit, ids, made } = await openShared(t, openWithRows);
  const one: [path: string, name: string, value: string, id: string][] = [
    ["/partners", "name", "Harbor Payments", ids["harbor"] ?? ""],
    ["/clients", "name", "Filter & Co", made.client],
    ["/clients", "mid", "F-1", made.client],
    ["/locations", "name", "Filter place", made.location],
    ["/locations", "uniqueId", made.uniqueId, made.location],
    ["/locations", "uniqueId", made.uniqueId.toUpperCase(), made.location],
    ["/users", "userName", "filter-user", made.user],
    ["/devices", "name", "Filter lane", made.device],
    ["/attestations", "name", "Filter inspection", made.attestation],
    ["/deviceStates", "name", "activated", "8"],
    ["/deviceTypes", "name", "generic", "1"],
  ];
  for (const [path, name, value, id] of one) {
    const found = await harbor.get(`${path}?${query(name, value)}`);
    const ids = found.data.map((item: { id: string }) => item.id);
    assert.deepEqual([found.total, ids], [1, [id]], `${path} ${name}`);
    const past = await harbor.get(`${path}?${query(name, value)}&skip=1`);
    assert.deepEqual([past.total, past.data], [1, []], "a page behind the end still counts");
    const none = await harbor.get(`${path}?${query(name, name === "uniqueId" ? NOBODYS : "%")}`);
    assert.deepEqual([none.total, none.data], [0, []], `${path} ${name}: no wildcard`);
    if (path.startsWith("/device") && path !== "/devices") continue;
    const theirs = await summit.get(`${path}?${query(name, value)}`);
    assert.deepEqual([theirs.total, theirs.data], [0, []], "another tenant's");
  }
});

const NOBODYS = "00000000-0000-4000-8000-000000000000";

test("A: isActive true and false split a list into two parts", async (t) => {
  const { harbor, retail, made, ids } = await openShared(t, openWithRows);
  await harbor.patch(`/partners/${ids["harbor-retail"]}`, { isActive: true });
  for (const path of ["/partners", "/clients", "/users"]) {
    const all = await harbor.get(`${path}?take=500`);
    const [on, off] = [
      await harbor.get(`${path}?take=500&isActive=true`),
      await harbor.get(`${path}?take=500&isActive=0`),
    ];
    assert.equal(on.total + off.total, all.total, path);
    assert.ok(on.data.every((item: { isActive: boolean }) => item.isActive));
    assert.ok(off.data.every((item: { isActive: boolean }) => !item.isActive));
    assert.equal(on.data.length, on.total);
  }
  const off = await harbor.get("/clients?isActive=FALSE&name=Filter%20%26%20Co");
  assert.deepEqual(off.data[0]?.id, made.client);
  assert.equal((await retail.get("/clients?isActive=false&mid=F-1")).total, 1);
});

test("A: modifiedSince returns records changed at that time or later, in both date formats", async (t) => {
  const { harbor, database, made } = await openWithRows(t);
  const tables = ["clients", "locations", "contacts", "devices"];
  for (const table of tables) {
    await database.owner.rows([
      `update ${table} set modified_at = '2020-01-01'`,
    ] as unknown as TemplateStringsArray);
  }
  await database.owner.rows`update partners set modified_at = '2020-01-01'`;
  await database.owner.rows`update attestations set created_at = '2020-01-01'`;
  const at = "2026-03-04T05:06:07Z";
  await database.owner.rows`update clients set modified_at = ${at} where id = ${made.client}`;
  await database.owner.rows`update locations set modified_at = ${at} where id = ${made.location}`;
  await database.owner.rows`update contacts set modified_at = ${at} where id = ${made.user}`;
  await database.owner.rows`update devices set modified_at = ${at} where id = ${made.device}`;
  await database.owner.rows`
    update attestations set created_at = ${at} where id = ${made.attestation}`;
  await database.owner.rows`update partners set modified_at = ${at} where reference = 'harbor'`;
  const moments = [
    "2026-03-04 05:06:07",
    "2026-03-04T05:06:07Z",
    "2026-03-04T05:06:07.000Z",
    "2026-03-04T07:06:07+02:00",
    "20260304T050607Z",
    "2026-03-04",
  ];
  for (const path of [
    "/partners",
    "/clients",
    "/locations",
    "/users",
    "/devices",
    "/attestations",
  ]) {
    for (const moment of moments) {
      const found = await harbor.get(`${path}?${query("modifiedSince", moment)}`);
      assert.equal(found.total, 1, `${path} ${moment}`);
      assert.equal(found.data.length, 1);
    }
    const unescaped = await harbor.get(`${path}?modifiedSince=2026-03-04T07:06:07+02:00`);
    assert.equal(unescaped.total, 1, "a plus that became a blank");
    const later = await harbor.get(`${path}?${query("modifiedSince", "2026-03-04 05:06:08")}`);
    assert.deepEqual([later.total, later.data], [0, []], path);
    assert.ok((await harbor.get(`${path}?modifiedSince=2019-01-01&take=500`)).total >= 1);
  }
});

test("A: a filter with a bad value is 409", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const bad: [path: string, name: string, value: string][] = [
    ["/clients", "isActive", "maybe"],
    ["/clients", "isActive", ""],
    ["/users", "isActive", "2"],
    ["/locations", "uniqueId", "not-a-uuid"],
    ["/devices", "modifiedSince", "yesterday"],
    ["/devices", "modifiedSince", ""],
    ["/devices", "modifiedSince", "2026-02-30"],
    ["/clients", "modifiedSince", "04/03/2026"],
  ];
  for (const [path, name, value] of bad) {
    const problems = await harbor.errors("GET", `${path}?${query(name, value)}`);
    assert.deepEqual(problems, [`${name} 1001`], `${path} ${name}=${value}`);
  }
  assert.deepEqual(await harbor.errors("GET", "/clients?name=a&name=b"), ["name 1001"]);
  assert.equal((await harbor.get("/clients?name=%00")).total, 0);
});

test("A: filters can be combined with each other and with pages", async (t) => {
  const { harbor, ids, made } = await openShared(t, openWithRows);
  const path = `/devices?partner=${ids["harbor-retail"]}&client=${made.client}&name=Filter%20lane`;
  assert.equal((await harbor.get(`${path}&modifiedSince=2020-01-01`)).total, 1);
  assert.equal((await harbor.get(`${path}&serialNumber=other`)).total, 0);
  for (let n = 0; n < 5; n++) {
    await harbor.post("/devices", newBody.device({ client: { id: made.client }, name: "Row" }));
  }
  const first = await harbor.get("/devices?name=Row&take=2");
  const last = await harbor.get("/devices?name=Row&take=2&skip=4");
  assert.deepEqual([first.total, first.data.length, last.total, last.data.length], [5, 2, 5, 1]);
});

test("A: an attestation has its device in devices, as in the contract", async (t) => {
  const { harbor, made } = await openShared(t, openWithRows);
  const devices = [{ id: made.device, serialNumber: "FILTER-1" }];
  const single = await harbor.get(`/attestations/${made.attestation}`);
  const { data } = await harbor.get("/attestations?name=Filter%20inspection");
  for (const attestation of [single, data[0]]) {
    assert.deepEqual(attestation.devices, devices);
    assert.equal("device" in attestation, false);
  }
});

test("A: completeDate is accepted in both formats", async (t) => {
  const { harbor, made } = await openShared(t, openWithRows);
  const moments = [
    "2026-02-03 04:05:06",
    "2026-02-03T04:05:06",
    "2026-02-03T04:05:06Z",
    "2026-02-03T04:05:06.000Z",
    "2026-02-03T06:05:06+02:00",
    "20260203T040506Z",
    "20260203T040506",
  ];
  for (const completeDate of moments) {
    const [{ id }] = await harbor.post("/attestations", {
      name: "Dated",
      completeDate,
      client: { id: made.client },
      devices: [{ serialNumber: "FILTER-1" }],
    });
    const read = await harbor.get(`/attestations/${id}`);
    assert.equal(read.completeDate, "2026-02-03 04:05:06", completeDate);
  }
});

test("A: POST /devices accepts partner, for stock of a sub-partner", async (t) => {
  const { harbor, retail, ids, made } = await openShared(t, openWithRows);
  const [own, below] = [ids["harbor"] ?? "", ids["harbor-retail"] ?? ""];
  for (const partner of [{ id: below }, { name: (await harbor.get(`/partners/${below}`)).name }]) {
    const id = await harbor.post("/devices", newBody.device({ partner }));
    assert.equal((await harbor.get(`/devices/${id}`)).partner.id, below);
    assert.equal((await retail.get(`/devices/${id}`)).partner.id, below);
  }
  const mine = await harbor.post("/devices", newBody.device({ partner: null }));
  assert.equal((await harbor.get(`/devices/${mine}`)).partner.id, own);
  const client = { id: made.client };
  const agreed = await harbor.post("/devices", newBody.device({ partner: { id: below }, client }));
  assert.equal((await harbor.get(`/devices/${agreed}`)).partner.id, below);
  const refused: [device: object, problems: string[]][] = [
    [newBody.device({ partner: { id: own }, client }), ["partner 1003"]],
    [newBody.device({ partner: { id: ids["summit"] } }), ["partner 1005"]],
    [newBody.device({ partner: { id: "999999" } }), ["partner 1005"]],
    [newBody.device({ partner: "retail" }), ["partner 1001"]],
  ];
  for (const [device, problems] of refused) {
    assert.deepEqual(await harbor.errors("POST", "/devices", device), problems);
  }
  assert.deepEqual(
    await retail.errors("POST", "/devices", newBody.device({ partner: { id: own } })),
    ["partner 1005"],
  );
});

test("A: stock of a sub-partner can only be at a location of that partner", async (t) => {
  const { harbor, ids } = await openShared(t, openWithRows);
  const partner = { id: ids["harbor-retail"] ?? "" };
  const [theirs, ours] = await Promise.all(
    [partner.id, ids["harbor"]].map(async (id) => (await harbor.get(`/partners/${id}`)).location),
  );
  const id = await harbor.post(
    "/devices",
    newBody.device({ partner, location: { id: theirs.id } }),
  );
  assert.equal((await harbor.get(`/devices/${id}`)).location.id, theirs.id);
  const elsewhere = newBody.device({ partner, location: { id: ours.id } });
  assert.deepEqual(await harbor.errors("POST", "/devices", elsewhere), ["location 1005"]);
});

test("A: a file upload to a call without files is 415", async (t) => {
  const { server, ids } = await openShared(t, openManagementApp);
  const authorization = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;
  const payload =
    '--x\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\nPNG\r\n--x--\r\n';
  const calls = [
    ["POST", "/clients"],
    ["POST", "/devices"],
    ["POST", "/attestations"],
    ["PATCH", `/partners/${ids["harbor"]}`],
    ["DELETE", "/clients/999"],
  ] as const;
  for (const [method, path] of calls) {
    const headers = { authorization, "content-type": "multipart/form-data; boundary=x" };
    const reply = await server.inject({ method, url: `/api/v1${path}`, headers, payload });
    assert.deepEqual([reply.statusCode, reply.json().errorCode], [415, 7415], `${method} ${path}`);
  }
});
