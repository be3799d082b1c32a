/** Partner management: partners, clients, locations, users, devices, attestations, parser calls. */
import type { CallOptions, Connection, ManagementLogin } from "../options.ts";
import { writeValue } from "../wire/form.ts";
import { type CallManagement, openManagementCall } from "./management-call.ts";
import { FILTER_NAMES, type Management } from "./management-types.ts";

const ROOT = "/api/v1";
const PAGE_SIZE = 100;

interface Page {
  readonly total: number;
  readonly data: readonly unknown[];
}

export function openManagement(
  connection: Connection,
  login: ManagementLogin | undefined,
): Management {
  const call = openManagementCall(connection, login);
  const records = (name: string) => ({
    ...openLister(call, name),
    ...openGetter(call, name),
    ...openWriter(call, name),
  });
  // The document gives every resource its types; the requests are the same for all of them.
  return {
    partners: records("partners"),
    clients: records("clients"),
    locations: records("locations"),
    users: { ...records("users"), ...openApiSecrets(call) },
    devices: { ...records("devices"), ...openDeviceFinder(call) },
    attestations: records("attestations"),
    deviceTypes: openLister(call, "deviceTypes"),
    deviceStates: openLister(call, "deviceStates"),
    parserCalls: { ...openLister(call, "transactions"), ...openGetter(call, "transactions") },
  } as unknown as Management;
}

type Filters = Readonly<Record<string, unknown>> & { readonly pageSize?: number };

function openLister(call: CallManagement, name: string) {
  return {
    list: async function* (filters: Filters = {}, options?: CallOptions) {
      const { pageSize = PAGE_SIZE, ...rest } = filters;
      for (let skip = 0; ; skip += pageSize) {
        const query = writeQuery({ ...rest, take: pageSize, skip });
        const path = `${ROOT}/${name}?${query}`;
        const { total, data } = (await call({ method: "GET", path }, options)) as Page;
        yield* data;
        if (data.length === 0 || skip + data.length >= total) return;
      }
    },
  };
}

function writeQuery(values: Readonly<Record<string, unknown>>): string {
  const names: Readonly<Record<string, string>> = FILTER_NAMES;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(names[name] ?? name, writeValue(name, value, "management"));
  }
  return query.toString();
}

function writePath(...parts: readonly string[]): string {
  return [ROOT, ...parts.map(encodeURIComponent)].join("/");
}

function openGetter(call: CallManagement, name: string) {
  return {
    get: (id: string, options?: CallOptions) =>
      call({ method: "GET", path: writePath(name, id) }, options),
  };
}

function openWriter(call: CallManagement, name: string) {
  return {
    create: (values: unknown, options?: CallOptions) =>
      call({ method: "POST", path: writePath(name), values }, options),
    update: (id: string, values: unknown, options?: CallOptions) =>
      call({ method: "PATCH", path: writePath(name, id), values }, options),
    remove: async (id: string, options?: CallOptions) => {
      await call({ method: "DELETE", path: writePath(name, id) }, options);
    },
  };
}

function openApiSecrets(call: CallManagement) {
  return {
    rotateApiSecret: (id: string, values: unknown = {}, options?: CallOptions) =>
      call({ method: "POST", path: writePath("users", id, "apiSecret"), values }, options),
    endOldApiSecrets: async (id: string, options?: CallOptions) => {
      await call({ method: "DELETE", path: writePath("users", id, "apiSecret") }, options);
    },
  };
}

function openDeviceFinder(call: CallManagement) {
  return {
    getBySerial: (serialNumber: string, deviceType: string, options?: CallOptions) =>
      call({ method: "GET", path: writePath("devices", serialNumber, deviceType) }, options),
  };
}
