/** An account for one test, in a database that it shares with other tests. */

import { newAccessKey, sealAccessKey } from "../../src/core/accounts/access-key.ts";
import type { SeedAccount } from "../../src/core/certification/certification-seed.ts";
import { SeedStore } from "../../src/core/certification/seed-store.ts";
import type { TestApp } from "./app.ts";

/** A shop in New York that takes cards and ACH, without bank account verification. */
const SHOP = {
  name: "A shop",
  time_zone: "America/New_York",
  parent: null,
  ach: { processor: "simulator", default_sec_code: "WEB" },
  verification: null,
};
/** Seeded accounts have lower ids. */
const FIRST_ID = 150_000_000_000;
let count = 0;

export type OwnAccount = Readonly<Record<"account_id" | "api_accesskey", string>>;

export async function addOwnAccount(
  { database, custody }: Pick<TestApp, "database" | "custody">,
  wishes: Partial<SeedAccount> = {},
): Promise<OwnAccount> {
  const account_id = String(FIRST_ID + count++);
  const key = newAccessKey();
  const login = { account_id, api_accesskey: key.reveal() };
  const store = new SeedStore(database.owner);
  await store.addAccount({ ...SHOP, ...wishes, ...login });
  await store.addAccessKey(account_id, await sealAccessKey(custody, account_id, key));
  return login;
}
