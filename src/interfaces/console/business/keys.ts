/** The API keys of a merchant: how they are recognized, used and expire. Never their values. */

import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { renameAccessKey } from "../../../core/accounts/keys/rename-access-key.ts";
import { revokeAccessKey } from "../../../core/accounts/revoke-access-key.ts";
import {
  type RotateOutcome,
  type Rotation,
  rotateAccessKey,
} from "../../../core/accounts/rotate-access-key.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import { OVERLAP_MAX_HOURS } from "../../../values/keys/key-overlap.ts";
import { conflict, invalid } from "../errors.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { actingParty, type Routes } from "../routes.ts";
import { writeAccessKey } from "../write-access-key.ts";
import type { AccessKeys, NewAccessKey } from "./contract.ts";

export interface KeyRouteNeeds extends AccountNeeds {
  /** Stores the uses that this process has noted. */
  readonly writeKeyUses: () => Promise<void>;
}

const NAME_MAX = 60;
/** The beginning of a digest, in hex. */
const KEY_ID = /^[0-9a-f]{16}$/;

const LAST_KEY =
  "Your only active key cannot be revoked. Create a new key instead, and let this one expire immediately.";

export function addAccessKeys(routes: Routes, needs: KeyRouteNeeds): void {
  routes.get("/settings/keys", "settings", async (call) => {
    await needs.writeKeyUses();
    return listAccessKeys(needs, merchantAccountId(call));
  });
  routes.post("/settings/keys", "settings", async (call): Promise<NewAccessKey | undefined> => {
    const accountId = merchantAccountId(call);
    const rotation = { ...readRotation(call.body), by: actingParty(call) };
    const outcome = await rotateAccessKey(needs, accountId, rotation);
    const { accessKey } = rotatedOrThrow(outcome);
    const keys = await listAccessKeys(needs, accountId);
    return keys && { ...keys, accessKey: showOnce(accessKey) };
  });
  routes.patch("/settings/keys/:id", "settings", async (call) => {
    const accountId = merchantAccountId(call);
    const name = call.body.optionalText("name", { max: NAME_MAX }) ?? null;
    call.body.settle();
    const rename = { keyId: call.param("id"), name, by: actingParty(call) };
    const outcome = await renameAccessKey(needs, accountId, rename);
    return outcome.kind === "renamed" ? listAccessKeys(needs, accountId) : undefined;
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

/** With 0 hours, replaced keys expire immediately. A key that replaces none needs no overlap. */
function readRotation(body: Body): Omit<Rotation, "by"> {
  const replaces = body.optionalText("replaces", { form: [REPLACES, REPLACES_ERROR] });
  const isAdded = replaces === "none";
  const hours = isAdded ? 0 : body.whole("overlapHours", { min: 0, max: OVERLAP_MAX_HOURS });
  const name = body.optionalText("name", { max: NAME_MAX });
  body.settle();
  return { overlap: hours === 0 ? null : Temporal.Duration.from({ hours }), replaces, name };
}

const REPLACES = new RegExp(`^all$|^none$|${KEY_ID.source}`);
const REPLACES_ERROR = "Enter all, none, or the id of a key.";

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
    case "no_such_key":
      throw conflict("The key to replace has expired or was revoked. Reload the page.");
    case "not_found":
      throw conflict("This account no longer exists.");
  }
}
