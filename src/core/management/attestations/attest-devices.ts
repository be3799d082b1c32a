/** Records the annual inspection of devices: all of them, or none (A, Attestation). */
import type { ErrorCollector } from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import type { Submitted } from "../scope/submitted.ts";
import {
  type AttestedDevice,
  insertAttestations,
  lockAttestedDevices,
} from "./attestation-store.ts";
import type { DeviceKey, NewAttestation } from "./attestation-values.ts";

export interface Attested {
  readonly id: string;
  readonly device: AttestedDevice;
}

/** The time zone furthest ahead is UTC+14. */
const AHEAD_MAX = Temporal.Duration.from({ hours: 14 });

/** Returns one element per device, in the order sent. */
export async function attestDevices(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values, errors }: Submitted<NewAttestation>,
): Promise<readonly Attested[]> {
  const { completeDate, client: named, devices: keys, ...told } = values;
  if (completeDate !== undefined && isTooFarAhead(completeDate, needs.clock.business())) {
    errors.reject("completeDate", "in_the_future");
  }
  return actOnManagement(needs, caller, async (management) => {
    const client = await new References(management, errors).resolveClient("client", named);
    const devices = client ? await findDevices(management, errors, { client, keys }) : [];
    errors.throwIfAny();
    if (client === undefined || completeDate === undefined) {
      throw new Error("an unreadable value was not reported");
    }
    const { id: clientId, partnerId } = client;
    const attestation = { ...told, completeDate, clientId, partnerId };
    const ids = devices.map(({ id }) => id);
    const made = await insertAttestations(management, attestation, ids);
    const attested = devices.map((device) => ({ id: made.get(device.id) ?? "", device }));
    await recordAttestation(management, { ...attestation, attested });
    return attested;
  });
}

function isTooFarAhead(completeDate: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(completeDate, now.add(AHEAD_MAX)) > 0;
}

async function recordAttestation(
  management: ManagementWork,
  { clientId, attested, ...values }: { clientId: string; attested: readonly Attested[] },
): Promise<void> {
  const after = {
    ...values,
    attested: attested.map(({ id, device }) => [id, device.serialNumber]),
  };
  await management.record({ kind: "client", id: clientId, action: "attestation.create", after });
}

interface AskedDevices {
  readonly client: { readonly id: string };
  readonly keys: NewAttestation["devices"];
}

async function findDevices(
  management: ManagementWork,
  errors: ErrorCollector,
  { client, keys }: AskedDevices,
): Promise<readonly AttestedDevice[]> {
  const found = await lockAttestedDevices(management, client.id, {
    serialNumbers: keys.flatMap((key) => (key && "serialNumber" in key ? [key.serialNumber] : [])),
    ids: keys.flatMap((key) => (key && "id" in key ? [key.id] : [])),
  });
  const byKey = new Map(
    found.flatMap(({ id, serialNumber }) => [
      [keyText({ serialNumber }), { id, serialNumber }],
      [keyText({ id }), { id, serialNumber }],
    ]),
  );
  // A serial number and an id can name the same device.
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (key === undefined) return [];
    const device = byKey.get(keyText(key));
    if (device === undefined) {
      errors.reject(serialField(index), "device_of_other_client");
      return [];
    }
    if (seen.has(device.id)) errors.reject(serialField(index), "repeated_device");
    seen.add(device.id);
    return [device];
  });
}

function keyText(key: DeviceKey): string {
  return "id" in key ? `id ${key.id}` : `serial ${key.serialNumber}`;
}

function serialField(index: number): string {
  return `devices[${index}].serialNumber`;
}
