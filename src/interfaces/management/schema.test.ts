/** The readers accept and refuse what the OpenAPI document says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TObject, TSchema } from "typebox";
import type { ErrorCollector, FieldError } from "../../core/management/scope/field-errors.ts";
import { Members } from "../../wire/management/members.ts";
import { readSecretOverlap } from "../../wire/management/read-api-secret.ts";
import { readNewAttestation } from "../../wire/management/read-attestation.ts";
import { readClientChange, readNewClient } from "../../wire/management/read-client.ts";
import { readDeviceChange, readNewDevice } from "../../wire/management/read-device.ts";
import { readLocationChange, readNewClientLocation } from "../../wire/management/read-location.ts";
import { readNewSubPartner, readPartnerChange } from "../../wire/management/read-partner.ts";
import { readNewUser, readUserChange } from "../../wire/management/read-user.ts";
import { CREATE_ATTESTATION } from "./resources/attestation-schema.ts";
import { CREATE_CLIENT, UPDATE_CLIENT } from "./resources/client-schema.ts";
import { CREATE_DEVICE, UPDATE_DEVICE } from "./resources/device-schema.ts";
import { CREATE_LOCATION, UPDATE_LOCATION } from "./resources/location-schema.ts";
import { CREATE_PARTNER, UPDATE_PARTNER } from "./resources/partner-schema.ts";
import { CREATE_USER, ROTATE_SECRET, UPDATE_USER } from "./resources/user-schema.ts";

type Json = Readonly<Record<string, unknown>>;

interface RequestBody {
  readonly schema: TObject;
  readonly read: (members: Members) => { readonly errors: ErrorCollector };
  /** Has every member that the schema has. */
  readonly body: Json;
  /** Members that are accepted only with the stored value. */
  readonly undocumented?: readonly string[];
}

const REFERENCE = { id: "1" };
const LOCATION = {
  name: "Pier",
  nameOfBusiness: "Pier",
  locationType: "Partner Location",
  uniqueId: "12345678-1234-1234-1234-1234567890ab",
  country: { code: "US" },
  address1: "1 Quay Street",
  address2: "x",
  city: "Baltimore",
  stateProvince: "MD",
  postalCode: "21230",
  mailCountry: "US",
  mailAddress1: "x",
  mailAddress2: "x",
  mailCity: "x",
  mailStateProvince: "x",
  mailPostalCode: "x",
  notes: "x",
};
const contact = (userRole: string) => ({
  userName: "ada",
  firstName: "Ada",
  lastName: "Keel",
  email: "ada@client.test",
  phone: "4105550100",
  userRole,
  isActive: true,
  sendWelcomeEmail: false,
});
const CLIENT = { name: "Client", mid: "1", billingId: "1", isActive: true };
const PARTNER = {
  name: "Partner",
  reference: "partner",
  billingId: "1",
  partnerId: "1",
  verificationPhrase: "x",
  clientCanOrderEquipment: false,
  isActive: true,
  partnerKey: "k".repeat(24),
  publicKey: null,
  allowList: ["192.0.2.1"],
};
const DEVICE = {
  serialNumber: "SN1",
  name: "x",
  notes: "x",
  ksi: "FFFF98",
  deviceType: { name: "generic" },
  client: REFERENCE,
  location: REFERENCE,
};

const BODIES: Readonly<Record<string, RequestBody>> = {
  "new partner": {
    schema: CREATE_PARTNER.body,
    read: readNewSubPartner,
    body: { ...PARTNER, parent: REFERENCE, location: LOCATION, contact: contact("Partner User") },
  },
  "partner change": {
    schema: UPDATE_PARTNER.body,
    read: readPartnerChange,
    body: { ...PARTNER, overlapHours: 24, location: REFERENCE, contact: REFERENCE, version: 0 },
    undocumented: ["parent"],
  },
  "new client": {
    schema: CREATE_CLIENT.body,
    read: readNewClient,
    body: {
      ...CLIENT,
      directPartner: REFERENCE,
      location: LOCATION,
      contact: contact("Client Admin"),
    },
  },
  "client change": {
    schema: UPDATE_CLIENT.body,
    read: readClientChange,
    body: {
      ...CLIENT,
      directPartner: REFERENCE,
      location: REFERENCE,
      contact: REFERENCE,
      version: 0,
    },
  },
  "new location": {
    schema: CREATE_LOCATION.body,
    read: readNewClientLocation,
    body: { ...LOCATION, client: REFERENCE },
  },
  "location change": {
    schema: UPDATE_LOCATION.body,
    read: readLocationChange,
    body: { ...LOCATION, version: 0 },
    undocumented: ["client"],
  },
  "new user": {
    schema: CREATE_USER.body,
    read: readNewUser,
    body: { ...contact("Client Admin"), partner: REFERENCE, client: REFERENCE },
  },
  "user change": {
    schema: UPDATE_USER.body,
    read: readUserChange,
    body: { ...contact("Client Admin"), version: 0 },
    undocumented: ["partner", "client"],
  },
  "new device": {
    schema: CREATE_DEVICE.body,
    read: readNewDevice,
    body: { ...DEVICE, partner: REFERENCE },
    undocumented: ["deviceState"],
  },
  "device change": {
    schema: UPDATE_DEVICE.body,
    read: readDeviceChange,
    body: { ...DEVICE, deviceState: { name: "stored" }, version: 0 },
  },
  "new attestation": {
    schema: CREATE_ATTESTATION.body,
    read: readNewAttestation,
    body: {
      name: "x",
      notes: "x",
      completeDate: "2026-01-01",
      client: REFERENCE,
      devices: [{ serialNumber: "SN1" }],
    },
  },
  "new API secret": {
    schema: ROTATE_SECRET.body,
    read: readSecretOverlap,
    body: { overlapHours: 24 },
  },
};

