/** `devices import`: thousands of devices from a file, all of them or none. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { DEVICE_TYPES } from "../../src/core/management/devices/device-types.ts";
import { runHere } from "../kit/command-process.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

async function openImport(t: Lifetime) {
  const management = await openManagementApp(t);
  const folder = await mkdtemp(path.join(tmpdir(), "devices-"));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { DATABASE_URL: management.database.url, MASTER_KEY: "7e57".repeat(16) };
  const enter = async (lines: readonly string[], ...more: string[]) => {
    const file = path.join(folder, "devices.csv");
    await writeFile(file, lines.join("\r\n"));
    return runHere(["devices", "import", file, "--partner", "harbor", ...more], settings);
  };
  return { ...management, enter };
}

test("an import of three thousand devices is stored, counted and audited", async (t) => {
  const { harbor, ids, database, enter } = await openImport(t);
  const client = await harbor.post(
    "/clients",
    newBody.client({ id: ids["harbor-retail"] }, { name: "Imported, Inc." }),
  );
  const location = await harbor.post(
    "/locations",
    newBody.location({ client: { id: client }, name: "Back room" }),
  );
  const rows = Array.from({ length: 3_000 }, (_, n) =>
    n % 2 === 0 ? `I${n},generic,"Imported, Inc.",Back room,Till ${n},FFFF98` : `I${n},idtech,,,,`,
  );
  const { code, stdout, stderr } = await enter(
    ["serialNumber,deviceType,client,location,name,ksi", ...rows],
    "--json",
  );
  assert.deepEqual(
    [code, stderr, JSON.parse(stdout)],
    [0, "", { imported: 3_000, partner: ids["harbor"] }],
  );
  const { total, data } = await harbor.get(`/devices?client=${client}&take=1&skip=1`);
  const { id, version, ...device } = data[0];
  assert.deepEqual(
    [total, device],
    [
      1_500,
      {
        serialNumber: "I2",
        name: "Till 2",
        deviceType: { id: "1", name: "generic" },
        deviceState: { id: "1", name: "new" },
        partner: { id: ids["harbor-retail"], name: "Harbor Retail" },
        client: { id: client, name: "Imported, Inc." },
        location: { id: location, name: "Back room" },
      },
    ],
  );
  assert.equal((await harbor.get("/devices?deviceState=new")).total, 3_000);
  const [acts] = await database.owner.rows<{ devices: string }>`
    select sum(json_array_length((after -> 'devices')::json)) as devices from audit_entries
    where action = 'device.import' and actor_kind = 'command_line'`;
  assert.equal(Number(acts?.devices), 3_000);
});

test("all errors are reported with their lines, and nothing is stored", async (t) => {
  const { harbor, summit, ids, enter } = await openShared(t, openImport);
  await summit.post("/clients", newBody.client({ id: ids["summit"] }, { name: "Not harbor's" }));
  const before = (await harbor.get("/devices")).total;
  const { code, stdout, stderr } = await enter([
    "serialNumber,deviceType,client,clientId,name",
    "N1,generic,Quayside Stores,,fine",
    "GEN0000001,generic,Quayside Stores,,other",
    ",toaster,,,",
    "N2,generic,Not harbor's,,",
    "N3,generic,,999,",
    '"N4\nx",generic,,,',
    `N1,generic,Quayside Stores,,${"x".repeat(256)}`,
    "N1,generic,,,",
  ]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.deepEqual(stderr.trim().split("\n"), [
    "Line 3: serialNumber is already taken.",
    "Line 4: serialNumber is required.",
    `Line 4: deviceType is unknown. Known types: ${DEVICE_TYPES.join(", ")}.`,
    "Line 5: client was not found: no record has this id or name.",
    "Line 6: client was not found: no record has this id or name.",
    "Line 7: serialNumber must be one line of text.",
    "Line 9: name must have at most 255 characters.",
    "Line 9: serialNumber is also on line 2.",
    "No device was added. Correct the file and import it again.",
  ]);
  assert.equal((await harbor.get("/devices")).total, before);
});

test("a file without the expected columns is refused with one error", async (t) => {
  const { enter } = await openShared(t, openImport);
  const told = async (...lines: string[]) => (await enter(lines)).stderr;
  assert.match(
    await told("serialNumber,color,color"),
    /unknown column "color"[\s\S]*deviceType is missing[\s\S]*twice[\s\S]*Columns: /,
  );
  assert.match(
    await told("serialNumber,deviceType", "1,generic,x"),
    /^Line 2: there are more values/,
  );
  assert.match(await told("serialNumber,deviceType", '1"'), /^Line 2: a quotation mark/);
  assert.match((await enter([], "--partner", "nobody")).stderr, /Line 1: the column serialNumber/);
});

test("a command creates a top-level partner, and its user gets a welcome email", async (t) => {
  const { database } = await openImport(t);
  const words = Object.entries({
    name: "Cove Payments",
    reference: "cove",
    country: "CA",
    address: "1 Cove",
    city: "Halifax",
    user: "cove-user",
    "first-name": "Cora",
    "last-name": "Cove",
    email: "cora@cove.test",
    phone: "1",
  }).flatMap(([name, value]) => [`--${name}`, value]);
  const environment = { DATABASE_URL: database.url, MASTER_KEY: "7e57".repeat(16) };
  const made = await runHere(["partners", "create", ...words, "--json"], environment);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  const { created } = JSON.parse(made.stdout);
  const [row] = await database.owner.rows<{
    path: string[];
  }>`select path from partners where id = ${created}`;
  assert.deepEqual(row?.path, [created]);
  const emails = await database.owner.rows`select from outbox where event = 'user.welcome'`;
  assert.equal(emails.length, 1);
  const second = words.map((word) => (/^cove(-user)?$/.test(word) ? `${word}-2` : word));
  const plain = await runHere(["partners", "create", ...second], environment);
  assert.match(plain.stdout, /cora@cove\.test gets an email [^\n]*in the console's mailbox\.\n$/);
  const again = await runHere(["partners", "create", ...words], environment);
  const told = "reference is already taken.\ncontact.userName is already taken.\n";
  assert.deepEqual([again.code, again.stderr], [1, told]);
});
