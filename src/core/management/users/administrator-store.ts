/** Locks and counts a partner's System Admins, because at least one must stay active. */
import type { Database } from "../../../db/database.ts";
import { isVisible } from "../scope/row-store.ts";

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
}

/**
 * Locks the partner of one of its own users until the transaction ends. Call it before locking the
 * user, so that two changes of users of the same partner run one after the other.
 */
export async function lockPartnerOfUser({ db, callerId }: Scoped, userId: string): Promise<void> {
  await db.rows`
    select from partners item
    where item.id = (select partner_id from contacts where id = ${userId} and client_id is null)
      and ${isVisible("partners", callerId)}
    for no key update of item`;
}

/** The answer stays true only while the partner is locked. */
export async function hasOtherAdministrator(
  { db, callerId }: Scoped,
  partnerId: string,
  userId: string,
): Promise<boolean> {
  const others = await db.count`
    select from contacts item
    where item.partner_id = ${partnerId} and item.client_id is null and item.id <> ${userId}
      and item.is_active and item.user_role = 'System Admin' and ${isVisible("contacts", callerId)}
    limit 1`;
  return others > 0;
}
