/** The ids of device types and states are stored in the database, so they must not change. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { DEVICE_STATES, deviceStateById, deviceStateId } from "./device-states.ts";
import {
  DEVICE_TYPE_NAMES,
  DEVICE_TYPES,
  deviceTypeById,
  deviceTypeId,
  findDeviceType,
} from "./device-types.ts";

/** As released. Add a line for a new type; never change or remove one. */
const RELEASED_TYPES = {
  generic: 1,
  vendora: 2,
  "vendorb-ra1": 3,
  "vendorb-rba": 4,
  vendorc: 5,
  vendord: 6,
  vendore: 7,
  vendorf: 8,
  vendorf2: 9,
};

const RELEASED_STATES =
  "new injected inTransit stored assigned unassigned activating activated damaged malfunctioning quarantined inRepair rma doa lost tampered tamperedP2PE retired destroyed";

test("a device type keeps its id forever", () => {
  const ids = Object.fromEntries(DEVICE_TYPES.map((type) => [type, deviceTypeId(type)]));
  assert.deepEqual(ids, RELEASED_TYPES);
});

test("a device state keeps its id forever", () => {
  const ids = DEVICE_STATES.map((state) => [state, deviceStateId(state)]);
  assert.deepEqual(
    ids,
    RELEASED_STATES.split(" ").map((state, place) => [state, place + 1]),
  );
});

test("no two types or states share an id, and no two types share a name", () => {
  for (const type of DEVICE_TYPES) assert.equal(deviceTypeById(deviceTypeId(type)), type);
  for (const state of DEVICE_STATES) assert.equal(deviceStateById(deviceStateId(state)), state);
  assert.equal(new Set(DEVICE_TYPE_NAMES).size, DEVICE_TYPE_NAMES.length);
  for (const name of DEVICE_TYPE_NAMES) assert.ok(findDeviceType(name));
});

test("the payment interface's documentation has every name of a device type", async () => {
  const page = path.resolve(import.meta.dirname, "../../../../docs/interfaces/payments.md");
  const lines = (await readFile(page, "utf8")).split("\n");
  const line = lines.find((one) => one.startsWith("| `device_type` |")) ?? "";
  const words = new Set(line.split(/[^a-z0-9-]+/));
  assert.deepEqual(
    DEVICE_TYPE_NAMES.filter((name) => !words.has(name)),
    [],
  );
});
