/**
 * The order in which rows may go out together. A row goes once it holds all of its keys, and keeps
 * them until it is released. It knows nothing of statements, results or callers.
 */

/** A row's stand in the queue. Read `item` and hand it back; the rest is the queue's own. */
export interface Ticket<Item> {
  readonly item: Item;
  holds: readonly Hold<Item>[];
  keysMissing: number;
  behind: Ticket<Item> | undefined;
}

/** One key, held or waited for by one row; the line for a key runs from hold to hold. */
interface Hold<Item> {
  readonly key: string;
  readonly ticket: Ticket<Item>;
  behind: Hold<Item> | undefined;
}

const NO_HOLDS: readonly never[] = [];

export class BatchQueue<Item> {
  /** The end of each key's line. A key that is absent is free. */
  readonly #lastHolds = new Map<string, Hold<Item>>();
  #first: Ticket<Item> | undefined;
  #last: Ticket<Item> | undefined;
  #waiting = 0;

  /** How many were added and not yet taken. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether anything could be taken now: those that wait for a key cannot. */
  get isReady(): boolean {
    return this.#first !== undefined;
  }

  add(item: Item, keys: readonly string[]): void {
    const ticket = { item, holds: NO_HOLDS, keysMissing: 0, behind: undefined };
    if (keys.length > 0) this.#lineUp(ticket, keys);
    if (ticket.keysMissing === 0) this.#append(ticket);
    this.#waiting++;
  }

  /** The oldest that may go, no two of them with the same key. */
  take(most: number): Ticket<Item>[] {
    const batch: Ticket<Item>[] = [];
    let ticket = this.#first;
    while (ticket !== undefined && batch.length < most) {
      batch.push(ticket);
      ticket = ticket.behind;
    }
    this.#first = ticket;
    this.#waiting -= batch.length;
    return batch;
  }

  /** Passes their keys on to the next in each line. */
  release(batch: readonly Ticket<Item>[]): void {
    for (const { holds } of batch) {
      for (const hold of holds) this.#pass(hold);
    }
  }

  /** All lines at once: two rows can then never wait for each other. */
  #lineUp(ticket: Ticket<Item>, keys: readonly string[]): void {
    const holds: Hold<Item>[] = [];
    for (const key of keys) {
      const ahead = this.#lastHolds.get(key);
      // A row that names a key twice would wait for itself.
      if (ahead?.ticket === ticket) continue;
      const hold = { key, ticket, behind: undefined };
      this.#lastHolds.set(key, hold);
      holds.push(hold);
      if (ahead === undefined) continue;
      ahead.behind = hold;
      ticket.keysMissing++;
    }
    ticket.holds = holds;
  }

  #pass({ key, behind }: Hold<Item>): void {
    if (behind === undefined) {
      this.#lastHolds.delete(key);
    } else if (--behind.ticket.keysMissing === 0) {
      this.#append(behind.ticket);
    }
  }

  #append(ticket: Ticket<Item>): void {
    if (this.#first === undefined || this.#last === undefined) this.#first = ticket;
    else this.#last.behind = ticket;
    this.#last = ticket;
  }
}
