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

export function readReply(
  dialect: OrderDialect,
  order: CardOrder,
  reply: IsoMessage,
): ProcessorAnswer {
  const result = dialect.readResult(reply);
  if (result.kind === "unknown") return result;
  if (result.kind === "declined") return { ...result, ...chipMember(reply) };
  const amount = approvedAmount(reply, order);
  const isPart = result.kind === "partly_approved";
  const isPossible = amount === order.amount || (isPart && isAllowedPart(amount, order));
  return isPossible ? approval(reply, amount) : { kind: "unknown" };
}

/** A reply without an amount is for the whole amount. */
function approvedAmount({ fields }: IsoMessage, { amount }: CardOrder): Cents {
  const said = fields.get(AMOUNT);
  return said === undefined ? amount : (Number(said) as Cents);
}

function isAllowedPart(part: number, { amount, allowsPartial }: CardOrder): boolean {
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
