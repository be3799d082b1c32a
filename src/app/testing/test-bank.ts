/** The bank for tests: sends waiting ACH entries, and returns or settles them. */
import type { AchNeeds } from "../../core/ach/ach-needs.ts";
import { forceCutOffs } from "../../core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../core/ach/forced/force-return.ts";
import { forceSettle } from "../../core/ach/forced/force-settle.ts";
import type { ForcedOutcome } from "../../core/ach/forced/forced.ts";
import { readTransactionId } from "../../values/transaction-id.ts";
import type { AchSent, AchState } from "./contract.ts";
import { TestCallError } from "./test-error.ts";

const BY = { actor: { kind: "system", name: "sixdoors/testing" } } as const;

export class TestBank {
  readonly #ach: AchNeeds;

  constructor(ach: AchNeeds) {
    this.#ach = ach;
  }

  async sendWaiting(): Promise<AchSent> {
    const reports = (await forceCutOffs(this.#ach, undefined, BY)) ?? [];
    const failed = reports.find(({ failures }) => failures.length > 0);
    if (failed !== undefined) {
      throw new TestCallError(`The files of the bank "${failed.connection}" could not be sent.`);
    }
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    return {
      entries: sum(reports.map(({ entries }) => entries)),
      files: sum(reports.map(({ files }) => files.length)),
    };
  }

  returnEntry(id: string, code: string): Promise<AchState> {
    return this.#force(id, (transactionId) =>
      forceReturn(this.#ach, { transactionId, code: code.toUpperCase() }, BY),
    );
  }

  settleEntry(id: string): Promise<AchState> {
    return this.#force(id, (transactionId) => forceSettle(this.#ach, { transactionId }, BY));
  }

  /** An entry that still waits for a file is sent first. */
  async #force(
    id: string,
    act: (transactionId: string) => Promise<ForcedOutcome>,
  ): Promise<AchState> {
    const transactionId = readTransactionId(id);
    if (transactionId === undefined) throw new TestCallError(`"${id}" is not a transaction id.`);
    let outcome = await act(transactionId);
    if (outcome.kind === "not_found") {
      await this.sendWaiting();
      outcome = await act(transactionId);
    }
    if (outcome.kind === "done") return { transactionId, state: outcome.state };
    throw new TestCallError(refusal(transactionId, outcome));
  }
}

function refusal(id: string, outcome: Exclude<ForcedOutcome, { kind: "done" }>): string {
  switch (outcome.kind) {
    case "unknown_code":
      return "This return code does not exist. Codes are R01 to R85; see docs/interfaces/ach.md.";
    case "not_found":
      return `There is no ACH entry with the transaction id ${id}. Was its payment approved?`;
    case "not_fit":
      return `This is not possible, because the entry ${id} is already ${outcome.state}.`;
    case "ambiguous":
      return `Several accounts have an entry with the transaction id ${id}.`;
  }
}
