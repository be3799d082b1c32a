/** The sentences that say why an operator was not added. */
import { PASSWORD_MIN } from "../access/password.ts";
import type { AddOperatorOutcome } from "./manage-operators.ts";

export const OPERATOR_TEXTS: Readonly<
  Record<Exclude<AddOperatorOutcome["kind"], "added">, string>
> = {
  bad_name:
    "The name may have letters, digits, periods, hyphens and underscores, at most 50 characters.",
  too_short: `The password must have at least ${PASSWORD_MIN} characters.`,
  name_taken: "An operator with this name already exists.",
};
