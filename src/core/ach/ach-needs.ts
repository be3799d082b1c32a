/** What every operation on ACH entries works with. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { AchNetwork } from "../../ports/ach-network.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { AnswerWriter } from "../payments/answer.ts";
import type { Vault } from "../vault/vault.ts";
import type { NetworkKind } from "./connections/bank-connection.ts";

export interface AchNeeds {
  /** Works under the payments' role, and has statements that may take their time. */
  readonly db: DatabasePool;
  /** Production has no simulator. */
  readonly networks: Readonly<Partial<Record<NetworkKind, AchNetwork>>>;
  readonly vault: Vault;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** An answer in the words of the outside, for webhooks. */
  readonly writeAnswer: AnswerWriter;
}
