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
import type { Call, Routes } from "../routes.ts";
import type { ApiSecretView, NewApiSecret } from "./contract.ts";
import type { PartnerNeeds } from "./routes.ts";
import { callerOf, idOf, membersOf, orNothing, personOf } from "./sight.ts";

const PATH = "/management/users/:id/api-secret";
/** "me" instead of an ID is the current user. */
const READER = "me";

export function addApiSecrets(routes: Routes, { management }: PartnerNeeds): void {
  routes.get(PATH, "management.secret", async (call) => {
    const id = userIdOf(call);
    const standing = await showApiSecrets(management, callerOf(call), id);
    return standing && written(id, standing);
  });
  routes.post(PATH, "management.secret", async (call): Promise<NewApiSecret | undefined> => {
    const id = userIdOf(call);
    const rotation = { id, ...readSecretOverlap(membersOf(call, ["overlapHours"])) };
    const rotated = await rotateApiSecret(management, callerOf(call), rotation);
    if (rotated === undefined) return undefined;
    return { ...written(id, rotated.status), apiSecret: showOnce(rotated.apiSecret) };
  });
  routes.delete(PATH, "management.secret", async (call) =>
    orNothing(await endOlderSecrets(management, callerOf(call), userIdOf(call))),
  );
}

function userIdOf(call: Call): string {
  return call.param("id") === READER ? personOf(call).id : idOf(call);
}

function written(userId: string, standing: SecretStatus): ApiSecretView {
  const { hasSecret, issuedAt, olderUntil } = standing;
  return {
    userId,
    hasSecret,
    ...(issuedAt !== null && { issuedAt: issuedAt.toString() }),
    olderUntil: olderUntil.map(String),
  };
}
