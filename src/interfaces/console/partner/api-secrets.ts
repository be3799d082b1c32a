/**
 * The API secrets of a user: expiration, creating and expiring. Their values are never returned
 * again.
 */
import { showOnce } from "../../../core/access/show-once.ts";
import type { SecretStatus } from "../../../core/management/users/api-secret-store.ts";
import {
  endOlderSecrets,
  rotateApiSecret,
  showApiSecrets,
} from "../../../core/management/users/api-secrets.ts";
import { readSecretOverlap } from "../../../wire/management/read-api-secret.ts";
import { idInPath } from "../ids.ts";
import type { Call, Routes } from "../routes.ts";
import type { ApiSecretView, NewApiSecret } from "./contract.ts";
import { managementCaller, managementUser, nullIfDone } from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";

const PATH = "/management/users/:id/api-secret";
/** "me" instead of an ID is the current user. */
const CURRENT_USER = "me";

export function addApiSecrets(routes: Routes, { management }: PartnerNeeds): void {
  routes.get(PATH, "management.secret", async (call) => {
    const id = userIdInPath(call);
    const standing = await showApiSecrets(management, managementCaller(call), id);
    return standing && writeApiSecret(id, standing);
  });
  routes.post(PATH, "management.secret", async (call): Promise<NewApiSecret | undefined> => {
    const id = userIdInPath(call);
    const rotation = { id, ...readSecretOverlap(call.body.managementMembers(["overlapHours"])) };
    const rotated = await rotateApiSecret(management, managementCaller(call), rotation);
    if (rotated === undefined) return undefined;
    return { ...writeApiSecret(id, rotated.status), apiSecret: showOnce(rotated.apiSecret) };
  });
  routes.delete(PATH, "management.secret", async (call) =>
    nullIfDone(await endOlderSecrets(management, managementCaller(call), userIdInPath(call))),
  );
}

function userIdInPath(call: Call): string {
  return call.param("id") === CURRENT_USER ? managementUser(call).id : idInPath(call);
}

function writeApiSecret(userId: string, standing: SecretStatus): ApiSecretView {
  const { hasSecret, issuedAt, olderUntil } = standing;
  return {
    userId,
    hasSecret,
    ...(issuedAt !== null && { issuedAt: issuedAt.toString() }),
    olderUntil: olderUntil.map(String),
  };
}
