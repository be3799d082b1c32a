/**
 * Issues and ends API secrets of partner users. After a new secret is issued, older ones stay valid
 * for an overlap or end at once. Users manage their own secrets; a permission allows others' too.
 */
import { randomBytes } from "node:crypto";
import type { SealContext } from "../../../ports/key-custody.ts";
import { GOOD_KEYS_MAX, isOverlap, OVERLAP_MAX_HOURS } from "../../../values/keys/key-overlap.ts";
import { Secret } from "../../../values/secret.ts";
import { invalidField } from "../scope/field-errors.ts";
import { findAndLock } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
  requirePermission,
} from "../scope/management-act.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { ApiSecretStore, type SecretStatus } from "./api-secret-store.ts";
import { findUser } from "./contact-store.ts";
import { isPartnerUser, ownerKind } from "./user-roles.ts";
import { isOwnUser, requireRightsOver } from "./user-rules.ts";

export interface RotatedSecret {
  /** Shown once. */
  readonly apiSecret: Secret;
  /** When the previous secret expires. Undefined: it has ended, or there was none. */
  readonly previousUntil: Temporal.Instant | undefined;
  readonly status: SecretStatus;
}

export interface SecretOverlap {
  /** How long older secrets stay valid; null: they end at once. */
  readonly overlap: Temporal.Duration | null;
}

type SecretNeeds = Pick<ManagementNeeds, "db" | "clock">;
type RotationNeeds = Pick<ManagementNeeds, "db" | "clock" | "custody">;

const FIELD = "overlapHours";
const HOURS = { kind: "not_whole_in_range", min: 0, max: OVERLAP_MAX_HOURS } as const;
const SECRET_BYTES = 24;

export function newApiSecret(): Secret {
  return new Secret(randomBytes(SECRET_BYTES).toString("base64url"));
}

export function apiSecretSeal(contactId: string): SealContext {
  return { place: "contact_credentials.secret_sealed", owner: contactId };
}

/** Returns undefined if the caller cannot see this user. */
export async function showApiSecrets(
  needs: SecretNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<SecretStatus | undefined> {
  return withSecrets(needs, { caller, id }, (_management, secrets) =>
    secrets.findSecretStatus(id, needs.clock.wall()),
  );
}

/** Reports a missing permission first. Returns undefined if the caller cannot see this user. */
export async function rotateApiSecret(
  needs: RotationNeeds,
  caller: ManagementCaller,
  { id, values: { overlap }, errors }: SubmittedChange<SecretOverlap>,
): Promise<RotatedSecret | undefined> {
  requireSecretPermission(caller, id);
  errors.throwIfAny();
  if (!isOverlap(overlap)) throw invalidField(FIELD, HOURS);
  const apiSecret = newApiSecret();
  // Before the transaction: custody may have to ask the database itself.
  const sealed = await needs.custody.seal(apiSecret, apiSecretSeal(id));
  return withSecrets(needs, { caller, id }, async (management, secrets) => {
    const now = needs.clock.wall();
    const until = overlap === null ? undefined : now.add({ seconds: overlap.total("seconds") });
    const { hasSecret, olderUntil } = await secrets.findSecretStatus(id, now);
    const goodSecrets = olderUntil.length + (hasSecret ? 1 : 0);
    if (until !== undefined && goodSecrets >= GOOD_KEYS_MAX) {
      throw invalidField(FIELD, "too_many_secrets");
    }
    await secrets.expireOlderSecrets(id, until ?? now);
    if (until !== undefined) await secrets.keepCurrentSecret(id, until);
    await secrets.removeExpiredSecrets(id, now);
    await secrets.storeSecret(id, sealed, now);
    const previousUntil = hasSecret ? until : undefined;
    await management.record({
      kind: "user",
      id,
      action: "user.rotate_secret",
      before: { goodSecrets },
      after: { previousUntil: previousUntil?.toString() ?? null },
    });
    return { apiSecret, previousUntil, status: await secrets.findSecretStatus(id, now) };
  });
}

/** The newest secret stays. Returns false if the caller cannot see this user. */
export async function endOlderSecrets(
  needs: SecretNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  const isDone = await withSecrets(needs, { caller, id }, async (management, secrets) => {
    const now = needs.clock.wall();
    const { olderUntil } = await secrets.findSecretStatus(id, now);
    await secrets.expireOlderSecrets(id, now);
    await secrets.removeExpiredSecrets(id, now);
    if (olderUntil.length === 0) return true;
    const before = { olderUntil: olderUntil.map(String) };
    await management.record({ kind: "user", id, action: "user.end_secrets", before });
    return true;
  });
  return isDone ?? false;
}

interface SecretRequest {
  readonly caller: ManagementCaller;
  readonly id: string;
}

function requireSecretPermission(caller: ManagementCaller, id: string): void {
  requirePermission(caller, isOwnUser(caller, id) ? "management.secret" : "management.secrets");
}

/** The permission is checked before anything is looked up. */
async function withSecrets<Result>(
  needs: SecretNeeds,
  { caller, id }: SecretRequest,
  work: (management: ManagementWork, secrets: ApiSecretStore) => Promise<Result>,
): Promise<Result | undefined> {
  requireSecretPermission(caller, id);
  return actOnManagement(needs, caller, async (management) => {
    const user = await findAndLock(management, { table: "contacts", id }, findUser);
    if (user === undefined) return undefined;
    requireRightsOver(caller, user);
    if (!isPartnerUser(user.userRole, ownerKind(user))) {
      throw invalidField("id", "user_without_secrets");
    }
    const secrets = new ApiSecretStore(management.db);
    await secrets.lockLogin(id);
    return work(management, secrets);
  });
}
