/** The query parameters of management's lists: read by these rules, and shown in the OpenAPI document. */
import Type from "typebox";
import { DEVICE_ORDERS } from "../../core/management/devices/device-register-store.ts";
import { DEVICE_STATES, deviceStateId } from "../../core/management/devices/device-states.ts";
import { deviceStateByNumber } from "../../wire/management/read-device.ts";
import { Problem } from "../../wire/reader/problem.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import {
  choiceParameter,
  FLAG_PARAMETER,
  ID_PARAMETER,
  MOMENT_PARAMETER,
  PARAMETER,
  TEXT_PARAMETER,
  UUID_PARAMETER,
  wholeParameter,
} from "./query.ts";

const SLICE = {
  take: wholeParameter({ min: 1, max: 500, fallback: 10 }).describe(
    "The largest number of records on the page.",
  ),
  skip: wholeParameter({ min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }).describe(
    "The number of records before the page.",
  ),
};
const PARTNER = {
  topId: ID_PARAMETER.named("partner").describe(
    "The id of a partner: returns what belongs to it and to all partners below it.",
  ),
};
const CLIENT = {
  clientId: ID_PARAMETER.named("client").describe(
    "The id of a client: returns only what belongs to it.",
  ),
};

const exactly = (member: string) =>
  TEXT_PARAMETER.describe(`Only records with exactly this ${member}.`);

const NAME = { name: exactly("name") };
const IS_ACTIVE = {
  isActive: FLAG_PARAMETER.describe("true: only active ones. false: only inactive ones."),
};
const MODIFIED = {
  modifiedSince: MOMENT_PARAMETER.describe(
    "Only those that were changed at this time or later. ISO 8601 or YYYY-MM-DD HH:MM:SS; UTC if there is no offset.",
  ),
};

/** By name in any case, or by the number that answers have. */
function findStateId(text: string): number | undefined {
  const name = text.toLowerCase();
  const state =
    deviceStateByNumber(text) ?? DEVICE_STATES.find((one) => one.toLowerCase() === name);
  return state && deviceStateId(state);
}

const STATE = {
  stateId: PARAMETER.as(findStateId, new Problem("not_a_choice", { choices: DEVICE_STATES }))
    .optional()
    .named("deviceState")
    .describe("The name or id of a device state."),
};

const DIRECTIONS = ["asc", "desc"];

function findIsDescending(text: string): boolean | undefined {
  const direction = text.toLowerCase();
  return DIRECTIONS.includes(direction) ? direction === "desc" : undefined;
}

const SORTING = {
  order: choiceParameter(DEVICE_ORDERS)
    .or("id" as const)
    .named("sorting.field")
    .describe("The member to sort by. id if it is not sent."),
  isDescending: PARAMETER.as(findIsDescending, new Problem("not_a_choice", { choices: DIRECTIONS }))
    .or(false)
    .named("sorting.direction")
    .shownAs(
      Type.Enum(DIRECTIONS, { description: "Ascending or descending. asc if it is not sent." }),
    ),
};

export const PARTNER_LIST = ruleSet({ ...SLICE, ...PARTNER, ...NAME, ...IS_ACTIVE, ...MODIFIED });

export const CLIENT_LIST = ruleSet({
  ...SLICE,
  ...PARTNER,
  ...NAME,
  mid: exactly("mid"),
  ...IS_ACTIVE,
  ...MODIFIED,
});

export const LOCATION_LIST = ruleSet({
  ...SLICE,
  ...CLIENT,
  ...NAME,
  uniqueId: UUID_PARAMETER.describe("Only the record with this uniqueId."),
  ...MODIFIED,
});

export const USER_LIST = ruleSet({
  ...SLICE,
  ...PARTNER,
  ...CLIENT,
  userName: exactly("userName"),
  ...IS_ACTIVE,
  ...MODIFIED,
});

export const DEVICE_LIST = ruleSet({
  ...STATE,
  ...SLICE,
  ...PARTNER,
  ...CLIENT,
  serialNumber: exactly("serialNumber"),
  ...NAME,
  ...MODIFIED,
  ...SORTING,
});

export const ATTESTATION_LIST = ruleSet({ ...SLICE, ...CLIENT, ...NAME, ...MODIFIED });

/** Parser calls. */
export const CALL_LIST = ruleSet({ ...SLICE, ...PARTNER, ...CLIENT });

/** Device types and states, which are the same for everybody. */
export const NAME_LIST = ruleSet({
  ...SLICE,
  name: PARAMETER.optional().describe("Only records with exactly this name."),
});
