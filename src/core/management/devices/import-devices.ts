/** Enters many devices at once, by lines of a table: all of them, or none with every error by line. */

import {
  ErrorCollector,
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
} from "../scope/management.ts";
import { DEVICE_FIELDS } from "../scope/management-fields.ts";
import { Members } from "../scope/members.ts";
import type { Owner } from "../scope/reference-store.ts";
import { RememberedReferences } from "../scope/remembered-references.ts";
import {
  addDevices,
  type ImportedDevice,
  type ImportedKey,
  takenSerials,
} from "./device-import-store.ts";
import { deviceStateId } from "./device-states.ts";
import { readDeviceType } from "./read-device.ts";

/** One line of the table: its number in the file, and its cells by the names of their columns. */
export interface DeviceLine {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface LineError extends FieldError {
  /** Undefined: of one line, and nobody knows of which. */
  readonly line: number | undefined;
}

export type ImportOutcome =
  | { readonly kind: "imported"; readonly count: number }
  | { readonly kind: "invalid"; readonly errors: readonly LineError[] };

export const DEVICE_COLUMNS = [
  "serialNumber",
  "deviceType",
  "client",
  "clientId",
  "location",
  "locationId",
  "name",
  "notes",
  "ksi",
] as const;

const AT_ONCE = 200;
const CONSTRAINTS = {
  devices_serial_unique: fieldError("serialNumber", "taken_meanwhile"),
} as const;

/** Leaves the transaction when lines were invalid. */
class InvalidLines extends Error {
  readonly errors: readonly LineError[];

  constructor(errors: readonly LineError[]) {
    super(`${errors.length} errors`);
    this.errors = errors;
  }
}

export async function importDevices(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { lines, onProgress }: { lines: readonly DeviceLine[]; onProgress?: (done: number) => void },
): Promise<ImportOutcome> {
  try {
    const count = await actOnManagement(needs, caller, async (management) => {
      const enteredAt = needs.clock.business();
      const devices = await new Reading(management).readAll(lines, onProgress);
      for (let first = 0; first < devices.length; first += AT_ONCE) {
        await enter(management, devices.slice(first, first + AT_ONCE), enteredAt);
      }
      return devices.length;
    });
    return { kind: "imported", count };
  } catch (error) {
    if (error instanceof InvalidLines) return { kind: "invalid", errors: error.errors };
    if (error instanceof FieldErrors) {
      return {
        kind: "invalid",
        errors: error.errors.map((problem) => ({ ...problem, line: undefined })),
      };
    }
    throw error;
  }
}

/** A hundred thousand acts would say no more than one a handful of lines. */
async function enter(
  management: ManagementWork,
  devices: readonly ImportedDevice[],
  enteredAt: Temporal.Instant,
): Promise<void> {
  const ids = await reportConstraints(CONSTRAINTS, () =>
    addDevices(management, devices, enteredAt),
  );
  const after = { devices: devices.map((device, place) => ({ id: ids[place], ...device })) };
  await management.record({
    kind: "partner",
    id: management.callerId,
    action: "device.import",
    after,
  });
}

class Reading {
  readonly #management: ManagementWork;
  readonly #errors: LineError[] = [];
  /** The line that a serial number and client were on. */
  readonly #seen = new Map<string, number>();
  readonly #references: RememberedReferences;

  constructor(management: ManagementWork) {
    this.#management = management;
    this.#references = new RememberedReferences(management);
  }

  async readAll(
    lines: readonly DeviceLine[],
    onProgress: ((done: number) => void) | undefined,
  ): Promise<readonly ImportedDevice[]> {
    const devices: ImportedDevice[] = [];
    for (let first = 0; first < lines.length; first += AT_ONCE) {
      const some = lines.slice(first, first + AT_ONCE);
      devices.push(...(await this.#readSome(some)));
      onProgress?.(Math.min(first + AT_ONCE, lines.length));
    }
    if (this.#errors.length > 0) {
      throw new InvalidLines(
        this.#errors.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      );
    }
    return devices;
  }

  async #readSome(lines: readonly DeviceLine[]): Promise<readonly ImportedDevice[]> {
    const devices: ImportedDevice[] = [];
    const lineOf = new Map<string, number>();
    for (const line of lines) {
      const device = await this.#readLine(line);
      if (device === undefined) continue;
      devices.push(device);
      lineOf.set(keyOf(device), line.line);
    }
    for (const taken of await takenSerials(this.#management, devices)) {
      const line = lineOf.get(keyOf(taken)) ?? 0;
      this.#errors.push({ line, ...fieldError("serialNumber", "taken") });
    }
    return devices;
  }

  async #readLine({ line, cells }: DeviceLine): Promise<ImportedDevice | undefined> {
    const errors = new ErrorCollector();
    const members = new Members(membersOf(cells), errors);
    const values = members.values(DEVICE_FIELDS);
    const deviceTypeId = readDeviceType(members, true) ?? 0;
    const owner = await this.#ownerOf(members);
    const locationId = await this.#locationOf(members, owner);
    const device = {
      ...values,
      deviceTypeId,
      deviceStateId: deviceStateId("new"),
      ...owner,
      locationId,
    };
    this.#refuseTwice(members, device, line);
    return this.#settled(errors, line) ? device : undefined;
  }

  #refuseTwice(members: Members, device: ImportedDevice, line: number): void {
    const before = this.#seen.get(keyOf(device));
    if (before === undefined) this.#seen.set(keyOf(device), line);
    else members.reject("serialNumber", { kind: "on_other_line", line: before });
  }

  #settled(errors: ErrorCollector, line: number): boolean {
    this.#errors.push(...errors.collected.map((error) => ({ ...error, line })));
    return errors.collected.length === 0;
  }

  async #ownerOf(members: Members): Promise<Owner> {
    const client = await this.#references.client(members);
    if (client === undefined) return { partnerId: this.#management.callerId, clientId: null };
    return { partnerId: client.partnerId, clientId: client.clientId };
  }

  async #locationOf(members: Members, owner: Owner): Promise<string | null> {
    const owners = [owner, { partnerId: owner.partnerId, clientId: null }];
    return (await this.#references.location(members, owners))?.id ?? null;
  }
}

/** As a request would have it. An empty cell is an absent member. */
function membersOf(cells: DeviceLine["cells"]): object {
  const { deviceType, client, clientId, location, locationId, ...texts } = cells;
  return {
    ...texts,
    ...(deviceType ? { deviceType: { name: deviceType } } : {}),
    ...referenceOf("client", clientId, client),
    ...referenceOf("location", locationId, location),
  };
}

function referenceOf(member: string, id = "", name = ""): object {
  if (id !== "") return { [member]: { id } };
  return name === "" ? {} : { [member]: { name } };
}

function keyOf({ partnerId, clientId, serialNumber }: ImportedKey): string {
  return JSON.stringify([partnerId, clientId, serialNumber]);
}
