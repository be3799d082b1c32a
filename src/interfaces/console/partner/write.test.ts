/** The writers send only the members of their contract. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  writeAttestation,
  writeBranch,
  writeClient,
  writeFoundClient,
  writeFoundDevice,
  writeFoundPartner,
  writeInspection,
  writeLocation,
  writePartner,
  writeResult,
  writeUser,
  writeWholeClient,
  writeWholeDevice,
} from "./write.ts";

const MOMENT = Temporal.Instant.from("2026-01-01T00:00:00Z");
const EXTRA = "addedLater";
const NAMED = { id: "1", name: "x", [EXTRA]: "private" };
/** A record with the members of every kind, and one that no writer knows. */
const RECORD = {
  ...NAMED,
  created: MOMENT,
  modified: MOMENT,
  completeDate: MOMENT,
  dueAt: MOMENT,
  inspectedAt: MOMENT,
  activationDate: MOMENT,
  lastActivityDate: MOMENT,
  userRole: "Client User",
  deviceTypeId: 1,
  deviceStateId: 1,
  partner: NAMED,
  directPartner: NAMED,
  client: NAMED,
  location: NAMED,
  parent: NAMED,
  contact: { id: "1", [EXTRA]: "private" },
  device: { ...NAMED, serialNumber: "SN1" },
};

/** Every writer gets the same record. */
const WRITERS: Readonly<Record<string, (record: never) => unknown>> = {
  partner: writePartner,
  "partner in the tree": writeBranch,
  "partner in search results": writeFoundPartner,
  client: writeWholeClient,
  "client in a list": writeClient,
  "client in search results": writeFoundClient,
  location: writeLocation,
  user: writeUser("1"),
  device: (record) => writeWholeDevice(record, { inspection: record, now: MOMENT }),
  "device in search results": writeFoundDevice,
  inspection: writeInspection(MOMENT),
  attestation: writeAttestation,
  "result of an attestation": writeResult,
};

for (const [name, write] of Object.entries(WRITERS)) {
  test(`a new property of a ${name} is not published`, () => {
    assert.match(JSON.stringify(RECORD), new RegExp(EXTRA));
    assert.doesNotMatch(JSON.stringify(write(RECORD as never)), new RegExp(EXTRA));
  });
}
