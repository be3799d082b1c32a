/** Reads how long a user's older API secrets stay valid when a new one is issued. */
import Type from "typebox";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import type { SecretOverlap } from "../../core/management/users/api-secrets.ts";
import { DEFAULT_OVERLAP, OVERLAP_MAX_HOURS } from "../../values/keys/key-overlap.ts";
import { ownProblem } from "../reader/problem.ts";
import { Rule } from "../reader/rule.ts";
import type { MemberRule, OwnProblem } from "./field-rules.ts";
import type { Members } from "./members.ts";

const RANGE = { min: 0, max: OVERLAP_MAX_HOURS };
const NOT_IN_RANGE = ownProblem<OwnProblem>({ kind: "not_whole_in_range", ...RANGE });

function isFit(sent: unknown): boolean {
  return Number.isInteger(sent) && Number(sent) >= RANGE.min && Number(sent) <= RANGE.max;
}

/** Whole hours. The default is a day; 0 ends the older secrets at once. */
export const OVERLAP_HOURS: MemberRule<number> = new Rule({
  prepare: (sent) => (sent === undefined || isFit(sent) ? sent : NOT_IN_RANGE),
  checks: [],
  missing: undefined,
  absent: DEFAULT_OVERLAP.hours,
  wrong: 0,
  schema: Type.Integer({
    minimum: RANGE.min,
    maximum: RANGE.max,
    default: DEFAULT_OVERLAP.hours,
    description: "How many hours older secrets stay valid. 0 ends them at once.",
  }),
});

export function readSecretOverlap(members: Members): Submitted<SecretOverlap> {
  const hours = members.read("overlapHours", OVERLAP_HOURS);
  const overlap = hours === 0 ? null : Temporal.Duration.from({ hours });
  return { values: { overlap }, errors: members.errors };
}
