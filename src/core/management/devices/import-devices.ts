/**
 * Imports many devices, one per line of a file: all of them, or none with a list of errors. A device
 * that is registered already with the same values stays as it is, so that a file can be sent again.
 */
import {
  type ErrorCollector,
  type FieldError,
  FieldErrors,
  fieldError,
  reportConstraints,
} from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management-act.ts";
import type { Owner } from "../scope/reference-store.ts";
import { RememberedReferences } from "../scope/remembered-references.ts";
import type { Submitted } from "../scope/submitted.ts";
import {
  findTakenSerials,
  type ImportedDevice,
  type ImportedKey,
  insertDevices,
} from "./device-import-store.ts";
import { deviceOwner, locationOwners } from "./device-place.ts";
import { deviceStateId } from "./device-states.ts";
import { deviceTypeId } from "./device-types.ts";
import type { NewDevice } from "./device-values.ts";

/** A device and its line in the file. */
export interface DeviceLine extends Submitted<NewDevice> {
  readonly line: number;
}

export interface LineError extends FieldError {
  /** Undefined: it is not known which of the lines caused it. */
  readonly line: number | undefined;
}

export type ImportOutcome =
  | { readonly kind: "imported"; readonly count: number; readonly unchanged: number }
  | { readonly kind: "invalid"; readonly errors: readonly LineError[] };

const LINES_AT_ONCE = 200;
const CONSTRAINTS = { devices_serial_unique: fieldError("serialNumber", "taken_meanwhile") };

/** Rolls back the transaction when lines are invalid. */
class InvalidLines extends Error {
  readonly errors: readonly LineError[];

  constructor(errors: readonly LineError[]) {
    super(`${errors.length} errors`);
    this.errors = errors;
  }
}

interface DeviceImport {
  readonly lines: readonly DeviceLine[];
  /** Checks the lines and stores nothing. The counts say what an import would do. */
  readonly isPreview?: boolean;
  readonly onProgress?: (done: number) => void;
}

export async function importDevices(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  wanted: DeviceImport,
): Promise<ImportOutcome> {
  try {
    // The second time, a device of a simultaneous import is found, and may be the same.
    return await storeLines(needs, caller, wanted).catch((error) => {
      if (!isTakenMeanwhile(error)) throw error;
      return storeLines(needs, caller, wanted);
    });
  } catch (error) {
    if (error instanceof InvalidLines) return { kind: "invalid", errors: error.errors };
    if (!(error instanceof FieldErrors)) throw error;
    const errors = error.errors.map((one) => ({ ...one, line: undefined }));
    return { kind: "invalid", errors };
  }
}

function isTakenMeanwhile(error: unknown): boolean {
  if (!(error instanceof FieldErrors)) return false;
  return error.errors.some(({ problem }) => problem.kind === "taken_meanwhile");
}

function storeLines(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { lines, isPreview = false, onProgress }: DeviceImport,
): Promise<ImportOutcome> {
  return actOnManagement(needs, caller, async (management) => {
    const enteredAt = needs.clock.business();
    const devices = await new LineChecker(management).checkAll(lines, onProgress);
    const unchanged = lines.length - devices.length;
    for (let first = 0; !isPreview && first < devices.length; first += LINES_AT_ONCE) {
      const some = devices.slice(first, first + LINES_AT_ONCE);
      await insertAndRecord(management, some, enteredAt);
    }
    return { kind: "imported", count: devices.length, unchanged };
  });
}

/** One audit entry per statement: it lists the devices. */
async function insertAndRecord(
  management: ManagementWork,
  devices: readonly ImportedDevice[],
  enteredAt: Temporal.Instant,
): Promise<void> {
  const ids = await reportConstraints(CONSTRAINTS, () =>
    insertDevices(management, devices, enteredAt),
  );
  const after = { devices: devices.map((device, index) => ({ id: ids[index], ...device })) };
  await management.record({
    kind: "partner",
    id: management.callerId,
    action: "device.import",
    after,
  });
}

/** Looks up the references of all lines and collects their errors. */
class LineChecker {
  readonly #management: ManagementWork;
  readonly #errors: LineError[] = [];
  /** The first line of each serial number and client. */
  readonly #seen = new Map<string, number>();
  readonly #references: RememberedReferences;

  constructor(management: ManagementWork) {
    this.#management = management;
    this.#references = new RememberedReferences(management);
  }

  async checkAll(
    lines: readonly DeviceLine[],
    onProgress: DeviceImport["onProgress"],
  ): Promise<readonly ImportedDevice[]> {
    const devices: ImportedDevice[] = [];
    for (let first = 0; first < lines.length; first += LINES_AT_ONCE) {
      const some = lines.slice(first, first + LINES_AT_ONCE);
      devices.push(...(await this.#checkSome(some)));
      onProgress?.(Math.min(first + LINES_AT_ONCE, lines.length));
    }
    if (this.#errors.length > 0) {
      throw new InvalidLines(
        this.#errors.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      );
    }
    return devices;
  }

  async #checkSome(lines: readonly DeviceLine[]): Promise<readonly ImportedDevice[]> {
    const devices: ImportedDevice[] = [];
    const lineByKey = new Map<string, number>();
    for (const line of lines) {
      const device = await this.#checkLine(line);
      if (device === undefined) continue;
      devices.push(device);
      lineByKey.set(serialKey(device), line.line);
    }
    const known = await findTakenSerials(this.#management, devices);
    const taken = new Map(known.map((device) => [serialKey(device), device]));
    return devices.filter((device) => {
      const other = taken.get(serialKey(device));
      if (other !== undefined && !hasSameValues(device, other)) {
        const line = lineByKey.get(serialKey(device)) ?? 0;
        this.#errors.push({ line, ...fieldError("serialNumber", "taken") });
      }
      return other === undefined;
    });
  }

  async #checkLine({ line, values, errors }: DeviceLine): Promise<ImportedDevice | undefined> {
    const { deviceType, client, location } = values;
    const owner = deviceOwner(
      await this.#references.resolveClient(errors, client),
      this.#management.callerId,
    );
    const place = await this.#references.resolveLocation(errors, location, locationOwners(owner));
    const device = importedDevice(values, owner, place?.id ?? null);
    this.#rejectRepeated(errors, device, line);
    this.#errors.push(...errors.collected.map((error) => ({ ...error, line })));
    return errors.collected.length === 0 && deviceType ? device : undefined;
  }

  #rejectRepeated(errors: ErrorCollector, device: ImportedDevice, line: number): void {
    const first = this.#seen.get(serialKey(device));
    if (first === undefined) this.#seen.set(serialKey(device), line);
    else errors.reject("serialNumber", { kind: "on_other_line", line: first });
  }
}

function importedDevice(
  { serialNumber, name, notes, ksi, deviceType }: NewDevice,
  { partnerId, clientId }: Owner,
  locationId: string | null,
): ImportedDevice {
  return {
    serialNumber,
    name,
    notes,
    ksi,
    deviceTypeId: deviceType === undefined ? 0 : deviceTypeId(deviceType),
    deviceStateId: deviceStateId("new"),
    partnerId,
    clientId,
    locationId,
  };
}

const COMPARED = ["deviceTypeId", "locationId", "name", "notes", "ksi"] as const;

/** The state is not compared: a device that is in use already is still the device of the line. */
function hasSameValues(one: ImportedDevice, other: ImportedDevice): boolean {
  return COMPARED.every((name) => one[name] === other[name]);
}

function serialKey({ partnerId, clientId, serialNumber }: ImportedKey): string {
  return JSON.stringify([partnerId, clientId, serialNumber]);
}
