/** What operators do: they clear blocks of bank accounts. */
import assert from "node:assert/strict";
import { clearBankBlock, listBankBlocks } from "../../../src/core/bank-accounts/clear-block.ts";
import type { TestAch } from "../../kit/ach.ts";
import type { Random } from "../../proof/random.ts";
import { isBy } from "./bank-calendar.ts";
import type { Book } from "./book.ts";
import { MERCHANTS } from "./merchants.ts";
import { listBlocks } from "./receiver-invariants.ts";
import type { SimulatedBank } from "./simulated-bank.ts";

const BY = { actor: { kind: "operator", name: "ann" } } as const;

interface OperatorNeeds {
  readonly ach: TestAch;
  readonly book: Book;
  readonly random: Random;
}

export class Operators {
  /** The evenings on which the block of a bank account was cleared. */
  readonly cleared = new Map<string, Temporal.PlainDate[]>();
  clearances = 0;
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
    const blocks = listBlocks(book).filter((one) => one.receiver === receiver && isBy(one.from, day));
    const isCorrected = banks.some(({ changes }) =>
      changes.some(({ about }) => book.accepted.get(about.id)?.receiver === entry.receiver),
    );
    const [only, ...others] = blocks;
    return others.length === 0 && !isCorrected ? only?.node : undefined;
  }
}
