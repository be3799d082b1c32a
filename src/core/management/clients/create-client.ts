/** Creates a client with its first location and contact, in one transaction. */
import { checkNewLocation, insertLocation } from "../locations/create-location.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
} from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import type { Submitted } from "../scope/submitted.ts";
import { checkNewUser, insertUser } from "../users/create-user.ts";
import { checkWelcome } from "../users/user-rules.ts";
import { findRootPartner } from "./client-store.ts";
import type { NewClient } from "./client-values.ts";

/** Returns the new id. */
export async function createClient(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values, errors }: Submitted<NewClient>,
): Promise<string> {
  const { directPartner, location, contact, ...stored } = values;
  checkWelcome(errors, contact, "contact.sendWelcomeEmail");
  const placed = { location, field: "location.uniqueId" };
  const user = { user: contact, field: "contact.userName" };
  return actOnManagement(needs, caller, async (management) => {
    const references = new References(management, errors);
    const direct = await references.resolvePartner("directPartner", directPartner);
    await checkNewLocation(management, errors, placed);
    await checkNewUser(management, errors, user);
    errors.throwIfAny();
    if (direct === undefined) throw new Error("the direct partner is missing but was not reported");
    const partnerId = await findRootPartner(management, direct.id);
    const row = { ...stored, partnerId, directPartnerId: direct.id };
    const rows = new ManagementRowStore(management);
    const id = await rows.insertRow("clients", row);
    const owner = { partnerId: direct.id, clientId: id, partnerName: direct.name };
    const locationId = await insertLocation(management, owner, placed);
    const contactId = await insertUser(needs, management, { owner, ...user });
    await rows.linkRow("clients", id, { locationId, contactId });
    const after = { ...row, locationId, contactId };
    await management.record({ kind: "client", id, action: "client.create", after });
    return id;
  });
}
