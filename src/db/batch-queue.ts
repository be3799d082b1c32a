/**
 * Decides which rows may be sent together. A row can be taken when it holds all of its keys, and it
 * keeps them until it is released. The queue does not know statements, results or callers.
 *
 * An entry that leaves a list drops its reference to the next entry. Otherwise one row in the old
 * generation of the heap would keep all later rows from being collected while they are young.
 */

/** The entry of a row in the queue. Callers only read `item`. */
export interface Ticket<Item> {
  readonly item: Item;
  holds: readonly Hold<Item>[];
  keysMissing: number;
  behind: Ticket<Item> | undefined;
}

/** One key that a row holds or waits for. The holds of a key form a linked list. */
interface Hold<Item> {
  readonly key: string;
  /** Undefined after the key was passed on, because outgrown tables of a Map keep their entries. */
  ticket: Ticket<Item> | undefined;
  behind: Hold<Item> | undefined;
}

const NO_HOLDS: readonly never[] = [];

export class BatchQueue<Item> {
  /** The last hold of each key. A key that is absent is free. */
  readonly #lastHolds = new Map<string, Hold<Item>>();
  #first: Ticket<Item> | undefined;
  #last: Ticket<Item> | undefined;
  #waiting = 0;

  /** How many rows were added and not yet taken. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether a row can be taken now. Rows that wait for a key cannot. */
  get isReady(): boolean {
    return this.#first !== undefined;
  }

  enqueue(item: Item, keys: readonly string[]): void {
    const ticket = { item, holds: NO_HOLDS, keysMissing: 0, behind: undefined };
    if (keys.length > 0) this.#lineUp(ticket, keys);
    if (ticket.keysMissing === 0) this.#append(ticket);
    this.#waiting++;
  }

  /** Takes the oldest rows that hold all of their keys. No two of them share a key. */
  takeBatch(most: number): Ticket<Item>[] {
    const batch: Ticket<Item>[] = [];
    while (this.#first !== undefined && batch.length < most) {
      const ticket = this.#first;
      batch.push(ticket);
      this.#first = ticket.behind;
      ticket.behind = undefined;
    }
    if (this.#first === undefined) this.#last = undefined;
    this.#waiting -= batch.length;
    return batch;
  }

  /** Passes the keys of these rows on to the next row that waits for each. */
  releaseBatch(batch: readonly Ticket<Item>[]): void {
    for (const { holds } of batch) {
      for (const hold of holds) this.#pass(hold);
    }
  }

  /** Waits for all keys at once, so that two rows can never wait for each other. */
  #lineUp(ticket: Ticket<Item>, keys: readonly string[]): void {
    const holds: Hold<Item>[] = [];
    for (const key of keys) {
      const ahead = this.#lastHolds.get(key);
      // A row that has a key twice would wait for itself.
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

  #pass(hold: Hold<Item>): void {
    const next = hold.behind?.ticket;
    if (next === undefined) this.#lastHolds.delete(hold.key);
    else if (--next.keysMissing === 0) this.#append(next);
    hold.ticket = undefined;
    hold.behind = undefined;
  }

  #append(ticket: Ticket<Item>): void {
    if (this.#last === undefined) this.#first = ticket;
    else this.#last.behind = ticket;
    this.#last = ticket;
  }
}
