/** Answers have exactly the members of the document, whatever else a stored record has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TObject } from "typebox";
import { GET_ATTESTATION } from "./resources/attestation-schema.ts";
import { GET_CLIENT } from "./resources/client-schema.ts";
import { GET_DEVICE } from "./resources/device-schema.ts";
import { GET_LOCATION } from "./resources/location-schema.ts";
import { GET_PARTNER } from "./resources/partner-schema.ts";
import { CALL, writeCall } from "./resources/transactions.ts";
import { GET_USER } from "./resources/user-schema.ts";
import {
  writeAttestation,
  writeAttested,
  writeClient,
  writeDevice,
  writeLocation,
  writeUser,
  writeWhole,
  writeWholePartner,
} from "./write.ts";

const MOMENT = Temporal.Instant.from("2026-01-01T00:00:00Z");
const NAMED = { id: "1", name: "x" };
const STORED = { id: "1", version: 0, created: MOMENT, modified: MOMENT };
const DEVICE_KEY = { id: "1", serialNumber: "SN1" };

/** Every member has a value, so that every member is written. */
const PARTNER = {
  ...STORED,
  name: "x",
  reference: "x",
  billingId: "x",
  partnerId: "x",
  verificationPhrase: "x",
  clientCanOrderEquipment: true,
  isActive: true,
  parent: NAMED,
  location: NAMED,
  contact: { id: "1" },
  allowList: ["192.0.2.1"],
};
const CLIENT = {
  ...STORED,
  clientNumber: "100001",
  name: "x",
  mid: "x",
  billingId: "x",
  isActive: true,
  partner: NAMED,
  directPartner: NAMED,
  location: NAMED,
  contact: { id: "1" },
};
const LOCATION = {
  ...STORED,
  partnerId: "1",
  client: NAMED,
  name: "x",
  nameOfBusiness: "x",
  locationType: "KIF",
  uniqueId: "x",
  countryCode: "US",
  address1: "x",
  address2: "x",
  city: "x",
  stateProvince: "x",
  postalCode: "x",
  mailCountry: "x",
  mailAddress1: "x",
  mailAddress2: "x",
  mailCity: "x",
  mailStateProvince: "x",
  mailPostalCode: "x",
  notes: "x",
};
const USER = {
  ...STORED,
  userName: "x",
  firstName: "x",
  lastName: "x",
  email: "x",
  phone: "x",
  userRole: "Client User",
  isActive: true,
  partner: NAMED,
  client: NAMED,
};
const DEVICE = {
  ...STORED,
  serialNumber: "SN1",
  name: "x",
  notes: "x",
  ksi: "FFFF98",
  deviceTypeId: 1,
  deviceStateId: 1,
  partner: NAMED,
  client: NAMED,
  location: NAMED,
  activationDate: MOMENT,
  lastActivityDate: MOMENT,
};
const ATTESTATION = {
  ...STORED,
  name: "x",
  completeDate: MOMENT,
  client: NAMED,
  device: DEVICE_KEY,
  notes: "x",
};
const CALLED = {
  messageId: "1",
  calledAt: MOMENT,
  partner: NAMED,
  client: NAMED,
  device: DEVICE_KEY,
  reference: "x",
  errorCode: 1,
  isReplay: true,
  tookMs: 1,
};

const EXTRA = "addedLater";

/** A record as after a migration: one more property in it and in every nested object. */
function withExtra<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || value instanceof Temporal.Instant)
    return value;
  if (Array.isArray(value)) return value.map(withExtra) as Value;
  const inside = Object.entries(value).map(([name, one]) => [name, withExtra(one)]);
  return Object.fromEntries([...inside, [EXTRA, "private"]]) as Value;
}

interface Get {
  readonly response: {
    readonly 200: {
      readonly content: { readonly "application/json": { readonly schema: unknown } };
    };
  };
}

const answers = ({ response }: Get) => response[200].content["application/json"].schema as TObject;

const WRITTEN: Readonly<Record<string, readonly [document: TObject, () => unknown]>> = {
  partner: [answers(GET_PARTNER), () => writeWholePartner(withExtra(PARTNER))],
  client: [answers(GET_CLIENT), () => writeWhole(withExtra(CLIENT), writeClient)],
  location: [answers(GET_LOCATION), () => writeWhole(withExtra(LOCATION), writeLocation)],
  user: [answers(GET_USER), () => writeWhole(withExtra(USER), writeUser)],
  device: [answers(GET_DEVICE), () => writeWhole(withExtra(DEVICE), writeDevice)],
  attestation: [
    answers(GET_ATTESTATION),
    () => writeWhole(withExtra(ATTESTATION), writeAttestation),
  ],
  transaction: [CALL, () => writeCall(withExtra(CALLED))],
};

for (const [name, [document, write]] of Object.entries(WRITTEN)) {
  test(`a new property of a ${name} is not published`, () => {
    const text = JSON.stringify(write());
    assert.doesNotMatch(text, new RegExp(EXTRA));
    assert.deepEqual(Object.keys(JSON.parse(text)).sort(), Object.keys(document.properties).sort());
  });
}

test("a new property of an attested device is not published", () => {
  const written = writeAttested(withExtra({ id: "1", device: DEVICE_KEY }));
  assert.deepEqual(written, { id: "1", device: DEVICE_KEY });
});

test("a writer that passes records on would be noticed", () => {
  const { partner } = withExtra(USER);
  assert.match(JSON.stringify({ partner }), new RegExp(EXTRA));
});
