/** Devices: search, register and edit. Only the management API (A) can change their status. */
import { createDevice } from "../../../core/management/devices/create-device.ts";
import {
  DEVICE_ORDERS,
  type DeviceFilters,
  type DeviceRecord,
} from "../../../core/management/devices/device-register-store.ts";
import { deviceStateId, findDeviceState } from "../../../core/management/devices/device-states.ts";
import { deviceTypeId, findDeviceType } from "../../../core/management/devices/device-types.ts";
import { updateDevice } from "../../../core/management/devices/update-device.ts";
import type { ManagementView } from "../../../core/management/scope/visible-records.ts";
import { readDeviceChange, readNewDevice } from "../../../wire/management/read-device.ts";
import { invalid } from "../errors.ts";
import { idInPath, idInQuery } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { DEVICE_COLUMNS } from "../lists/partner-columns.ts";
import type { Call, Routes } from "../routes.ts";
import type { DeviceTicks } from "./contract.ts";
import { managementCaller, managementView, nullIfDone } from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";
import { writeDevice, writePage, writeStates, writeWholeDevice } from "./write.ts";

const ENTERED = ["serialNumber", "deviceType", "ksi", "name", "notes", "client", "location"];
const CHANGES = ["name", "notes", "client", "location"];
/** The maximum number of devices in one attestation or assignment. */
const TICKS_MAX = 500;

export function addDevices(routes: Routes, needs: PartnerNeeds): void {
  addList(routes, {
    ...{ path: "/management/devices", needs: "management", name: "devices" },
    columns: DEVICE_COLUMNS,
    read: (call) => listDevices(needs, call),
  });
  routes.get("/management/devices/states", "management", async (call) =>
    writeStates(await managementView(needs, call).devicesByState(readDeviceFilters(needs, call))),
  );
  // Attestations and assignments select devices here. It shows less than the list of devices.
  routes.get("/management/devices/ticks", "management", (call) => listMatchingDevices(needs, call));
  routes.get("/management/devices/:id", "management", async (call) => {
    const view = managementView(needs, call);
    const device = await view.device(idInPath(call));
    const now = needs.management.clock.business();
    return (
      device && writeWholeDevice(device, { inspection: await findInspection(view, device), now })
    );
  });
  routes.post("/management/devices", "management.devices", async (call) => {
    rejectStateChange(call);
    const device = readNewDevice(call.body.managementMembers(ENTERED));
    return { id: await createDevice(needs.management, managementCaller(call), device) };
  });
  routes.patch("/management/devices/:id", "management.devices", async (call) => {
    rejectStateChange(call);
    const change = readDeviceChange(call.body.managementMembers([...CHANGES, "version"]));
    const changed = { id: idInPath(call), ...change };
    return nullIfDone(await updateDevice(needs.management, managementCaller(call), changed));
  });
}

/** A: the console cannot change a device's status. */
function rejectStateChange({ body }: Call): void {
  if (!body.has("deviceState")) return;
  throw invalid({
    deviceState: "The status of a device can be changed only through the management API.",
  });
}

async function findInspection(view: ManagementView, { id }: DeviceRecord) {
  return (await view.inspectionsOf([id])).get(id);
}

async function listDevices(needs: PartnerNeeds, call: Call) {
  const { query } = call;
  const view = managementView(needs, call);
  const page = await view.devices({
    ...query.slice(),
    ...readDeviceFilters(needs, call),
    ...readDeviceOrder(query.text("sort") ?? ""),
  });
  const inspections = await view.inspectionsOf(page.items.map(({ id }) => id));
  const now = needs.management.clock.business();
  return writePage(page, (device) =>
    writeDevice(device, { inspection: inspections.get(device.id), now }),
  );
}

/** `serialNumber`, or `-serialNumber` for descending order. */
function readDeviceOrder(sort: string) {
  const order = DEVICE_ORDERS.find((one) => one === sort.replace("-", "")) ?? "id";
  return { order, isDescending: sort.startsWith("-") };
}

/** The devices for "select all matching" in an attestation or assignment. */
async function listMatchingDevices(needs: PartnerNeeds, call: Call): Promise<DeviceTicks> {
  const slice = { take: TICKS_MAX, skip: 0, order: "id", isDescending: false } as const;
  const question = { ...readDeviceFilters(needs, call), ...slice };
  const { total, items } = await managementView(needs, call).devices(question);
  return { total, devices: items.map(({ id, serialNumber }) => ({ id, serialNumber })) };
}

/** An unknown status or type matches no devices. */
function readDeviceFilters({ management }: PartnerNeeds, call: Call): DeviceFilters {
  const { query } = call;
  const state = query.text("state");
  const type = query.text("type");
  const days = query.choice("due", ["0", "30", "60"]);
  const now = management.clock.business();
  const [knownState, knownType] = [findDeviceState(state ?? ""), findDeviceType(type ?? "")];
  return {
    topId: idInQuery(call, "partner"),
    clientId: idInQuery(call, "client"),
    serialNumber: query.text("exact")?.trim() || undefined,
    serialPrefix: query.text("serial")?.trim() || undefined,
    stateId: state === undefined ? undefined : knownState ? deviceStateId(knownState) : 0,
    typeId: type === undefined ? undefined : knownType ? deviceTypeId(knownType) : 0,
    dueBy: days === undefined ? undefined : now.add({ hours: Number(days) * 24 }),
  };
}
