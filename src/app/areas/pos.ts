/** Wires the job of the point of sale that finishes pending sales and refunds. */
import { SharpPhotoEncoder } from "../../adapters/photo-encoder.ts";
import type { Config } from "../../config.ts";
import { AccountStore } from "../../core/accounts/account-store.ts";
import { IdStore } from "../../core/payments/ids/id-store.ts";
import type { PaymentNeeds } from "../../core/payments/payment-needs.ts";
import { openPosCore } from "../../core/pos/pos.ts";
import { PendingStore } from "../../core/pos/sales/pending-store.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { APP_ROLE } from "../../db/roles.ts";
import { startSettling } from "../../jobs/settle-pos.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { openPageLinks } from "../page-links.ts";

export interface PosJobNeeds {
  readonly connectionString: string;
  /** A pool that uses the payments role. */
  readonly db: DatabasePool;
  readonly payments: PaymentNeeds;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly config: Config;
  readonly onFailure: (error: unknown) => void;
  /** True: finish nothing for now. */
  readonly isHeld?: () => boolean;
}

const CONNECTIONS = 2;

/**
 * Starts finishing sales and refunds that a crash left pending. Returns a function that stops it.
 */
export function settlePos(needs: PosJobNeeds): () => Promise<void> {
  const { connectionString, db, config, onFailure, isHeld = () => false } = needs;
  const database = new DatabasePool({
    connectionString,
    role: APP_ROLE,
    size: CONNECTIONS,
    queueMax: config.databaseQueue,
    statementTimeoutMs: config.databaseTimeoutMs,
  });
  const pos = openPosCore({
    ...needs,
    database,
    merchants: new AccountStore(db),
    issuedIds: new IdStore(db),
    photos: new SharpPhotoEncoder(),
    links: openPageLinks(config),
  });
  const end = startSettling({ pos, pending: new PendingStore(db), onFailure, isHeld });
  return async () => {
    await end();
    await database.close();
  };
}
