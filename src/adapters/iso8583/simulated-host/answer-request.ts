/** How the simulated host answers a request: by amount, as the card simulator of certification does. */
import type { CardOrderType } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import { decide } from "../../card-simulator/decision.ts";
import type { IsoMessage } from "../codec/message-spec.ts";
import { networkAnswer, requestedAction } from "../connection/network-messages.ts";
import { responseType } from "../connection/pending-replies.ts";
import type { OrderDialect } from "../orders/order-dialect.ts";
import type { BookedOrder, OrderBook } from "./order-book.ts";

/** The codes of a dialect that the simulated host uses. */
export interface SimulatedCodes {
  readonly approved: string;
  readonly partlyApproved: string;
  readonly reversed: string;
  /** By the message of the card simulator. */
  readonly declines: Readonly<Record<string, string>>;
  readonly otherDecline: string;
}

export interface AnswerNeeds {
  readonly dialect: OrderDialect;
  readonly codes: SimulatedCodes;
  readonly book: OrderBook;
}

const [AMOUNT, CODE, RESULT, REFERENCE, PRIVATE] = [4, 38, 39, 37, 48];
/** Never returned: card data. */
const LEFT_OUT = [2, 14, 35, 45, 48, 52, 55];

/** Undefined: the message is not a request that a host answers. */
export function answerRequest(needs: AnswerNeeds, request: IsoMessage): IsoMessage | undefined {
  const { network } = needs.dialect;
  if (requestedAction(network, request) !== undefined) return networkAnswer(network, request);
  if (Number(request.type[2]) % 2 !== 0) return undefined;
  const booked = isReversal(request) ? takeReversal(needs, request) : takeOrder(needs, request);
  const fields = new Map(request.fields);
  for (const field of LEFT_OUT) fields.delete(field);
  fields.set(RESULT, booked.code).set(AMOUNT, String(booked.amount));
  if (booked.authorizationCode !== undefined) fields.set(CODE, booked.authorizationCode);
  return { type: responseType(request.type), fields };
}

/** 0400, 0420 and 0421; 1400, 1420 and 1421. */
function isReversal({ type }: IsoMessage): boolean {
  return type[1] === "4";
}

function takeReversal({ codes, book }: AnswerNeeds, request: IsoMessage): BookedOrder {
  book.reverse(fieldText(request, REFERENCE));
  return { code: codes.reversed, amount: amountOf(request), authorizationCode: undefined };
}

function takeOrder({ codes, book }: AnswerNeeds, request: IsoMessage): BookedOrder {
  const reference = fieldText(request, REFERENCE);
  if (book.isReversed(reference)) {
    return { code: codes.otherDecline, amount: amountOf(request), authorizationCode: undefined };
  }
  return book.book(reference, () => decideOrder(codes, request));
}

function decideOrder(codes: SimulatedCodes, request: IsoMessage): BookedOrder {
  const amount = amountOf(request) as Cents;
  const decision = decide({
    ...{ reference: fieldText(request, REFERENCE), accountId: "", transactionId: "" },
    ...{ transactionType: orderType(request), amount, currency: "USD", card: undefined },
    ...{ authorizationCode: undefined, streetAddress: undefined, zip: undefined },
    allowsPartial: privateTags(request).has("PA"),
  });
  if (decision.kind === "declined") {
    const code = codes.declines[decision.message] ?? codes.otherDecline;
    return { code, amount, authorizationCode: undefined };
  }
  const code = decision.amount === amount ? codes.approved : codes.partlyApproved;
  return { code, amount: decision.amount, authorizationCode: decision.authorizationCode };
}

function orderType({ type, fields }: IsoMessage): CardOrderType {
  if (String(fields.get(3) ?? "").startsWith("20")) return "REFUND";
  if (type[2] === "2") return "CAPTURE";
  return type[1] === "1" ? "AUTHORIZATION" : "SALE";
}

function privateTags({ fields }: IsoMessage): ReadonlySet<string> {
  const tags = fields.get(PRIVATE);
  return new Set(tags instanceof Map ? tags.keys() : []);
}

function amountOf(request: IsoMessage): number {
  return Number(fieldText(request, AMOUNT) || 0);
}

function fieldText({ fields }: IsoMessage, number: number): string {
  return String(fields.get(number) ?? "").trim();
}
