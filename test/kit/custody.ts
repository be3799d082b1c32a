/**
 * The product's key custody, with master keys that only tests use: in software, or in SoftHSM with
 * TEST_CUSTODY=hsm.
 */

import { DataKeyStore } from "../../src/adapters/key-custody/data-key-store.ts";
import { JoinedRootKeys } from "../../src/adapters/key-custody/hsm/joined-root-keys.ts";
import {
  type CustodyNeeds,
  openKeyCustody,
  type StoredKeyCustody,
} from "../../src/adapters/key-custody/key-custody.ts";
import type { RootKey, RootOfTrust } from "../../src/adapters/key-custody/root-key.ts";
import {
  lockMasterKey,
  type MasterKeyRotation,
  rewrapDataKeys,
} from "../../src/adapters/key-custody/rotate-keys.ts";
import { givenMasterKeys } from "../../src/adapters/key-custody/software/find-master-key.ts";
import { randomKey } from "../../src/adapters/key-custody/software/master-key-file.ts";
import { softwareRoot } from "../../src/adapters/key-custody/software/software-root.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Secret } from "../../src/values/secret.ts";
import { openHsmTestRoot } from "./hsm.ts";
import type { Lifetime } from "./shared.ts";

export const IS_HSM = process.env["TEST_CUSTODY"] === "hsm";
/** For tests of what only a master key in software has: key files, and keys in settings. */
export const SOFTWARE_ONLY = IS_HSM ? "about master keys in software" : false;

/** The key of seeded databases, and of processes that tests start. */
export const MASTER_KEY = new Secret("7e57".repeat(16));
const SUITE_LABEL = "suite";

/** A master key of the kind that is tested. */
export interface TestKey {
  openRoot(): Promise<RootOfTrust>;
}

export function softwareKey(hex: Secret): TestKey {
  return { openRoot: async () => softwareRoot(givenMasterKeys([hex])) };
}

/** A key in SoftHSM is found by its label. */
function hsmKey(label?: string): TestKey {
  let root: ReturnType<typeof openHsmTestRoot> | undefined;
  return {
    openRoot: async () => {
      root ??= openHsmTestRoot(label);
      return openHsmTestRoot((await root).label);
    },
  };
}

const SUITE_KEY = IS_HSM ? hsmKey(SUITE_LABEL) : softwareKey(MASTER_KEY);
/** The key of `openCustody`. */
export const KEY = IS_HSM ? hsmKey("custody tests") : softwareKey(new Secret("4b".repeat(32)));

export function newTestKey(): TestKey {
  return IS_HSM ? hsmKey() : softwareKey(randomKey());
}

/** A root of trust that has all of these keys. */
export async function joinKeys(...keys: [TestKey, ...TestKey[]]): Promise<RootOfTrust> {
  const roots = await Promise.all(keys.map((key) => key.openRoot()));
  const [first, ...others] = roots.map((root) => root.keys);
  if (first === undefined) throw new Error("There are no keys.");
  return { ...roots[0], keys: new JoinedRootKeys(first, ...others) };
}

/** Wraps every data key with another master key. */
export async function replaceTestKey(
  owner: DatabasePool,
  from: TestKey,
  to: TestKey,
): Promise<MasterKeyRotation> {
  const keys = { from: await firstKey(from), to: await firstKey(to) };
  return owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    return rewrapDataKeys(store, await lockMasterKey(store), keys);
  });
}

async function firstKey(key: TestKey): Promise<RootKey> {
  return (await key.openRoot()).keys.first();
}

export async function openTestCustody(db: DatabasePool): Promise<StoredKeyCustody> {
  const root = await SUITE_KEY.openRoot();
  return openKeyCustody({ db, root, environment: "certification" });
}

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
): Promise<StoredKeyCustody> {
  const root = options.root ?? (await KEY.openRoot());
  const custody = await openKeyCustody({ db: app, environment: "certification", ...options, root });
  t.after(() => custody.close());
  return custody;
}
