/** What may be done with a transaction, by where it stands. Whatever is not here may not be done. */
import type { TransactionState } from "./transaction.ts";

export type Move = "capture" | "refund" | "void" | "reverse" | "reissue";

interface Moves {
  readonly beforeBatch: readonly Move[];
  readonly afterBatch: readonly Move[];
}

const nothing: Moves = { beforeBatch: [], afterBatch: [] };
const onlyReissue: Moves = { beforeBatch: ["reissue"], afterBatch: ["reissue"] };
const paid: Moves = {
  beforeBatch: ["refund", "void", "reverse", "reissue"],
  afterBatch: ["refund", "reissue"],
};
const givenBack: Moves = { beforeBatch: ["reverse", "reissue"], afterBatch: ["reissue"] };

export const MOVES: Readonly<Record<TransactionState, Moves>> = {
  started: nothing,
  unknown: nothing,
  authorised: { beforeBatch: ["capture", "reverse", "reissue"], afterBatch: [] },
  sold: paid,
  forced: paid,
  captured: paid,
  credited: givenBack,
  refunded: givenBack,
  stored: onlyReissue,
  closed: nothing,
  // Whole, and only while it has not left.
  pending: { beforeBatch: ["refund", "void", "reverse", "reissue"], afterBatch: ["reissue"] },
  settled: onlyReissue,
  returned: onlyReissue,
  rejected: onlyReissue,
  declined: onlyReissue,
  not_sent: onlyReissue,
  not_batched: onlyReissue,
  capturing: onlyReissue,
  voiding: onlyReissue,
  reversing: onlyReissue,
  reversed: onlyReissue,
  voided: onlyReissue,
};

export function mayMove(state: TransactionState, isBatched: boolean, move: Move): boolean {
  const moves = MOVES[state];
  return (isBatched ? moves.afterBatch : moves.beforeBatch).includes(move);
}

/** The states from which a move may be made, for a condition in a statement. */
export function statesThatMay(move: Move): {
  readonly beforeBatch: readonly TransactionState[];
  readonly afterBatch: readonly TransactionState[];
} {
  const states = Object.keys(MOVES) as TransactionState[];
  return {
    beforeBatch: states.filter((state) => MOVES[state].beforeBatch.includes(move)),
    afterBatch: states.filter((state) => MOVES[state].afterBatch.includes(move)),
  };
}
