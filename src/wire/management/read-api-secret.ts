/** Reads how long a user's older API secrets stay valid when a new one is issued. */
import type { Submitted } from "../../core/management/scope/submitted.ts";
import type { SecretOverlap } from "../../core/management/users/api-secrets.ts";
import { DEFAULT_OVERLAP, OVERLAP_MAX_HOURS } from "../../values/key-overlap.ts";
import type { Members } from "./members.ts";

/** In whole hours, by default 24. At 0 the older secrets end at once. */
export function readSecretOverlap(members: Members): Submitted<SecretOverlap> {
  const sent = members.get("overlapHours");
  const hours = sent === undefined ? DEFAULT_OVERLAP.hours : sent;
  const isFit = typeof hours === "number" && Number.isInteger(hours) && hours >= 0;
  if (isFit && hours <= OVERLAP_MAX_HOURS) {
    const overlap = hours === 0 ? null : Temporal.Duration.from({ hours });
    return { values: { overlap }, errors: members.errors };
  }
  members.reject("overlapHours", { kind: "not_whole_in_range", min: 0, max: OVERLAP_MAX_HOURS });
  return { values: { overlap: null }, errors: members.errors };
}