/** The attributes of a schema that limit a value. */
interface Limits {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

interface Member {
  readonly path: readonly string[];
  readonly schema: TSchema & Limits;
  readonly isRequired: boolean;
}

/** Includes members of nested objects, except the id and name of references. */
function membersIn({ properties, required }: TObject, path: readonly string[] = []): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const member = { path: [...path, name], schema, isRequired: required?.includes(name) ?? false };
    const inside = schema as Partial<TObject>;
    const isReference = inside.properties !== undefined && "id" in inside.properties;
    if (inside.properties === undefined || isReference) return [member];
    return [member, ...membersIn(schema as TObject, member.path)];
  });
}

function changed(body: Json, [name = "", ...inside]: readonly string[], value: unknown): Json {
  if (inside.length === 0) return { ...body, [name]: value };
  return { ...body, [name]: changed(body[name] as Json, inside, value) };
}

function errorAt(request: RequestBody, path: readonly string[], value: unknown) {
  const { errors } = request.read(new Members(changed(request.body, path, value)));
  const at = ({ field }: FieldError) => field === path.join(".");
  return errors.collected.find(at)?.problem;
}

for (const [name, request] of Object.entries(BODIES)) {
  const members = membersIn(request.schema);

  test(`${name}: a complete body has no errors`, () => {
    assert.deepEqual(request.read(new Members(request.body)).errors.collected, []);
    assert.deepEqual(
      Object.keys(request.body).sort(),
      Object.keys(request.schema.properties).sort(),
    );
  });

  test(`${name}: the reader reads the members of the document, and no others`, () => {
    const read = new Set<string>();
    const watched = new Proxy(request.body, {
      getOwnPropertyDescriptor(target, member) {
        read.add(String(member));
        return Reflect.getOwnPropertyDescriptor(target, member);
      },
    });
    request.read(new Members(watched));
    const documented = Object.keys(request.schema.properties);
    const { undocumented = [] } = request;
    assert.deepEqual([...read].sort(), [...documented, ...undocumented].sort());
  });

  test(`${name}: exactly the required members are required`, () => {
    for (const { path, isRequired } of members) {
      const problem = errorAt(request, path, undefined);
      assert.equal(problem?.kind, isRequired ? "required" : undefined, path.join("."));
    }
  });

  test(`${name}: lengths, choices and ranges are those of the document`, () => {
    for (const { path, schema } of members) {
      const kindOf = (value: unknown) => errorAt(request, path, value)?.kind;
      for (const [value, kinds] of beyondLimits(schema)) {
        const kind = kindOf(value) ?? "none";
        assert.ok(kinds.includes(kind), `${path.join(".")}: ${kind} instead of ${kinds}`);
      }
      for (const [value, kinds] of withinLimits(schema)) {
        assert.ok(!kinds.includes(kindOf(value) ?? "none"), path.join("."));
      }
    }
  });
}

type Probe = readonly [value: unknown, kinds: readonly string[]];
const LENGTH = ["too_long", "too_short", "wrong_item_count", "too_many_items"];
const RANGE = ["not_whole_in_range", "not_a_whole_number"];
const texts = (length: number) => "x".repeat(length);
const items = (length: number) => Array.from({ length }, () => ({}));

/** Values that the schema refuses, and how a reader may refuse them. */
function beyondLimits(limits: Limits): readonly Probe[] {
  const { maxLength, minLength, maxItems, minItems, minimum, maximum } = limits;
  // A country code has one length, which is part of its format.
  const isForm = maxLength !== undefined && maxLength === minLength;
  const kinds = isForm ? ["not_a_country_code"] : LENGTH;
  return [
    ...(maxLength === undefined ? [] : [[texts(maxLength + 1), kinds] as const]),
    ...((minLength ?? 0) < 2 ? [] : [[texts((minLength ?? 0) - 1), kinds] as const]),
    ...(maxItems === undefined ? [] : [[items(maxItems + 1), LENGTH] as const]),
    ...(minItems === undefined ? [] : [[items(minItems - 1), LENGTH] as const]),
    ...(minimum === undefined ? [] : [[minimum - 1, RANGE] as const]),
    ...(maximum === undefined ? [] : [[maximum + 1, RANGE] as const]),
    ...(limits.enum === undefined ? [] : [["none of them", ["not_a_choice"]] as const]),
  ];
}

/** Values at the limits, and the errors that they must not cause. */
function withinLimits(limits: Limits): readonly Probe[] {
  const { maxLength, minLength, maxItems, minItems, minimum, maximum } = limits;
  return [
    ...(maxLength === undefined ? [] : [[texts(maxLength), LENGTH] as const]),
    ...(minLength === undefined ? [] : [[texts(minLength), LENGTH] as const]),
    ...(maxItems === undefined ? [] : [[items(maxItems), LENGTH] as const]),
    ...(minItems === undefined ? [] : [[items(minItems), LENGTH] as const]),
    ...(minimum === undefined ? [] : [[minimum, RANGE] as const]),
    ...(maximum === undefined ? [] : [[maximum, RANGE] as const]),
    ...(limits.enum ?? []).map((choice) => [choice, ["not_a_choice"]] as const),
  ];
}
