/** Opens the key custody of this installation, with its master key and its own connections. */
import { findMasterKey } from "../../adapters/software-custody/master-key/find-master-key.ts";
import {
  openSoftwareCustody,
  type SoftwareCustody,
} from "../../adapters/software-custody/software-custody.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { APP_ROLE } from "../../db/roles.ts";
import type { Installation } from "../database/installation.ts";

export interface OpenedCustody {
  readonly custody: SoftwareCustody;
  close(): Promise<void>;
}

const CONNECTIONS = 2;

export async function openCustody(
  { config, place }: Installation,
  options: { readonly allowsPublishedKeys?: boolean } = {},
): Promise<OpenedCustody> {
  const masterKeys = await findMasterKey({ ...config, dataDir: place.dataDir });
  const db = new DatabasePool({
    connectionString: place.url,
    role: APP_ROLE,
    size: CONNECTIONS,
    queueMax: config.databaseQueue,
    statementTimeoutMs: config.databaseTimeoutMs,
  });
  try {
    const { environment } = config;
    const custody = await openSoftwareCustody({ db, masterKeys, environment, ...options });
    return { custody, close: () => close(custody, db) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function close(custody: SoftwareCustody, db: DatabasePool): Promise<void> {
  custody.close();
  await db.close();
}
