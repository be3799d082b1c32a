/** Runs a function with a store of one account, inside that account's scope. */
import type { Database } from "../../db/database.ts";
import type { PosCore } from "./pos.ts";

export function withAccountStore<Store>(
  { database }: Pick<PosCore, "database">,
  Kind: new (db: Database, accountId: string) => Store,
) {
  return <Result>(accountId: string, work: (store: Store) => Promise<Result>): Promise<Result> =>
    database.within({ accountId }, (db) => work(new Kind(db, accountId)));
}
