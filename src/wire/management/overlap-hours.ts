/** The rule for how many hours a replaced key or secret still works. */
import Type from "typebox";
import { OVERLAP_MAX_HOURS } from "../../values/keys/key-overlap.ts";
import { ownProblem } from "../reader/problem.ts";
import { Rule } from "../reader/rule.ts";
import type { MemberRule, OwnProblem } from "./field-rules.ts";

const RANGE = { min: 0, max: OVERLAP_MAX_HOURS };
const NOT_IN_RANGE = ownProblem<OwnProblem>({ kind: "not_whole_in_range", ...RANGE });

function isFit(sent: unknown): boolean {
  return Number.isInteger(sent) && Number(sent) >= RANGE.min && Number(sent) <= RANGE.max;
}

/** Whole hours. 0 ends the older ones at once. */
export function overlapHours(fallback: number): MemberRule<number> {
  return new Rule({
    prepare: (sent) => (sent === undefined || isFit(sent) ? sent : NOT_IN_RANGE),
    checks: [],
    missing: undefined,
    absent: fallback,
    wrong: 0,
    schema: Type.Integer({ minimum: RANGE.min, maximum: RANGE.max, default: fallback }),
  });
}

/** Null: the older ones end at once. */
export function toOverlap(hours: number): Temporal.Duration | null {
  return hours === 0 ? null : Temporal.Duration.from({ hours });
}
