/** Reads how long a user's older API secrets stay valid when a new one is issued. */
import type { Submitted } from "../../core/management/scope/submitted.ts";
import type { SecretOverlap } from "../../core/management/users/api-secrets.ts";
import { DEFAULT_OVERLAP } from "../../values/keys/key-overlap.ts";
import type { Members } from "./members.ts";
import { overlapHours, toOverlap } from "./overlap-hours.ts";

export const SECRET_OVERLAP_HOURS = overlapHours(DEFAULT_OVERLAP.hours);

export function readSecretOverlap(members: Members): Submitted<SecretOverlap> {
  const overlap = toOverlap(members.read("overlapHours", SECRET_OVERLAP_HOURS));
  return { values: { overlap }, errors: members.errors };
}
