/** Reads a CSV file of new devices, for the command and for the console. */
import type { DeviceLine } from "../../core/management/devices/import-devices.ts";
import { CsvError, type CsvRow, parseCsv } from "../../values/csv.ts";
import { Members } from "./members.ts";
import { readNewDevice } from "./read-device.ts";

export const DEVICE_FILE_COLUMNS: readonly string[] = [
  "serialNumber",
  "deviceType",
  "client",
  "clientId",
  "location",
  "locationId",
  "name",
  "notes",
  "ksi",
];
const REQUIRED = ["serialNumber", "deviceType"];

/** Throws a CsvError if the file is not a table of devices. The first line names the columns. */
export function readDeviceFile(text: string, rowsMax = Number.MAX_SAFE_INTEGER): DeviceLine[] {
  const [head, ...rows] = parseCsv(text);
  const names = head?.cells ?? [];
  checkColumns(names);
  if (rows.length > rowsMax) {
    const text = `The file has ${rows.length} devices. At most ${rowsMax} are allowed: split the file.`;
    throw new CsvError(text);
  }
  return rows.map((row) => readDeviceLine(names, row));
}

function readDeviceLine(names: readonly string[], { line, cells }: CsvRow): DeviceLine {
  if (cells.length > names.length) {
    throw new CsvError(`Line ${line}: there are more values than columns.`);
  }
  const named = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  return { line, ...readNewDevice(new Members(deviceMembers(named))) };
}

/** The members of a request for a new device. An empty cell is an absent member. */
function deviceMembers(cells: Readonly<Record<string, string>>): object {
  const { deviceType, client, clientId, location, locationId, ...texts } = cells;
  return {
    ...texts,
    ...(deviceType ? { deviceType: { name: deviceType } } : {}),
    ...referenceMember("client", clientId, client),
    ...referenceMember("location", locationId, location),
  };
}

function referenceMember(member: string, id = "", name = ""): object {
  if (id !== "") return { [member]: { id } };
  return name === "" ? {} : { [member]: { name } };
}

function checkColumns(names: readonly string[]): void {
  const unknown = names.filter((name) => !DEVICE_FILE_COLUMNS.includes(name));
  const missing = REQUIRED.filter((name) => !names.includes(name));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const errors = [
    ...unknown.map((name) => `Line 1: unknown column ${JSON.stringify(name)}.`),
    ...missing.map((name) => `Line 1: the column ${name} is missing.`),
    ...twice.map((name) => `Line 1: the column ${name} occurs twice.`),
  ];
  if (errors.length === 0) return;
  throw new CsvError([...errors, `Columns: ${DEVICE_FILE_COLUMNS.join(", ")}.`].join("\n"));
}
