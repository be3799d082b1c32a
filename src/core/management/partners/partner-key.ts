/** Creates, replaces and ends the keys that partners use at the parser. */
import { randomBytes } from "node:crypto";
import { Secret } from "../../../values/secret.ts";
import { NO_PARSER_SECRETS } from "../logins/parser-login.ts";
import { findAndLock } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  requirePermission,
} from "../scope/management-act.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { PartnerKeyStore } from "./partner-key-store.ts";
import { findPartner } from "./partner-store.ts";
import type { ParserSecrets, PartnerChange } from "./partner-values.ts";
import { updatePartner } from "./update-partner.ts";

const KEY_BYTES = 32;

export function newPartnerKey(): Secret {
  return new Secret(randomBytes(KEY_BYTES).toString("base64url"));
}

type KeyReplacement = Pick<PartnerChange, "version"> & Pick<ParserSecrets, "keyOverlap">;

/** Returns the new key, or undefined if the caller cannot see this partner. */
export async function replacePartnerKey(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, values, errors }: SubmittedChange<KeyReplacement>,
): Promise<Secret | undefined> {
  const partnerKey = newPartnerKey();
  const { version, keyOverlap } = values;
  const change = { version, secrets: { ...NO_PARSER_SECRETS, partnerKey, keyOverlap } };
  const isChanged = await updatePartner(needs, caller, { id, values: change, errors });
  return isChanged ? partnerKey : undefined;
}

/** The newest key stays. Returns false if the caller cannot see this partner. */
export async function endOlderPartnerKeys(
  needs: Pick<ManagementNeeds, "db" | "clock">,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  requirePermission(caller, "management.credentials");
  return actOnManagement(needs, caller, async (management) => {
    const partner = await findAndLock(management, { table: "partners", id }, findPartner);
    if (partner === undefined) return false;
    const keys = new PartnerKeyStore(management);
    const now = needs.clock.wall();
    const ends = await keys.listOlderEnds(id, now);
    await keys.expireOlderKeys(id, now);
    await keys.removeExpiredKeys(id, now);
    if (ends.length === 0) return true;
    const before = { olderUntil: ends.map(String) };
    await management.record({ kind: "partner", id, action: "partner.end_keys", before });
    return true;
  });
}
