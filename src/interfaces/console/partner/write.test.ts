/** Pages get the members of their contract, whatever else a record of the core may carry. */
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
/** What some record has. Properties that a writer does not know are not published. */
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

/** The writers take any record here: only what they leave out is of interest. */
const WRITERS: Readonly<Record<string, (record: never) => unknown>> = {
  partner: writePartner,
  "partner in the tree": writeBranch,
  "partner that was searched": writeFoundPartner,
  client: writeWholeClient,
  "client in a list": writeClient,
  "client that was searched": writeFoundClient,
  location: writeLocation,
  user: writeUser("1"),
  device: (record) => writeWholeDevice(record, { inspection: record, now: MOMENT }),
  "device that was searched": writeFoundDevice,
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
