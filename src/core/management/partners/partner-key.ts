/** Creates and replaces the random keys that partners use at the parser. */
import { randomBytes } from "node:crypto";
import { Secret } from "../../../values/secret.ts";
import { NO_PARSER_SECRETS } from "../logins/parser-login.ts";
import type { ManagementCaller, ManagementNeeds } from "../scope/management-act.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import type { PartnerChange } from "./partner-values.ts";
import { updatePartner } from "./update-partner.ts";

const KEY_BYTES = 32;

export function newPartnerKey(): Secret {
  return new Secret(randomBytes(KEY_BYTES).toString("base64url"));
}

/** Returns the new key, or undefined if the caller cannot see this partner. */
export async function replacePartnerKey(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, values, errors }: SubmittedChange<Pick<PartnerChange, "version">>,
): Promise<Secret | undefined> {
  const partnerKey = newPartnerKey();
  const { version } = values;
  const change = { version, secrets: { ...NO_PARSER_SECRETS, partnerKey } };
  const isChanged = await updatePartner(needs, caller, { id, values: change, errors });
  return isChanged ? partnerKey : undefined;
}
