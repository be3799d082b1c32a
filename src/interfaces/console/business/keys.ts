/** The API keys of a merchant: when they expire, never their values. */

import { showOnce } from "../../../core/access/show-once.ts";
import type { KeyTerm } from "../../../core/accounts/account-key-store.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { revokeAccessKey } from "../../../core/accounts/revoke-access-key.ts";
import { type RotateOutcome, rotateAccessKey } from "../../../core/accounts/rotate-access-key.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import { OVERLAP_MAX_HOURS } from "../../../values/keys/key-overlap.ts";
import { conflict, invalid } from "../errors.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { actingParty, type Routes } from "../routes.ts";
import type { AccessKey, AccessKeys, NewAccessKey } from "./contract.ts";

export type KeyRouteNeeds = AccountNeeds;

const LAST_KEY =
  "Your only active key cannot be revoked. Create a new key instead, and let this one expire immediately.";

export function addAccessKeys(routes: Routes, needs: KeyRouteNeeds): void {
  routes.get("/settings/keys", "settings", (call) =>
    listAccessKeys(needs, merchantAccountId(call)),
  );
  routes.post("/settings/keys", "settings", async (call): Promise<NewAccessKey | undefined> => {
    const accountId = merchantAccountId(call);
    const overlap = readOverlap(call.body);
    const outcome = await rotateAccessKey(needs, accountId, { overlap, by: actingParty(call) });
    const { accessKey } = rotatedOrThrow(outcome);
    const keys = await listAccessKeys(needs, accountId);
    return keys && { ...keys, accessKey: showOnce(accessKey) };
  });
  routes.delete("/settings/keys/:id", "settings", async (call) => {
    const accountId = merchantAccountId(call);
    const revocation = { keyId: call.param("id"), by: actingParty(call) };
    const outcome = await revokeAccessKey(needs, accountId, revocation);
    if (outcome.kind === "last_key") throw conflict(LAST_KEY);
    return outcome.kind === "revoked" ? listAccessKeys(needs, accountId) : undefined;
  });
}

async function listAccessKeys(
  needs: KeyRouteNeeds,
  accountId: string,
): Promise<AccessKeys | undefined> {
  const found = await showAccount(needs, accountId);
  return found && { accountId, keys: found.keys.map(writeAccessKey) };
}

function writeAccessKey({ id, createdAt, expiresAt }: KeyTerm): AccessKey {
  return {
    id,
    createdAt: createdAt.toString(),
    ...(expiresAt !== null && { expiresAt: expiresAt.toString() }),
  };
}

/** With 0 hours, existing keys expire immediately. */
function readOverlap(body: Body): Temporal.Duration | null {
  const hours = body.whole("overlapHours", { min: 0, max: OVERLAP_MAX_HOURS });
  body.settle();
  return hours === 0 ? null : Temporal.Duration.from({ hours });
}

function rotatedOrThrow(outcome: RotateOutcome): Extract<RotateOutcome, { kind: "rotated" }> {
  switch (outcome.kind) {
    case "rotated":
      return outcome;
    case "bad_overlap":
      throw invalid({ overlapHours: `Enter 0 to ${OVERLAP_MAX_HOURS} hours.` });
    case "too_many_keys":
      throw conflict(
        "You already have five active keys. Revoke one, or let the existing keys expire immediately.",
      );
    case "not_found":
      throw conflict("This account no longer exists.");
  }
}
