/** Many devices at once: import from a CSV file, and assignment to a client and a location. */
import {
  ASSIGNED_DEVICES,
  assignDevices,
  InvalidDevices,
} from "../../../../core/management/devices/assign-devices.ts";
import {
  importDevices,
  type LineError,
} from "../../../../core/management/devices/import-devices.ts";
import { CsvError } from "../../../../values/csv.ts";
import { fieldErrorSentence } from "../../../../wire/management/problem-texts.ts";
import {
  DEVICE_FILE_COLUMNS,
  readDeviceFile,
} from "../../../../wire/management/read-device-file.ts";
import { must } from "../../../../wire/reader/check.ts";
import { ownProblem } from "../../../../wire/reader/problem.ts";
import { textRule } from "../../../../wire/reader/rule.ts";
import { invalid } from "../../errors.ts";
import { numericId } from "../../ids.ts";
import type { Call, Routes } from "../../routes.ts";
import { managementCaller } from "../management-access.ts";
import type { PartnerNeeds } from "../partner-needs.ts";
import { BulkWork } from "./bulk-work.ts";
import type { AssignAnswer, DeviceFileRules, DeviceImportAnswer } from "./contract.ts";

const ROWS_MAX = 5_000;
const BYTES_MAX = 500_000;
const ERRORS_SHOWN = 200;
const RULES: DeviceFileRules = {
  columns: DEVICE_FILE_COLUMNS,
  template: "serialNumber,deviceType,client,location,name,notes,ksi\r\n",
  rowsMax: ROWS_MAX,
  bytesMax: BYTES_MAX,
};

export function addBulkDevices(routes: Routes, needs: PartnerNeeds): void {
  const bulk = new BulkWork();
  routes.get("/management/device-import", "management.devices", async () => RULES);
  routes.post("/management/device-import", "management.devices", (call) =>
    bulk.run(call.person.id, () => importFile(needs, call)),
  );
  routes.post("/management/device-assignment", "management.devices", (call) =>
    bulk.run(call.person.id, () => assign(needs, call)),
  );
}

async function importFile(needs: PartnerNeeds, call: Call): Promise<DeviceImportAnswer> {
  const text = readFileText(call);
  const isPreview = call.body.flag("isPreview");
  call.body.settle();
  const nothing = { isPreview, count: 0, unchanged: 0 };
  try {
    const lines = readDeviceFile(text, ROWS_MAX);
    const outcome = await importDevices(needs.management, managementCaller(call), {
      lines,
      isPreview,
    });
    if (outcome.kind === "invalid") return { ...nothing, ...writeErrors(outcome.errors) };
    return { ...outcome, isPreview, ...writeErrors([]) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const errors = [{ line: null, field: "", message: error.message }];
    return { ...nothing, errors, errorCount: 1 };
  }
}

const NO_FILE = ownProblem("Choose a CSV file with a header row.");
const TOO_LARGE = ownProblem(`The file is too large. Use at most ${BYTES_MAX / 1_000} kB.`);
const FILE_TEXT = textRule<string>(
  (sent) => (typeof sent === "string" && sent.trim() !== "" ? sent : NO_FILE),
  [must((text) => Buffer.byteLength(text) <= BYTES_MAX, TOO_LARGE)],
);

/** The text of the file, because the API takes JSON only. */
function readFileText({ body }: Call): string {
  const text = body.read("file", FILE_TEXT);
  body.settle();
  return text;
}

function writeErrors(errors: readonly LineError[]) {
  const shown = errors.slice(0, ERRORS_SHOWN).map((error) => ({
    line: error.line ?? null,
    field: error.field,
    message: fieldErrorSentence(error),
  }));
  return { errors: shown, errorCount: errors.length };
}

async function assign(needs: PartnerNeeds, call: Call): Promise<AssignAnswer> {
  const members = call.body.managementMembers(["client", "location"]);
  const deviceIds = readDeviceIds(call);
  const values = {
    deviceIds,
    client: members.readReference("client"),
    location: members.readReference("location"),
  };
  if (values.client === undefined && values.location === undefined) {
    throw invalid({ client: "Choose a client or a location." });
  }
  try {
    const submitted = { values, errors: members.errors };
    await assignDevices(needs.management, managementCaller(call), submitted);
    return { assigned: deviceIds.length, errors: [] };
  } catch (error) {
    if (!(error instanceof InvalidDevices)) throw error;
    const errors = error.errors.map((one) => ({
      place: deviceIds.indexOf(one.deviceId),
      message: fieldErrorSentence(one),
    }));
    return { assigned: 0, errors };
  }
}

function readDeviceIds({ body }: Call): readonly string[] {
  const { min, max } = ASSIGNED_DEVICES;
  const sent = [...new Set(body.texts("devices", { most: max, max: 18 }))];
  const ids = sent.flatMap((text) => numericId(text) ?? []);
  body.settle();
  if (ids.length < min || ids.length !== sent.length) {
    throw invalid({ devices: `Select ${min} to ${max} devices.` });
  }
  return ids;
}
