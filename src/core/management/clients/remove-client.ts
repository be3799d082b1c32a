/** Deletes a client that nothing refers to, with its location and contact. */
import { inUseConstraints, invalidField, reportConstraints } from "../scope/field-errors.ts";
import { findAndLock } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
} from "../scope/management-act.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import { hasParserCalls } from "../scope/uniqueness-store.ts";
import { isOwnUser } from "../users/user-rules.ts";
import { findClient, unlinkClient } from "./client-store.ts";

const CONSTRAINTS = inUseConstraints([
  "locations_client_id_fkey",
  "contacts_client_id_fkey",
  "devices_client_id_fkey",
  "devices_location_id_fkey",
  "attestations_client_id_fkey",
]);

/**
 * Refused while the client has devices, attestations, parser calls, or further locations or users.
 * Returns false if the caller cannot see this client.
 */
export async function removeClient(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    const row = { table: "clients", id, isRemoved: true } as const;
    const before = await findAndLock(management, row, findClient);
    if (before === undefined) return false;
    if (before.contact && isOwnUser(caller, before.contact.id)) {
      throw invalidField("id", "own_user");
    }
    if (await hasParserCalls(management.db, id)) throw invalidField("id", "in_use");
    const rows = new ManagementRowStore(management);
    await unlinkClient(management, id);
    await reportConstraints(CONSTRAINTS, async () => {
      if (before.location) await rows.deleteRow("locations", before.location.id);
      if (before.contact) await rows.deleteRow("contacts", before.contact.id);
      await rows.deleteRow("clients", id);
    });
    await management.record({ kind: "client", id, action: "client.delete", before });
    return true;
  });
}
