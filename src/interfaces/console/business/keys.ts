/** The access keys of a merchant's programs: when they end, never what they are. */

import { showOnce } from "../../../core/access/show-once.ts";
import type { KeyTerm } from "../../../core/accounts/account-key-store.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { revokeAccessKey } from "../../../core/accounts/revoke-access-key.ts";
import { type RotateOutcome, rotateAccessKey } from "../../../core/accounts/rotate-access-key.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import { OVERLAP_MAX_HOURS } from "../../../values/key-overlap.ts";
import { conflict, invalid } from "../errors.ts";
import type { Body } from "../read.ts";
import type { Routes } from "../routes.ts";
import type { AccessKey, AccessKeys, NewAccessKey } from "./contract.ts";
import { accountOf, actingIn } from "./merchant.ts";

export type KeyRoomNeeds = AccountNeeds;

const LAST_KEY =
  "It is the last good key: without it your programs can do nothing. Make a new one, and let this one end at once.";

export function addKeys(routes: Routes, needs: KeyRoomNeeds): void {
  routes.get("/settings/keys", "settings", (call) => list(needs, accountOf(call)));
  routes.post("/settings/keys", "settings", async (call): Promise<NewAccessKey | undefined> => {
    const accountId = accountOf(call);
    const overlap = readOverlap(call.body);
    const outcome = await rotateAccessKey(needs, accountId, { overlap, by: actingIn(call) });
    const { accessKey } = rotated(outcome);
    const keys = await list(needs, accountId);
    return keys && { ...keys, accessKey: showOnce(accessKey) };
  });
  routes.delete("/settings/keys/:id", "settings", async (call) => {
    const accountId = accountOf(call);
    const revocation = { keyId: call.param("id"), by: actingIn(call) };
    const outcome = await revokeAccessKey(needs, accountId, revocation);
    if (outcome.kind === "last_key") throw conflict(LAST_KEY);
    return outcome.kind === "revoked" ? list(needs, accountId) : undefined;
  });
}

async function list(needs: KeyRoomNeeds, accountId: string): Promise<AccessKeys | undefined> {
  const found = await showAccount(needs, accountId);
  return found && { accountId, keys: found.keys.map(written) };
}

function written({ id, createdAt, expiresAt }: KeyTerm): AccessKey {
  return {
    id,
    createdAt: createdAt.toString(),
    ...(expiresAt !== null && { expiresAt: expiresAt.toString() }),
  };
}

/** Nought hours: older keys end at once. */
function readOverlap(body: Body): Temporal.Duration | null {
  const hours = body.whole("overlapHours", { min: 0, max: OVERLAP_MAX_HOURS });
  body.settle();
  return hours === 0 ? null : Temporal.Duration.from({ hours });
}

function rotated(outcome: RotateOutcome): Extract<RotateOutcome, { kind: "rotated" }> {
  switch (outcome.kind) {
    case "rotated":
      return outcome;
    case "bad_overlap":
      throw invalid({ overlapHours: `Use 0 to ${OVERLAP_MAX_HOURS} hours.` });
    case "too_many_keys":
      throw conflict(
        "Five keys are good already. Revoke one, wait until one ends, or let the older ones end at once.",
      );
    case "not_found":
      throw conflict("The account has been removed.");
  }
}
