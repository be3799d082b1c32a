/** Limits imports and assignments: each can take many seconds and holds a database connection. */
import { ConcurrencyLimit, TooManyWaiting } from "../../../../core/access/concurrency-limit.ts";
import { RecentMap } from "../../../../core/access/memory/recent-map.ts";
import { tooMany } from "../../errors.ts";

/** Those that wait hold no connection. */
const OF_ALL = { atOnceMax: 2, waitingMax: 20 } as const;
const OF_ONE = { atOnceMax: 1, waitingMax: 2 } as const;
const PEOPLE_MAX = 1_000;

export class BulkWork {
  readonly #ofAll = new ConcurrencyLimit(OF_ALL);
  readonly #ofOne = new RecentMap<ConcurrencyLimit>(PEOPLE_MAX);

  /** The work of one person runs one after the other. */
  async run<Answer>(personId: string, work: () => Promise<Answer>): Promise<Answer> {
    const own = this.#ofOne.get(personId) ?? new ConcurrencyLimit(OF_ONE);
    this.#ofOne.set(personId, own);
    try {
      return await own.pass(() => this.#ofAll.pass(work));
    } catch (error) {
      throw error instanceof TooManyWaiting ? tooMany(BUSY) : error;
    }
  }
}

const BUSY = "Too many imports or assignments are running. Try again in a minute.";
