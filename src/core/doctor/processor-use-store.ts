/** Which card processors the active accounts use. */
import type { Database } from "../../db/database.ts";

export interface ProcessorUse {
  readonly processor: string;
  readonly accounts: number;
}

export class ProcessorUseStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listCardProcessors(): Promise<readonly ProcessorUse[]> {
    return this.#db.rows<ProcessorUse>`
      select card_processor as processor, count(*)::int as accounts from accounts
      where is_active and card_processor is not null
      group by card_processor order by card_processor`;
  }
}
