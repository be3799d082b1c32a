/** Runs work with a store of one account, inside that account's scope. */
import type { Database } from "../../db/database.ts";
import type { Till } from "./till.ts";

export function storeOf<Store>(
  { database }: Pick<Till, "database">,
  Kind: new (db: Database, accountId: string) => Store,
) {
  return <Result>(accountId: string, work: (store: Store) => Promise<Result>): Promise<Result> =>
    database.within({ accountId }, (db) => work(new Kind(db, accountId)));
}
