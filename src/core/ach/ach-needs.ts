/** The collaborators of all ACH operations. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { AchNetwork } from "../../ports/ach-network.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Vault } from "../vault/vault.ts";
import type { NetworkKind } from "./connections/bank-connection.ts";
import type { RateAlert } from "./rates/judge-rates.ts";
import type { EntryNewsWriter } from "./updates/entry-news.ts";

export interface AchNeeds {
  /** Uses the payments role, with a long statement time limit. */
  readonly db: DatabasePool;
  /** Without the simulator in production. */
  readonly networks: Readonly<Partial<Record<NetworkKind, AchNetwork>>>;
  readonly vault: Vault;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** Writes with the field names of the payment interface, for webhooks. */
  readonly writeEntryNews: EntryNewsWriter;
  /** Where alerts about return rates are sent. Undefined: nowhere. */
  readonly operatorEmail?: string | undefined;
  /** Called when a return rate comes near its limit, and when it exceeds it. */
  readonly onRateAlert?: ((alert: RateAlert) => void) | undefined;
}
