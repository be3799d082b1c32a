/**
 * A simulated verification provider for certification. It answers by the last four digits of the bank
 * account, as in seed/certification.json, and stores every question. If its database fails, it is
 * unavailable.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import type { Verifier, VerifierAnswer, VerifierQuestion } from "../ports/verifier.ts";

const SLOW_MS = 2_000;

interface Behavior {
  readonly answer: VerifierAnswer;
  readonly afterMs?: number;
}

const BY_LAST4: Readonly<Record<string, Behavior>> = {
  "0001": refused("History of unauthorized transactions"),
  "0002": refused("Account closed"),
  "0003": refused("Account not found"),
  "0004": { answer: { kind: "passed" }, afterMs: SLOW_MS },
  "0009": { answer: { kind: "unavailable" } },
};
const OTHERWISE: Behavior = { answer: { kind: "passed" } };

export class VerificationSimulator implements Verifier {
  readonly #db: Database;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(db: Database, pause: (ms: number) => Promise<unknown> = sleep) {
    this.#db = db;
    this.#pause = pause;
  }

  async verify(question: VerifierQuestion): Promise<VerifierAnswer> {
    const last4 = question.accountNumber.reveal().slice(-4);
    const { answer, afterMs = 0 } = BY_LAST4[last4] ?? OTHERWISE;
    // A provider that cannot be reached does not store the question.
    if (answer.kind === "unavailable") return answer;
    try {
      await this.#remember(question, answer);
    } catch {
      return { kind: "unavailable" };
    }
    if (afterMs > 0) await this.#pause(afterMs);
    return answer;
  }

  /** `last4` is empty for a number with four digits or less. */
  async #remember(
    { requestId, accountId, accountNumber }: VerifierQuestion,
    { kind }: VerifierAnswer,
  ): Promise<void> {
    await this.#db.rows`
      insert into simulator.verifications (request_id, account_id, last4, answer)
      values (${requestId}, ${accountId}, ${accountNumber.last4()}, ${kind})`;
  }
}

function refused(reason: string): Behavior {
  return { answer: { kind: "refused", reason } };
}
