/** Rules for single values of the point of sale. */
import Type from "typebox";
import { POS_ROLES, type PosRole } from "../../core/pos/users/pos-user.ts";
import { EMAIL_LENGTH_MAX } from "../../values/email-address.ts";
import { readTimeZone } from "../../values/local-time.ts";
import type { Cents } from "../../values/money.ts";
import { type PercentE4, parsePercent } from "../../values/percent.ts";
import { Secret } from "../../values/secret.ts";
import {
  atLeast,
  atMost,
  DIGITS,
  EMAIL,
  HARMLESS,
  NOT_BLANK,
  ONE_LINE,
  PLAIN,
} from "../../wire/reader/check.ts";
import { formCents, formChoice, formFlag, formText } from "../../wire/reader/form-rules.ts";
import { MISSING, ownProblem, type Problem } from "../../wire/reader/problem.ts";
import { Rule } from "../../wire/reader/rule.ts";
import type { PosProblem, PosRule } from "./form.ts";

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 256;
const TIME_ZONE_LENGTH_MAX = 64;
const PERCENT_LENGTH_MAX = 8;
const LIST_MAX = 100;
const LIST_LENGTH_MAX = 2_000;

const ALL_DIGITS = /^[0-9]+$/;

/**
 * Ids of accounts and gateway transactions have at most 12 digits. Ids of the point of sale may be
 * longer.
 */
const GATEWAY_DIGITS = 12;
const POS_DIGITS = 18;

/** A problem that completes "This field …". */
const rule = (text: string): Problem<PosProblem> => ownProblem<PosProblem>(text);

function notAnId(digitsMax: number): Problem<PosProblem> {
  return rule(`must be an id: a number of at most ${digitsMax} digits`);
}

/** Removes leading zeros. Undefined: it is not an id. */
function plainId(text: string, digitsMax: number): string | undefined {
  const plain = text.replace(/^0+/, "");
  return ALL_DIGITS.test(text) && text.length <= digitsMax && plain !== "" ? plain : undefined;
}

function idRule(digitsMax: number): PosRule<string> {
  return formText(digitsMax, DIGITS)
    .as((text) => plainId(text, digitsMax), notAnId(digitsMax))
    .shownAs(Type.Integer());
}

export const ID = idRule(POS_DIGITS);
export const GATEWAY_ID = idRule(GATEWAY_DIGITS);

const NOT_AN_ID = notAnId(POS_DIGITS);
const TOO_MANY_IDS = rule(`must have at most ${LIST_MAX} ids, without duplicates`);

/** A list of ids. A blank list is empty. */
export const IDS: PosRule<readonly string[]> = new Rule({
  takes: "list",
  prepare: (sent) => sent,
  checks: [atMost(LIST_LENGTH_MAX), PLAIN],
  parse: (text: string) => {
    const texts = text.split(",").map((one) => one.trim());
    const ids = texts.filter((one) => one !== "").map((one) => plainId(one, POS_DIGITS));
    if (!ids.every((id) => id !== undefined)) return NOT_AN_ID;
    return ids.length > LIST_MAX || new Set(ids).size < ids.length ? TOO_MANY_IDS : ids;
  },
  missing: MISSING,
  absent: [],
  schema: Type.Array(Type.Integer()),
});

/** One line of text that may be shown to anyone. */
export function line(lengthMax: number): PosRule<string> {
  return formText<PosProblem>(lengthMax, NOT_BLANK, ONE_LINE, HARMLESS);
}

/** Text of any number of lines. Absent counts as empty. */
export function multilineField(lengthMax: number): PosRule<string> {
  return formText<PosProblem>(lengthMax, HARMLESS).or("");
}

export const EMAIL_ADDRESS: PosRule<string> = formText<PosProblem>(
  EMAIL_LENGTH_MAX,
  EMAIL,
  HARMLESS,
);

const toSecret = (text: string) => new Secret(text);

export const NEW_PASSWORD: PosRule<Secret> = formText<PosProblem>(
  PASSWORD_LENGTH_MAX,
  atLeast(PASSWORD_LENGTH_MIN),
).as(toSecret, MISSING);

/** A password that is only compared may be shorter. */
export const PASSWORD: PosRule<Secret> = formText<PosProblem>(PASSWORD_LENGTH_MAX).as(
  toSecret,
  MISSING,
);

export const ROLE: PosRule<PosRole> = formChoice(POS_ROLES);
export const FLAG: PosRule<boolean> = formFlag();

/** Amounts in requests, as the OpenAPI document shows them. */
export const SENT_MONEY = Type.String({ description: "An amount with 0 to 2 decimals." });
export const CENTS: PosRule<Cents> = formCents().shownAs(SENT_MONEY);

export const PERCENT: PosRule<PercentE4> = formText<PosProblem>(PERCENT_LENGTH_MAX)
  .as(parsePercent, rule("must be a percentage such as 8.875"))
  .shownAs(
    Type.String({ examples: ["8.875"], description: "A percentage with up to 4 decimals." }),
  );

/** A whole number from 1, with a default. */
export function count({ max, fallback }: { readonly max: number; readonly fallback: number }) {
  const parse = (text: string) => {
    const number = ALL_DIGITS.test(text) ? Number(text) : 0;
    return number >= 1 && number <= max ? number : undefined;
  };
  return formText<PosProblem>(String(max).length)
    .as(parse, rule(`must be a whole number from 1 to ${max}`))
    .or(fallback)
    .shownAs(Type.Integer({ minimum: 1, maximum: max, default: fallback }));
}

/** The name as the IANA database writes it. A bare offset is not a zone: it has no summer time. */
export const TIME_ZONE: PosRule<string> = formText<PosProblem>(TIME_ZONE_LENGTH_MAX).as(
  readTimeZone,
  rule("must be an IANA time zone, such as America/New_York"),
);

/** The file of a photo. Undefined: none was sent. */
export const PHOTO: PosRule<Uint8Array | undefined> = new Rule({
  takes: "file",
  prepare: (sent) => (sent === "" ? undefined : sent),
  checks: [],
  missing: undefined,
  absent: undefined,
  schema: Type.String({
    format: "binary",
    description: "JPEG, PNG or WebP of at most 5 MiB, in a multipart form.",
  }),
});
