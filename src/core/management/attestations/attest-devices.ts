/** Records the annual inspection of devices: every one of them, or none (A, Attestation). */

import type { Clock } from "../../../ports/clock.ts";
import { readMoment } from "../../../values/read-moment.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management.ts";
import { ATTESTATION_FIELDS, DEVICE_FIELDS } from "../scope/management-fields.ts";
import type { Members } from "../scope/members.ts";
import { References } from "../scope/resolve-references.ts";
import { type AttestedDevice, addAttestations, lockDevicesOf } from "./attestation-store.ts";

export interface Attested {
  readonly id: string;
  readonly device: AttestedDevice;
}

const DEVICES = { min: 1, max: 500 } as const;
const ID = /^[1-9]\d{0,17}$/;
const AHEAD_MAX = Temporal.Duration.from({ hours: 14 });
interface Named {
  readonly member: Members;
  readonly key: string;
}

/** One element a device, in the order in which they were sent. */
export async function attestDevices(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  members: Members,
): Promise<readonly Attested[]> {
  const values = members.values(ATTESTATION_FIELDS);
  const completeDate = readCompleteDate(members, needs.clock);
  const named = members.reference("client", true);
  const asked = readDevices(members);
  return actOnManagement(needs, caller, async (management) => {
    const client = await new References(management, members.errors).client("client", named);
    const devices = client === undefined ? [] : await findDevices(management, client.id, asked);
    members.errors.throwIfAny();
    if (client === undefined || completeDate === undefined) throw new Error("an error went untold");
    const attestation = {
      ...values,
      completeDate,
      clientId: client.id,
      partnerId: client.partnerId,
    };
    const ids = devices.map(({ id }) => id);
    const made = await addAttestations(management, attestation, ids);
    const attested = devices.map((device) => ({ id: made.get(device.id) ?? "", device }));
    await recordAttestation(management, { ...attestation, attested });
    return attested;
  });
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

/** A: `YYYY-MM-DD HH:MM:SS` or ISO 8601, read as UTC, at most 14 hours ahead of now. */
function readCompleteDate(members: Members, clock: Clock): Temporal.Instant | undefined {
  const text = members.get("completeDate");
  if (text === undefined || text === null || text === "") {
    members.reject("completeDate", "required");
    return undefined;
  }
  const date = typeof text === "string" ? readMoment(text) : undefined;
  if (date === undefined) {
    members.reject("completeDate", "not_a_date");
  } else if (Temporal.Instant.compare(date, clock.business().add(AHEAD_MAX)) > 0) {
    members.reject("completeDate", "in_the_future");
  }
  return date;
}

/** Each is named by its serial number, or by its id. */
function readDevices(members: Members): readonly Named[] {
  const seen = new Set<string>();
  return members.each("devices", DEVICES).flatMap((member) => {
    const key = keyOf(member);
    if (key === undefined) return [];
    if (seen.has(key)) member.reject("serialNumber", "repeated_device");
    seen.add(key);
    return [{ member, key }];
  });
}

function keyOf(member: Members): string | undefined {
  const id = member.get("id");
  if (member.get("serialNumber") === undefined && typeof id === "string" && ID.test(id)) {
    return `id ${id}`;
  }
  const { serialNumber } = member.values({ serialNumber: DEVICE_FIELDS.serialNumber });
  return member.errors.has(member.placeOf("serialNumber")) ? undefined : `serial ${serialNumber}`;
}

async function findDevices(
  management: ManagementWork,
  clientId: string,
  asked: readonly Named[],
): Promise<readonly AttestedDevice[]> {
  const keysOf = (kind: string) =>
    asked.flatMap(({ key }) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []));
  const found = await lockDevicesOf(management, clientId, {
    serialNumbers: keysOf("serial"),
    ids: keysOf("id"),
  });
  const byKey = new Map(
    found.flatMap((device) => [
      [`serial ${device.serialNumber}`, device],
      [`id ${device.id}`, device],
    ]),
  );
  const seen = new Set<string>();
  return asked.flatMap(({ member, key }) => {
    const device = byKey.get(key);
    if (device === undefined) {
      member.reject("serialNumber", "device_of_other_client");
      return [];
    }
    if (seen.has(device.id)) member.reject("serialNumber", "repeated_device");
    seen.add(device.id);
    return [device];
  });
}
