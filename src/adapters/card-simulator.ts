/**
 * A card host that answers by the amount, as seed/certification.json says, and remembers what it
 * was asked with commits of its own. Only certification has it.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import type {
  Approval,
  CardOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../ports/processor.ts";

const DECLINES: Readonly<Record<number, string>> = {
  101: "CALL AUTH CENTER",
  102: "INSUFFICIENT FUNDS",
  103: "EXPIRED CARD",
  104: "PICK UP CARD",
  105: "DO NOT HONOR",
  106: "CVV MISMATCH",
  120: "PARTIAL APPROVAL NOT ALLOWED",
};
const LOST_ANSWER = 190;
const NEVER_ARRIVES = 191;
const NOT_REACHABLE = 192;
const SLOW = 195;
const SLOW_MS = 3_000;

export class CardSimulator implements Processor {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async submit(order: CardOrder): Promise<ProcessorAnswer> {
    if (order.amount === NOT_REACHABLE) return { kind: "not_sent" };
    if (order.amount === NEVER_ARRIVES) return { kind: "unknown" };
    if (order.amount === SLOW) await pause(SLOW_MS);
    const answer = answerTo(order);
    await this.#remember(order, answer);
    return order.amount === LOST_ANSWER ? { kind: "unknown" } : answer;
  }

  async resolve(reference: string): Promise<Resolution> {
    const [row] = await this.#db.rows<{ answer: Resolution }>`
      select answer from simulator.card_orders where reference = ${reference}`;
    return row?.answer ?? { kind: "never_arrived" };
  }

  async #remember(order: CardOrder, answer: ProcessorAnswer): Promise<void> {
    await this.#db.rows`
      insert into simulator.card_orders
        (reference, account_id, transaction_id, transaction_type, amount_cents, answer)
      values (${order.reference}, ${order.accountId}, ${order.transactionId},
        ${order.transactionType}, ${order.amount}, ${answer})`;
  }
}

function answerTo(order: CardOrder): Approval | { kind: "declined"; message: string } {
  const message = DECLINES[order.amount];
  if (message !== undefined) return { kind: "declined", message };
  return {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: authorizationCode(order.reference),
    amount: order.amount,
    avsResponse: avsResponse(order),
    cvvResponse: cvvResponse(order.cardVerification?.reveal()),
  };
}

function authorizationCode(reference: string): string {
  return createHash("sha256").update(reference).digest("hex").slice(0, 6).toUpperCase();
}

function avsResponse({ streetAddress, zip }: CardOrder): string {
  if (zip === "99999") return "N";
  if (zip === "88888") return "U";
  if (zip !== undefined) return streetAddress === undefined ? "Z" : "Y";
  return streetAddress === undefined ? "_" : "A";
}

function cvvResponse(verification: string | undefined): string {
  if (verification === undefined) return "_";
  return { "999": "N", "000": "P" }[verification] ?? "M";
}
