/** What operators do: they clear blocks of bank accounts and reverse batches. */
import assert from "node:assert/strict";
import {
  approveReversal,
  requestReversal,
} from "../../../src/core/ach/reversals/request-reversal.ts";
import { clearBankBlock, listBankBlocks } from "../../../src/core/bank-accounts/clear-block.ts";
import type { TestAch } from "../../kit/ach.ts";
import { at } from "../../kit/plain-nacha.ts";
import type { Random } from "../../proof/random.ts";
import { isBy } from "./bank-calendar.ts";
import type { AskedReversal, Book, Presentment } from "./book.ts";
import { MERCHANTS } from "./merchants.ts";
import { listBlocks } from "./receiver-invariants.ts";
import type { SimulatedBank } from "./simulated-bank.ts";

const BY = { actor: { kind: "operator", name: "ann" } } as const;
const SECOND = { actor: { kind: "operator", name: "ben" } } as const;
const REVERSAL = { reason: "duplicate", note: "Sent twice" } as const;
/** Reversals must be sent within five banking days. */
const REVERSAL_DAYS = 2;

interface OperatorNeeds {
  readonly ach: TestAch;
  readonly book: Book;
  readonly random: Random;
}

export class Operators {
  /** The evenings on which the block of a bank account was cleared. */
  readonly cleared = new Map<string, Temporal.PlainDate[]>();
  clearances = 0;
  readonly reversals: AskedReversal[] = [];
  readonly #needs: OperatorNeeds;

  constructor(needs: OperatorNeeds) {
    this.#needs = needs;
  }

  /** In the evening, so that it counts from the next day on. */
  async clearBlocks(day: Temporal.PlainDate, banks: readonly SimulatedBank[]): Promise<void> {
    const db = this.#needs.ach.database.owner;
    const { login } = this.#needs.random.of(MERCHANTS);
    const listed = await listBankBlocks({ db }, login.account_id);
    if (listed.kind !== "listed" || listed.blocks.length === 0) return;
    const { transactionId } = this.#needs.random.of(listed.blocks);
    const node = this.#findOnlyBlock(transactionId, { day, banks });
    if (node === undefined) return;
    const outcome = await clearBankBlock({ db }, login.account_id, { transactionId, by: BY });
    assert.equal(outcome.kind, "cleared");
    this.cleared.set(node, [...(this.cleared.get(node) ?? []), day]);
    this.clearances++;
  }

  /** Undefined: other returns or corrections concern the bank account, too. */
  #findOnlyBlock(
    transactionId: string,
    { day, banks }: { readonly day: Temporal.PlainDate; readonly banks: readonly SimulatedBank[] },
  ): string | undefined {
    const { book } = this.#needs;
    const entry = book.accepted.get(transactionId.padStart(12, "0"));
    if (entry === undefined) return undefined;
    const receiver = `${entry.account} ${entry.receiver}`;
    const blocks = listBlocks(book).filter(
      (one) => one.receiver === receiver && isBy(one.from, day),
    );
    const isCorrected = banks.some(({ changes }) =>
      changes.some(({ about }) => book.accepted.get(about.id)?.receiver === entry.receiver),
    );
    const [only, ...others] = blocks;
    return others.length === 0 && !isCorrected ? only?.node : undefined;
  }

  /** Reverses a batch of sales that no credit pays back. */
  async reverseBatch(day: Temporal.PlainDate): Promise<void> {
    const { ach, random } = this.#needs;
    const batches = this.#listReversible(day);
    if (batches.length === 0) return;
    const batch = random.of(batches);
    const [{ file: fileName, header } = assert.fail("the batch is empty")] = batch;
    const wish = { ...REVERSAL, fileName, batchNumber: Number(at(header, 88, 94)) };
    const asked = await requestReversal(ach.needs, wish, BY);
    assert.ok(asked.kind === "requested", asked.kind);
    assert.deepEqual(await approveReversal(ach.needs, asked.id, SECOND), { kind: "approved" });
    for (const { id } of batch) {
      const entry = this.#needs.book.accepted.get(id);
      if (entry !== undefined) entry.isReversed = true;
    }
    this.reversals.push({ day, entries: batch.filter((one) => one.answer === undefined) });
  }

  #listReversible(day: Temporal.PlainDate): readonly (readonly Presentment[])[] {
    const { book } = this.#needs;
    const credited = new Set([...book.accepted.values()].map(({ sale }) => sale));
    const first = day.subtract({ days: REVERSAL_DAYS });
    const recent = book.allPresentments().filter((one) => isBy(first, one.day));
    const batches = Map.groupBy(recent, ({ file, header }) => `${file} ${header}`);
    const isFit = (one: Presentment) =>
      one.direction === "debit" &&
      !(one.isPrenote || one.isRetry || credited.has(one.id)) &&
      !book.accepted.get(one.id)?.isReversed &&
      (one.answer === undefined ||
        (isBy(one.answer.day, day) && !/^R0[19]$/.test(one.answer.code)));
    return [...batches.values()].filter(
      (batch) => batch.every(isFit) && batch.some(({ answer }) => answer === undefined),
    );
  }
}
