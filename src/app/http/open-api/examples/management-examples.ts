/** Examples of partner management. */
import { type CallExample, type ExampleValues, earlier } from "./call-example.ts";

const ADDRESS = { country: { code: "US" }, address1: "5 Harbor Way", city: "Baltimore" };

interface Parts {
  readonly parameters?: ExampleValues;
  readonly body?: ExampleValues;
}

function call(operationId: string, summary: string, parts: Parts = {}): CallExample {
  return { operationId, name: "example", summary, ...parts, status: 200 };
}

const created = (operationId: string) => earlier(operationId, "example", "id");
const listed = (operationId: string) => earlier(operationId, "example", "data", "0", "id");
const byId = (id: ExampleValues[string]) => ({ parameters: { id } });

const LISTS: readonly CallExample[] = [
  call("listPartners", "The first partner", { parameters: { take: 1 } }),
  call("listClients", "The first client", { parameters: { take: 1 } }),
  call("listLocations", "The first location", { parameters: { take: 1 } }),
  call("listUsers", "The first user", { parameters: { take: 1 } }),
  call("listDevices", "Devices that decrypt", {
    parameters: { take: 1, deviceState: "activated" },
  }),
  call("listDeviceStates", "The first two states", { parameters: { take: 2 } }),
  call("listDeviceTypes", "The first two types", { parameters: { take: 2 } }),
  call("listParserCalls", "The first call", { parameters: { take: 1 } }),
];

const CREATED: readonly CallExample[] = [
  call("createPartner", "A sub-partner", {
    body: {
      name: "Harbor Kiosks",
      reference: "harbor-kiosks",
      parent: { name: "Harbor Payments" },
      location: { name: "Kiosk office", locationType: "Partner Location", ...ADDRESS },
      contact: {
        userName: "kiosk-partner",
        firstName: "Kim",
        lastName: "Osk",
        email: "kim@kiosks.test",
        phone: "4105550210",
        userRole: "Partner User",
        isActive: true,
      },
    },
  }),
  call("createClient", "A client", {
    body: {
      name: "Pier Nine Kiosk",
      mid: "PN-9",
      directPartner: { name: "Harbor Payments" },
      location: { name: "Pier Nine", locationType: "Merchant retail location", ...ADDRESS },
      contact: {
        userName: "pier-nine",
        firstName: "Pia",
        lastName: "Nine",
        email: "pia@piernine.test",
        phone: "4105550219",
        userRole: "Client Admin",
        isActive: true,
      },
    },
  }),
  call("createLocation", "Another location", {
    body: {
      client: { name: "Quayside Stores" },
      name: "Quayside East",
      locationType: "Merchant retail location",
      ...ADDRESS,
    },
  }),
  call("createUser", "A user of the partner", {
    body: {
      userName: "harbor-support",
      firstName: "Sam",
      lastName: "Port",
      email: "support@harbor.test",
      phone: "4105550230",
      userRole: "Partner User",
      isActive: true,
    },
  }),
  call("createDevice", "A device", {
    body: {
      serialNumber: "PN9-0001",
      deviceType: { name: "generic" },
      client: { name: "Quayside Stores" },
    },
  }),
  call("createAttestations", "An annual inspection", {
    body: {
      name: "Annual inspection",
      completeDate: "2026-11-01 09:30:00",
      client: { name: "Quayside Stores" },
      devices: [{ serialNumber: "PN9-0001" }],
    },
  }),
  call("listAttestations", "The first attestation", { parameters: { take: 1 } }),
  call("createApiSecret", "A new secret", {
    ...byId(created("createUser")),
    body: { overlapHours: 24 },
  }),
];

const ONES: readonly CallExample[] = [
  call("getPartner", "A partner", byId(listed("listPartners"))),
  call("getClient", "A client", byId(listed("listClients"))),
  call("getLocation", "A location", byId(listed("listLocations"))),
  call("getUser", "A user", byId(listed("listUsers"))),
  call("getDevice", "A device", byId(listed("listDevices"))),
  call("getDeviceBySerialNumber", "A device", {
    parameters: { serialNumber: "GEN0000001", deviceType: "generic" },
  }),
  call("getAttestation", "An attestation", byId(listed("listAttestations"))),
  call("getParserCall", "A call", {
    parameters: { messageId: earlier("parsePayload", "swipe", "messageId") },
  }),
];

const CHANGES: readonly CallExample[] = [
  call("updatePartner", "Set the parser credentials", {
    ...byId(created("createPartner")),
    body: {
      partnerKey: "kiosks-key-of-24-characters-or-more",
      allowList: ["127.0.0.0/8", "192.0.2.7"],
    },
  }),
  call("updateClient", "Rename a client", {
    ...byId(created("createClient")),
    body: { name: "Pier Nine Kiosks" },
  }),
  call("updateLocation", "Change an address", {
    ...byId(created("createLocation")),
    body: { address1: "6 Harbor Way", postalCode: "21202" },
  }),
  call("updateUser", "Change a phone number", {
    ...byId(created("createUser")),
    body: { phone: "4105550231" },
  }),
  call("updateDevice", "Let a device decrypt", {
    ...byId(created("createDevice")),
    body: { deviceState: { name: "activating" } },
  }),
  call("endOlderApiSecrets", "End older secrets", byId(created("createUser"))),
  call("deleteLocation", "Delete a location", byId(created("createLocation"))),
  call("deleteUser", "Delete a user", byId(created("createUser"))),
  call("deleteClient", "Delete a client", byId(created("createClient"))),
];

const ERRORS: readonly CallExample[] = [
  {
    operationId: "listPartners",
    name: "wrongLogin",
    summary: "No valid credentials",
    status: 401,
    isRefused: true,
  },
  {
    operationId: "getClient",
    name: "notFound",
    summary: "An id that does not exist",
    parameters: { id: "999999999" },
    status: 404,
  },
  {
    operationId: "createDevice",
    name: "invalid",
    summary: "Two invalid attributes",
    body: {
      serialNumber: "PN9-0002",
      deviceType: { name: "generic" },
      client: { id: "999999999" },
      location: { name: "Nowhere" },
    },
    status: 409,
  },
];

export const MANAGEMENT_EXAMPLES = [...LISTS, ...CREATED, ...ONES, ...CHANGES, ...ERRORS];
