/** Assigns many devices to a client and a location: all of them, or none with a list of errors. */
import { ErrorCollector, type FieldError, FieldErrors } from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
} from "../scope/management-act.ts";
import type { OwnedReference, Reference } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import type { Submitted } from "../scope/submitted.ts";
import { changeDevice } from "./update-device.ts";

/** How many devices one request can assign. */
export const ASSIGNED_DEVICES = { min: 1, max: 500 } as const;

export interface DeviceAssignment {
  readonly deviceIds: readonly string[];
  /** Undefined: the client stays. Null: the devices go back to the partner. */
  readonly client: Reference | null | undefined;
  /** Undefined: the location stays, unless the client changes. */
  readonly location: Reference | null | undefined;
}

export interface DeviceError extends FieldError {
  readonly deviceId: string;
}

/** Thrown before anything is stored. */
export class InvalidDevices extends Error {
  override readonly name = "InvalidDevices";
  readonly errors: readonly DeviceError[];

  constructor(errors: readonly DeviceError[]) {
    super(`${errors.length} devices cannot be assigned`);
    this.errors = errors;
  }
}

/** Throws FieldErrors about the request, or InvalidDevices about the devices. */
export async function assignDevices(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values: { deviceIds, client, location }, errors }: Submitted<DeviceAssignment>,
): Promise<void> {
  await actOnManagement(needs, caller, async (management) => {
    const found = await new References(management, errors).resolveClient("client", client);
    errors.throwIfAny();
    const place = { client, location, clock: needs.clock, found };
    const wrongDevices: DeviceError[] = [];
    // In the order of their ids, so that two assignments do not wait for each other.
    for (const id of deviceIds.toSorted(compareIds)) {
      const change = nameAssignment(id, place);
      const wrong = await findErrors(async () => {
        if (!(await changeDevice(management, change))) throw notFound(change.errors);
      });
      wrongDevices.push(...wrong.map((error) => ({ ...error, deviceId: id })));
      // A constraint refused it. The database then refuses every other statement, too.
      if (wrong.length > 0 && change.errors.collected.length === 0) break;
    }
    if (wrongDevices.length > 0) throw new InvalidDevices(wrongDevices);
  });
}

interface NamedPlace extends Pick<DeviceAssignment, "client" | "location"> {
  readonly clock: ManagementNeeds["clock"];
  readonly found: OwnedReference | undefined;
}

function nameAssignment(id: string, { client, location, clock, found }: NamedPlace) {
  const same = { deviceType: undefined, deviceState: undefined, version: undefined };
  const errors = new ErrorCollector();
  return { id, values: { ...same, client, location }, errors, client: found, clock };
}

function notFound(errors: ErrorCollector): FieldErrors {
  errors.reject("device", "unknown_reference");
  return new FieldErrors(errors.collected);
}

async function findErrors(change: () => Promise<void>): Promise<readonly FieldError[]> {
  try {
    await change();
    return [];
  } catch (error) {
    if (error instanceof FieldErrors) return error.errors;
    throw error;
  }
}

function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
