/** The product's key custody, with a master key that only tests use. */

import { givenMasterKeys } from "../../src/adapters/software-custody/master-key/find-master-key.ts";
import {
  type CustodyNeeds,
  openSoftwareCustody,
  type SoftwareCustody,
} from "../../src/adapters/software-custody/software-custody.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Secret } from "../../src/values/secret.ts";
import type { Lifetime } from "./shared.ts";

export const MASTER_KEY = new Secret("7e57".repeat(16));

export function openTestCustody(db: DatabasePool): Promise<SoftwareCustody> {
  const masterKeys = givenMasterKeys([MASTER_KEY]);
  return openSoftwareCustody({ db, masterKeys, environment: "certification" });
}

export const KEY = new Secret("4b".repeat(32));
export const CARD = new Secret("4111111111111111");
export const VAULT = { place: "vault.sealed", owner: "120000000001/323000000007" };
export const UNREADABLE = {
  name: "CustodyError",
  message: "The sealed value cannot be opened.",
};

/** For tests of key custody itself. It has its own key and is closed with the test. */
export async function openCustody(
  t: Lifetime,
  { app }: { readonly app: DatabasePool },
  options: Partial<Omit<CustodyNeeds, "db">> = {},
): Promise<SoftwareCustody> {
  const masterKeys = givenMasterKeys([KEY]);
  const environment = "certification";
  const custody = await openSoftwareCustody({ db: app, masterKeys, environment, ...options });
  t.after(() => custody.close());
  return custody;
}
