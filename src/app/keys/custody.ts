/** Opens the key custody of this installation, with its root of trust and its own connections. */
import { openKeyCustody, type StoredKeyCustody } from "../../adapters/key-custody/key-custody.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { APP_ROLE } from "../../db/roles.ts";
import type { Installation } from "../database/installation.ts";
import { explainHsmErrors, openRoot } from "./root-of-trust.ts";

export interface OpenedCustody {
  readonly custody: StoredKeyCustody;
  close(): Promise<void>;
}

const CONNECTIONS = 2;

export async function openCustody(
  installation: Installation,
  options: { readonly allowsPublishedKeys?: boolean } = {},
): Promise<OpenedCustody> {
  const { config, place } = installation;
  const { root, close: closeRoot } = await openRoot(installation);
  const db = new DatabasePool({
    connectionString: place.url,
    role: APP_ROLE,
    size: CONNECTIONS,
    queueMax: config.databaseQueue,
    statementTimeoutMs: config.databaseTimeoutMs,
  });
  try {
    const { environment } = config;
    const needs = { db, root, environment, ...options };
    const custody = await explainHsmErrors(() => openKeyCustody(needs));
    const close = async () => {
      custody.close();
      await Promise.all([db.close(), closeRoot()]);
    };
    return { custody, close };
  } catch (error) {
    await Promise.all([db.close(), closeRoot()]);
    throw error;
  }
}
