/** What every operation of the payment core works with. */
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Processor } from "../../ports/processor.ts";
import type { Vault } from "../vault/vault.ts";
import type { AnswerWriter } from "./answer.ts";
import type { AttemptStore } from "./attempts/attempt-store.ts";
import type { EarlierStore } from "./attempts/earlier-store.ts";
import type { OpenAttemptStore } from "./attempts/open-attempt-store.ts";
import type { BatchStore } from "./batches/batch-store.ts";
import type { CardTesting } from "./card-testing/card-testing.ts";
import type { ChangeStore } from "./changes/change-store.ts";
import type { FinishChangeStore } from "./changes/finish-change-store.ts";
import type { LapseStore } from "./changes/lapse-store.ts";
import type { IdSource } from "./ids/id-source.ts";
import type { OriginalStore } from "./original-store.ts";

export interface PaymentNeeds {
  readonly attempts: AttemptStore;
  readonly changes: ChangeStore;
  readonly changeEnds: FinishChangeStore;
  readonly batches: BatchStore;
  readonly openAttempts: OpenAttemptStore;
  readonly earlier: EarlierStore;
  readonly originals: OriginalStore;
  readonly lapses: LapseStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly processor: Processor;
  readonly cardTesting: CardTesting;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly writeAnswer: AnswerWriter;
  /** How long the card host may take to answer. */
  readonly processorLimitMs: number;
  /** How long an id that was fetched in advance is good. */
  readonly unspentIdsDays: number;
}
