/**
 * The product's key custody, with master keys that only tests use: in software, or in SoftHSM with
 * TEST_CUSTODY=hsm.
 */

import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DataKeyStore } from "../../src/adapters/key-custody/data-key-store.ts";
import { JoinedRootKeys } from "../../src/adapters/key-custody/hsm/joined-root-keys.ts";
import { rotateHsmMasterKey } from "../../src/adapters/key-custody/hsm/replace-hsm-key.ts";
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
import {
  givenMasterKeys,
  masterKeysInFile,
} from "../../src/adapters/key-custody/software/find-master-key.ts";
import {
  ensureKeyFile,
  randomKey,
} from "../../src/adapters/key-custody/software/master-key-file.ts";
import { rotateMasterKeyFile } from "../../src/adapters/key-custody/software/rotate-master-key.ts";
import { softwareRoot } from "../../src/adapters/key-custody/software/software-root.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Secret } from "../../src/values/secret.ts";
import { hsmEnvironment, openHsmTestRoot } from "./hsm.ts";
import type { Lifetime } from "./shared.ts";

export const IS_HSM = process.env["TEST_CUSTODY"] === "hsm";
/** For tests of what only a master key in software has: key files, and keys in settings. */
export const SOFTWARE_ONLY = IS_HSM ? "about master keys in software" : false;

/** The master key of the suite in software, for processes that tests start, too. */
export const MASTER_KEY = new Secret("7e57".repeat(16));
const SUITE_LABEL = "suite";

/** A master key of the kind that is tested. */
export interface TestKey {
  openRoot(): Promise<RootOfTrust>;
  /** Absent in an HSM. */
  readonly hex?: Secret;
}

export function softwareKey(hex: Secret): TestKey {
  return { openRoot: async () => softwareRoot(givenMasterKeys([hex])), hex };
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

/** The key of `openTestCustody`. */
export const SUITE_KEY = IS_HSM ? hsmKey(SUITE_LABEL) : softwareKey(MASTER_KEY);
/** The key of `openCustody`. */
export const KEY = IS_HSM ? hsmKey("custody tests") : softwareKey(new Secret("4b".repeat(32)));

export function newTestKey(): TestKey {
  return IS_HSM ? hsmKey() : softwareKey(randomKey());
}

/** A root of trust that has all of these keys. */
export async function joinKeys(...keys: [TestKey, ...TestKey[]]): Promise<RootOfTrust> {
  const given = keys.flatMap(({ hex }) => hex ?? []);
  if (given.length === keys.length) return softwareRoot(givenMasterKeys(given));
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

/** A root of trust that can be rotated as its command does it: a key file, or an HSM. */
export async function openRotatingRoot(t: Lifetime) {
  if (IS_HSM) {
    const root = await openHsmTestRoot();
    const openRoot = () => openHsmTestRoot(root.label);
    return { openRoot, rotate: (owner: DatabasePool) => rotateHsmMasterKey(owner, root.keys) };
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "custody keys "));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "master.key");
  await ensureKeyFile(file);
  const openRoot = async () => softwareRoot(masterKeysInFile(file, true));
  return { openRoot, rotate: (owner: DatabasePool) => rotateMasterKeyFile(owner, file) };
}

async function firstKey(key: TestKey): Promise<RootKey> {
  return (await key.openRoot()).keys.first();
}

/** The settings with which a process of the product finds the key of `openTestCustody`. */
export function keySettings(): Readonly<Record<string, string>> {
  return IS_HSM ? hsmEnvironment(SUITE_LABEL) : { MASTER_KEY: MASTER_KEY.reveal() };
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
