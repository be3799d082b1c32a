/**
 * The sentence and the category of every field problem of management, for the API, the console and
 * the commands. A new kind does not compile until it has a row.
 */
import {
  DEVICE_STATES,
  findDeviceState,
  mayFollow,
} from "../../core/management/devices/device-states.ts";
import { DEVICE_TYPES } from "../../core/management/devices/device-types.ts";
import type { FieldError } from "../../core/management/scope/field-errors.ts";
import type { FieldProblem, FieldProblemKind } from "../../core/management/scope/field-problems.ts";

export type ProblemCategory =
  | "required"
  | "wrong_form"
  | "wrong_length"
  | "not_allowed"
  | "not_unique"
  | "no_such_reference"
  | "version_conflict"
  | "in_use";

type Text<Problem> = string | ((problem: Problem) => string);
type ProblemTexts = {
  readonly [Kind in FieldProblemKind]: readonly [
    category: ProblemCategory,
    text: Text<Extract<FieldProblem, { readonly kind: Kind }>>,
  ];
};

/** Each text is written after the name of the field, or after "This". */
const TEXTS: ProblemTexts = {
  required: ["required", "is required."],
  reference_without_id_or_name: ["required", "must have an id or a name."],

  not_an_object: ["wrong_form", "must be a JSON object."],
  not_an_array: ["wrong_form", "must be an array."],
  not_text: ["wrong_form", "must be text."],
  not_one_line: ["wrong_form", "must be one line of text."],
  not_true_or_false: ["wrong_form", "must be true or false."],
  not_a_whole_number: ["wrong_form", "must be a whole number."],
  not_a_date: [
    "wrong_form",
    "must be a real date and time, such as 2026-02-28 14:30:00 or 2026-02-28T14:30:00Z.",
  ],
  not_a_uuid: ["wrong_form", "must be a UUID."],
  not_an_email: ["wrong_form", "must be an email address, such as name@example.com."],
  not_a_country_code: ["wrong_form", "must be a two-letter country code, such as US."],
  not_a_ksn_prefix: ["wrong_form", "must be the first 2 to 24 hexadecimal digits of a KSN."],
  not_an_rsa_public_key: ["wrong_form", "must be an RSA public key in PEM format."],
  not_an_address_list: ["wrong_form", "must be an array of IP addresses and CIDR ranges."],
  not_an_address_or_range: [
    "wrong_form",
    "must be an IP address or a CIDR range, such as 192.0.2.0/24.",
  ],
  has_colon: ["wrong_form", "must not contain a colon."],
  repeated_parameter: ["wrong_form", "must be sent only once."],

  too_long: ["wrong_length", ({ lengthMax }) => `must have at most ${lengthMax} characters.`],
  too_short: ["wrong_length", ({ lengthMin }) => `must have at least ${lengthMin} characters.`],
  too_few_bits: ["wrong_length", ({ bitsMin }) => `must have at least ${bitsMin} bits.`],
  too_many_items: ["wrong_length", ({ max }) => `must have at most ${max} elements.`],
  wrong_item_count: ["wrong_length", ({ min, max }) => `must have ${min} to ${max} elements.`],

  not_a_choice: ["not_allowed", ({ choices }) => `must be one of: ${choices.join(", ")}.`],
  out_of_range: ["not_allowed", ({ min, max }) => `must be from ${min} to ${max}.`],
  not_whole_in_range: [
    "not_allowed",
    ({ min, max }) => `must be a whole number from ${min} to ${max}.`,
  ],
  unknown_country: ["not_allowed", "is not a known country. Use an ISO 3166-1 code, such as US."],
  unknown_device_type: ["not_allowed", `is unknown. Known types: ${DEVICE_TYPES.join(", ")}.`],
  unknown_device_state: ["not_allowed", `is unknown. Known states: ${DEVICE_STATES.join(", ")}.`],
  unknown_parameter: [
    "not_allowed",
    ({ known }) => `is not a parameter of this list. Known parameters: ${known.join(", ")}.`,
  ],
  needs_partner_key: ["not_allowed", "is allowed only together with partnerKey."],
  fixed: ["not_allowed", "cannot be changed."],
  own_partner: ["not_allowed", "cannot be changed for your own partner."],
  own_rights: [
    "not_allowed",
    "cannot be changed for your own user. Ask another user with the permission.",
  ],
  rights_of_last_administrator: [
    "not_allowed",
    "cannot be changed for the partner's last active System Admin. Give another user the System Admin role first.",
  ],
  not_the_direct_partner: [
    "not_allowed",
    "must be the client's direct partner. You can also leave it out.",
  ],
  needs_active_user: ["not_allowed", "is possible only for an active user. Set isActive to true."],
  not_new_at_first: [
    "not_allowed",
    "must be new when a device is created. You can also leave it out.",
  ],
  state_not_reachable: ["not_allowed", ({ from, to }) => stateText(from, to)],
  in_the_future: ["not_allowed", "must not be more than 14 hours in the future."],
  too_many_secrets: [
    "not_allowed",
    "must be 0: five secrets are already active. End the older ones, or wait until one expires.",
  ],
  user_without_secrets: [
    "not_allowed",
    "is a user without API secrets. Only users with a partner role have them.",
  ],

  taken: ["not_unique", "is already taken."],
  taken_meanwhile: ["not_unique", "was added by another request in the meantime."],
  ambiguous_reference: ["not_unique", "matches more than one record. Use the id."],
  repeated_device: ["not_unique", "occurs more than once."],
  on_other_line: ["not_unique", ({ line }) => `is also on line ${line}.`],

  unknown_reference: ["no_such_reference", "was not found: no record has this id or name."],
  client_of_other_partner: ["no_such_reference", "belongs to another partner."],
  device_of_other_client: ["no_such_reference", "is not a device of this client."],

  wrong_version: [
    "version_conflict",
    ({ current }) =>
      `is not the current version, which is ${current}. Another request changed the record: read it again, then repeat your change.`,
  ],

  in_use: ["in_use", "is still used by other records and cannot be deleted."],
  own_user: ["in_use", "belongs to your own user and cannot be deleted by you."],
  last_administrator: [
    "in_use",
    "is the partner's last active System Admin. Give another user the System Admin role first.",
  ],
};

export function problemCategory({ kind }: FieldProblem): ProblemCategory {
  return TEXTS[kind][0];
}

function stateText(from: string | undefined, to: string): string {
  const current = findDeviceState(from ?? "");
  if (current === undefined) return `cannot be ${to}.`;
  const allowed = DEVICE_STATES.filter((state) => state !== current && mayFollow(current, state));
  const choice = allowed.length === 0 ? "This state is final." : `Allowed: ${allowed.join(", ")}.`;
  return `cannot change from ${current} to ${to}. ${choice}`;
}

/** A predicate such as "must be text.", to be written after the field's name. */
export function problemText(problem: FieldProblem): string {
  const [, text] = TEXTS[problem.kind] as readonly [ProblemCategory, Text<FieldProblem>];
  return typeof text === "string" ? text : text(problem);
}

export function fieldErrorSentence({ field, problem }: FieldError): string {
  return `${field} ${problemText(problem)}`;
}
