/** Deletes a user that nothing refers to. */
import { inUseConstraints, invalidField, reportConstraints } from "../scope/field-errors.ts";
import { findAndLock, lockClientOfRow } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
} from "../scope/management-act.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import { lockPartnerOfUser } from "./administrator-store.ts";
import { findUser } from "./contact-store.ts";
import { isLastAdministrator, isOwnUser, requireRightsOver } from "./user-rules.ts";

const CONSTRAINTS = inUseConstraints(["partners_contact_id_fkey", "clients_contact_id_fkey"]);

/** Own users and the last System Admin are refused. Returns false if the user is not visible. */
export async function removeUser(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    await lockPartnerOfUser(management, id);
    await lockClientOfRow(management, "contacts", id);
    const before = await findAndLock(management, { table: "contacts", id }, findUser);
    if (before === undefined) return false;
    requireRightsOver(caller, before);
    if (isOwnUser(caller, id)) throw invalidField("id", "own_user");
    if (await isLastAdministrator(management, before)) {
      throw invalidField("id", "last_administrator");
    }
    await reportConstraints(CONSTRAINTS, () =>
      new ManagementRowStore(management).deleteRow("contacts", id),
    );
    await management.record({ kind: "user", id, action: "user.delete", before });
    return true;
  });
}
