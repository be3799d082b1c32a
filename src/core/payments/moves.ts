/**
 * The states of a transaction: which group each one belongs to, and what a caller may do with a
 * transaction in that state. This is the only list of states. SQL lists of states come from it
 * (state-sql.ts); test/payments/states.test.ts compares it with the database's own lists.
 */
export type Move = "capture" | "refund" | "void" | "reverse" | "reissue";

/** States that lists, sums and reports treat alike. The console shows these groups. */
export type StateGroup =
  /** Only an attempt has this state; the transaction does not exist yet. */
  | "open"
  | "authorized"
  /** Money from the customer. */
  | "paid"
  /** Money back to the customer. */
  | "refunded"
  /** No money moves. */
  | "other"
  /** ACH: accepted; it has not settled and nobody has returned it. */
  | "pending"
  | "settled"
  /** ACH: the network sent it back. */
  | "returned"
  | "declined"
  /** The request did not reach the card host, so no money can have moved. */
  | "not_sent"
  /** Reserved while the card host is asked for a change. */
  | "changing"
  /** Canceled as a whole. */
  | "undone";

/** A move that is in neither list is refused. */
interface StateRow {
  readonly group: StateGroup;
  readonly beforeBatch: readonly Move[];
  readonly afterBatch: readonly Move[];
}

const noMoves = { beforeBatch: [], afterBatch: [] } as const;
const onlyReissue = { beforeBatch: ["reissue"], afterBatch: ["reissue"] } as const;
const movesWhenPaid = {
  beforeBatch: ["refund", "void", "reverse", "reissue"],
  afterBatch: ["refund", "reissue"],
} as const;
const movesWhenRefunded = { beforeBatch: ["reverse", "reissue"], afterBatch: ["reissue"] } as const;

const STATE_TABLE = {
  started: { group: "open", ...noMoves },
  unknown: { group: "open", ...noMoves },
  authorized: {
    group: "authorized",
    beforeBatch: ["capture", "reverse", "reissue"],
    afterBatch: [],
  },
  sold: { group: "paid", ...movesWhenPaid },
  forced: { group: "paid", ...movesWhenPaid },
  captured: { group: "paid", ...movesWhenPaid },
  credited: { group: "refunded", ...movesWhenRefunded },
  refunded: { group: "refunded", ...movesWhenRefunded },
  stored: { group: "other", ...onlyReissue },
  /** A SETTLE-BATCH. */
  closed: { group: "other", ...noMoves },
  /** Only as a whole, and only until it is in a file. */
  pending: {
    group: "pending",
    beforeBatch: ["refund", "void", "reverse", "reissue"],
    afterBatch: ["reissue"],
  },
  settled: { group: "settled", ...onlyReissue },
  returned: { group: "returned", ...onlyReissue },
  rejected: { group: "returned", ...onlyReissue },
  declined: { group: "declined", ...onlyReissue },
  not_sent: { group: "not_sent", ...onlyReissue },
  not_batched: { group: "declined", ...onlyReissue },
  capturing: { group: "changing", ...onlyReissue },
  voiding: { group: "changing", ...onlyReissue },
  reversing: { group: "changing", ...onlyReissue },
  reversed: { group: "undone", ...onlyReissue },
  voided: { group: "undone", ...onlyReissue },
} as const satisfies Readonly<Record<string, StateRow>>;

export type TransactionState = keyof typeof STATE_TABLE;

export const MOVES: Readonly<Record<TransactionState, StateRow>> = STATE_TABLE;
export const TRANSACTION_STATES = Object.keys(STATE_TABLE) as readonly TransactionState[];

export function mayMove(state: TransactionState, isBatched: boolean, move: Move): boolean {
  const { beforeBatch, afterBatch } = MOVES[state];
  return (isBatched ? afterBatch : beforeBatch).includes(move);
}

export function stateGroup(state: TransactionState): StateGroup {
  return MOVES[state].group;
}

/** In the order of the table. */
export function statesInGroups(...groups: readonly StateGroup[]): readonly TransactionState[] {
  return TRANSACTION_STATES.filter((state) => groups.includes(MOVES[state].group));
}
