/** Reads the reply to an order. A reply that does not fit its order counts as unknown. */
import type { ChipAnswer } from "../../../ports/card-readout.ts";
import type { Approval, CardOrder, ProcessorAnswer } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import { toChipAnswer } from "../../chip-data/chip-answer.ts";
import type { IsoMessage } from "../codec/message-spec.ts";
import type { OrderDialect } from "./order-dialect.ts";

const AMOUNT = 4;
const CODE = 38;
const RESULTS = 44;
const CHIP = 55;

/** What a reply is compared with. Its card is not needed any more. */
export type AskedOrder = Pick<CardOrder, "amount" | "allowsPartial" | "transactionType">;

export function readReply(
  dialect: OrderDialect,
  order: AskedOrder,
  reply: IsoMessage,
): ProcessorAnswer {
  const result = dialect.readResult(reply);
  if (result.kind === "unknown" || result.kind === "duplicate") return { kind: "unknown" };
  if (result.kind === "declined") return { ...result, ...chipMember(reply) };
  const amount = approvedAmount(reply, order);
  const isPart = result.kind === "partly_approved";
  const isPossible = amount === order.amount || (isPart && isAllowedPart(amount, order));
  return isPossible ? approval(reply, amount) : { kind: "unknown" };
}

/**
 * The reply to a repeat. A host that had the message before has taken it, and a host that has nothing
 * to reverse has reversed it or never had it.
 */
export function readRepeatReply(
  dialect: OrderDialect,
  order: AskedOrder,
  reply: IsoMessage,
): ProcessorAnswer {
  const isDone =
    order.transactionType === "REVERSAL"
      ? dialect.readAcknowledgment(reply) !== undefined
      : dialect.readResult(reply).kind === "duplicate";
  return isDone ? approval(reply, order.amount) : readReply(dialect, order, reply);
}

/** A reply without an amount is for the whole amount. */
function approvedAmount({ fields }: IsoMessage, { amount }: AskedOrder): Cents {
  const said = fields.get(AMOUNT);
  return said === undefined ? amount : (Number(said) as Cents);
}

function isAllowedPart(part: number, { amount, allowsPartial }: AskedOrder): boolean {
  return allowsPartial && part > 0 && part < amount;
}

/** Field 44 begins with the results of the address and of the verification value. */
function approval({ fields }: Pick<IsoMessage, "fields">, amount: Cents): Approval {
  const [avs = " ", cvv = " "] = String(fields.get(RESULTS) ?? "");
  return {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: String(fields.get(CODE) ?? "").trim(),
    amount,
    avsResponse: avs.trim() || undefined,
    cvvResponse: cvv.trim() || undefined,
    ...chipMember({ fields }),
  };
}

function chipMember({ fields }: Pick<IsoMessage, "fields">): { readonly chip?: ChipAnswer } {
  const values = fields.get(CHIP);
  const chip = values instanceof Map ? toChipAnswer(values) : undefined;
  return chip === undefined ? {} : { chip };
}
