/** Runs a change of an account in one transaction, with the account locked and audit entries. */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { type Act, type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import type { CardHostEnvironment } from "../card-hosts/card-host-names.ts";
import { type AccountRecord, type NotFound, readAccountId } from "./account-record.ts";
import { AccountRecordStore } from "./account-record-store.ts";

export interface AccountNeeds {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly environment: CardHostEnvironment;
}

/** Who acts, and from where. */
export interface ActingParty {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** The work must record an audit entry if it changes anything. */
export async function actOnAccount<Outcome>(
  { db }: Pick<AccountNeeds, "db">,
  id: string,
  work: (db: Database, account: AccountRecord) => Promise<Outcome>,
): Promise<Outcome | NotFound> {
  const accountId = readAccountId(id);
  if (accountId === undefined) return { kind: "not_found" };
  return db.within({ accountId }, async (transaction) => {
    const account = await new AccountRecordStore(transaction).lockAccount(accountId);
    return account === undefined ? { kind: "not_found" } : work(transaction, account);
  });
}

export async function recordAccountAct(
  db: Database,
  { actor, from }: ActingParty,
  act: Pick<Act, "action" | "before" | "after"> & { readonly accountId: string },
): Promise<void> {
  const { accountId, ...what } = act;
  await recordAct(db, {
    actor,
    ...what,
    subject: { kind: "account", id: accountId },
    result: "done",
    from,
  });
}
