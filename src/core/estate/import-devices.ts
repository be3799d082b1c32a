/** Enters many devices at once, by lines of a table: all of them, or none with every fault by line. */
import {
  addDevices,
  type ImportedDevice,
  type ImportedKey,
  takenSerials,
} from "./device-import-store.ts";
import { deviceStateId } from "./device-states.ts";
import { actOnEstate, type EstateCaller, type EstateNeeds, type EstateWork } from "./estate.ts";
import { DEVICE_FIELDS } from "./estate-fields.ts";
import { Faults, type FieldFault, FieldFaults, refereed, TAKEN } from "./faults.ts";
import { Members } from "./members.ts";
import { readDeviceType } from "./read-device.ts";
import type { Owner } from "./reference-store.ts";
import { RememberedReferences } from "./remembered-references.ts";

/** One line of the table: its number in the file, and its cells by the names of their columns. */
export interface DeviceLine {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface LineFault extends FieldFault {
  /** Undefined: of one line, and nobody knows of which. */
  readonly line: number | undefined;
}

export type ImportOutcome =
  | { readonly kind: "imported"; readonly count: number }
  | { readonly kind: "faulty"; readonly faults: readonly LineFault[] };

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
const MEANWHILE = "was entered by somebody else meanwhile.";
const CONSTRAINTS = {
  devices_serial_unique: { field: "serialNumber", kind: "not_unique", rule: MEANWHILE },
} as const;

/** Leaves the transaction when lines were faulty. */
class FaultyLines extends Error {
  readonly faults: readonly LineFault[];

  constructor(faults: readonly LineFault[]) {
    super(`${faults.length} faults`);
    this.faults = faults;
  }
}

export async function importDevices(
  needs: EstateNeeds,
  caller: EstateCaller,
  { lines, onProgress }: { lines: readonly DeviceLine[]; onProgress?: (done: number) => void },
): Promise<ImportOutcome> {
  try {
    const count = await actOnEstate(needs, caller, async (estate) => {
      const enteredAt = needs.clock.business();
      const devices = await new Reading(estate).readAll(lines, onProgress);
      for (let first = 0; first < devices.length; first += AT_ONCE) {
        await enter(estate, devices.slice(first, first + AT_ONCE), enteredAt);
      }
      return devices.length;
    });
    return { kind: "imported", count };
  } catch (error) {
    if (error instanceof FaultyLines) return { kind: "faulty", faults: error.faults };
    if (error instanceof FieldFaults) {
      return {
        kind: "faulty",
        faults: error.faults.map((fault) => ({ ...fault, line: undefined })),
      };
    }
    throw error;
  }
}

/** A hundred thousand acts would say no more than one a handful of lines. */
async function enter(
  estate: EstateWork,
  devices: readonly ImportedDevice[],
  enteredAt: Temporal.Instant,
): Promise<void> {
  const ids = await refereed(CONSTRAINTS, () => addDevices(estate, devices, enteredAt));
  const after = { devices: devices.map((device, place) => ({ id: ids[place], ...device })) };
  await estate.record({
    kind: "partner",
    id: estate.callerId,
    action: "device.import",
    after,
  });
}

class Reading {
  readonly #estate: EstateWork;
  readonly #faults: LineFault[] = [];
  /** The line that a serial number and client were on. */
  readonly #seen = new Map<string, number>();
  readonly #references: RememberedReferences;

  constructor(estate: EstateWork) {
    this.#estate = estate;
    this.#references = new RememberedReferences(estate);
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
    if (this.#faults.length > 0) {
      throw new FaultyLines(
        this.#faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
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
    for (const taken of await takenSerials(this.#estate, devices)) {
      const line = lineOf.get(keyOf(taken)) ?? 0;
      this.#faults.push({ line, field: "serialNumber", kind: "not_unique", rule: TAKEN });
    }
    return devices;
  }

  async #readLine({ line, cells }: DeviceLine): Promise<ImportedDevice | undefined> {
    const faults = new Faults();
    const members = new Members(membersOf(cells), faults);
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
    return this.#settled(faults, line) ? device : undefined;
  }

  #refuseTwice(members: Members, device: ImportedDevice, line: number): void {
    const before = this.#seen.get(keyOf(device));
    if (before === undefined) this.#seen.set(keyOf(device), line);
    else members.blame("serialNumber", "not_unique", `is on line ${before} as well.`);
  }

  #settled(faults: Faults, line: number): boolean {
    try {
      faults.settle();
      return true;
    } catch (error) {
      if (!(error instanceof FieldFaults)) throw error;
      this.#faults.push(...error.faults.map((fault) => ({ ...fault, line })));
      return false;
    }
  }

  async #ownerOf(members: Members): Promise<Owner> {
    const client = await this.#references.client(members);
    if (client === undefined) return { partnerId: this.#estate.callerId, clientId: null };
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
