/** Key custody as the product has it, under a master key that only tests use. */
import { givenMasterKeys } from "../../src/adapters/software-custody/find-master-key.ts";
import {
  openSoftwareCustody,
  type SoftwareCustody,
} from "../../src/adapters/software-custody/software-custody.ts";
import type { DatabasePool } from "../../src/db/database.ts";
import { Secret } from "../../src/values/secret.ts";

const MASTER_KEY = new Secret("7e57".repeat(16));

export function openTestCustody(db: DatabasePool): Promise<SoftwareCustody> {
  const masterKeys = givenMasterKeys([MASTER_KEY]);
  return openSoftwareCustody({ db, masterKeys, environment: "certification" });
}
