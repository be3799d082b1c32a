/** `/devices`, `/deviceTypes` and `/deviceStates`. */
import { createDevice } from "../../../core/management/devices/create-device.ts";
import type { DeviceRegisterStore } from "../../../core/management/devices/device-register-store.ts";
import { DEVICE_STATES, deviceStateId } from "../../../core/management/devices/device-states.ts";
import {
  DEVICE_TYPES,
  deviceTypeId,
  findDeviceType,
} from "../../../core/management/devices/device-types.ts";
import { updateDevice } from "../../../core/management/devices/update-device.ts";
import { invalidField } from "../../../core/management/scope/field-errors.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import {
  deviceTypeByNumber,
  readDeviceChange,
  readNewDevice,
} from "../../../wire/management/read-device.ts";
import { DEVICE_LIST, NAME_LIST } from "../list-rules.ts";

import type { Call, Routes } from "../routes.ts";
import { writeDevice, writePage, writeWhole } from "../write.ts";
import {
  CREATE_DEVICE,
  GET_DEVICE,
  GET_DEVICE_BY_SERIAL,
  LIST_DEVICE_STATES,
  LIST_DEVICE_TYPES,
  LIST_DEVICES,
  UPDATE_DEVICE,
} from "./device-schema.ts";

export interface DeviceNeeds {
  readonly management: ManagementNeeds;
  readonly deviceRegister: DeviceRegisterStore;
}

export function addDevices(routes: Routes, { management, deviceRegister }: DeviceNeeds): void {
  routes.get("/devices", LIST_DEVICES, async ({ caller, query }) => {
    const question = query.read(DEVICE_LIST);
    return writePage(await deviceRegister.listDevices(caller.partnerId, question), writeDevice);
  });
  routes.post("/devices", CREATE_DEVICE, async ({ caller, members }) => ({
    id: await createDevice(management, caller, readNewDevice(members)),
  }));
  routes.get("/devices/:id", GET_DEVICE, async ({ caller, id }) =>
    writeWhole(await deviceRegister.findDevice(caller.partnerId, id), writeDevice),
  );
  routes.patch("/devices/:id", UPDATE_DEVICE, ({ caller, id, members }) =>
    updateDevice(management, caller, { id, ...readDeviceChange(members) }),
  );
  routes.get("/devices/:serialNumber/:deviceType", GET_DEVICE_BY_SERIAL, async (call) =>
    writeWhole(await findOne(deviceRegister, call), writeDevice),
  );
  addNames(routes);
}

/** Several clients may have the same serial number. Then the caller must use the id. */
async function findOne(devices: DeviceRegisterStore, { caller, param }: Call) {
  const [serialNumber, typeName = ""] = [param("serialNumber"), param("deviceType")];
  const type = findDeviceType(typeName) ?? deviceTypeByNumber(typeName);
  if (serialNumber === undefined || type === undefined) return undefined;
  const typeId = deviceTypeId(type);
  const [device, another] = await devices.findBySerial(caller.partnerId, serialNumber, typeId);
  if (another === undefined) return device;
  throw invalidField("serialNumber", "ambiguous_reference");
}

/** The same for every caller, sorted by id. */
function addNames(routes: Routes): void {
  const states = DEVICE_STATES.map((name) => ({ id: String(deviceStateId(name)), name }));
  const types = DEVICE_TYPES.map((name) => ({ id: String(deviceTypeId(name)), name }));
  const lists = [
    ["/deviceStates", LIST_DEVICE_STATES, states],
    ["/deviceTypes", LIST_DEVICE_TYPES, types],
  ] as const;
  for (const [path, schema, list] of lists) {
    routes.get(path, schema, async ({ query }) => {
      const { take, skip, name: asked } = query.read(NAME_LIST);
      const all = list.filter(({ name }) => asked === undefined || name === asked);
      return { total: all.length, data: all.slice(skip, skip + take) };
    });
  }
}
