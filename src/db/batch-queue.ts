/**
 * The order in which rows may go out together. A row goes once it holds all of its keys, and keeps
 * them until it is released. It knows nothing of statements, results or callers.
 *
 * Whatever leaves a line lets go of what stood behind it. Else one row that has grown old would keep
 * all later ones, with everything that waits for them, from being collected while they are young.
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
  /** Undefined once it is passed on: a map's outgrown tables remember what was in them. */
  ticket: Ticket<Item> | undefined;
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

  enqueue(item: Item, keys: readonly string[]): void {
    const ticket = { item, holds: NO_HOLDS, keysMissing: 0, behind: undefined };
    if (keys.length > 0) this.#lineUp(ticket, keys);
    if (ticket.keysMissing === 0) this.#append(ticket);
    this.#waiting++;
  }

  /** The oldest that may go, no two of them with the same key. */
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

  /** Passes their keys on to the next in each line. */
  releaseBatch(batch: readonly Ticket<Item>[]): void {
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
