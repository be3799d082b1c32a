/** Replaces a partner's parser key with a new random one. */
import type { Secret } from "../../../values/secret.ts";
import { NO_PARSER_SECRETS } from "../logins/parser-login.ts";
import type { ManagementCaller, ManagementNeeds } from "../scope/management-act.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { newPartnerKey } from "./new-partner-key.ts";
import type { PartnerChange } from "./partner-values.ts";
import { updatePartner } from "./update-partner.ts";

/** Returns undefined if the caller cannot see this partner. */
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
