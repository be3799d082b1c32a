/** Why an operator could not be added, as a sentence. */
import { type AddOutcome, OPERATOR_PASSWORD_MIN } from "./manage-operators.ts";

export const OPERATOR_TEXTS: Readonly<Record<Exclude<AddOutcome["kind"], "added">, string>> = {
  bad_name: "A name has letters, digits, dots and dashes, 50 at most.",
  too_short: `A password has at least ${OPERATOR_PASSWORD_MIN} characters.`,
  name_taken: "There is an operator of this name already.",
};
