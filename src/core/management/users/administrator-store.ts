/** The System Admins of a partner: at least one of them stays active. */
import type { Database } from "../../../db/database.ts";
import { isVisible } from "../scope/row-store.ts";

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
}

/**
 * Holds the partner of one of its own users until the transaction ends. Called before the user is
 * held, so that two acts on users of the same partner follow each other.
 */
export async function lockPartnerOfUser({ db, callerId }: Scoped, userId: string): Promise<void> {
  await db.rows`
    select from partners item
    where item.id = (select partner_id from contacts where id = ${userId} and client_id is null)
      and ${isVisible("partners", callerId)}
    for no key update of item`;
}

/** Only while the partner is held does the answer stay true. */
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
