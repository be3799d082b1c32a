/** Orders in ISO 8583:1993: message types, function codes, point of service codes, action codes. */
import type { CardOrderType, PlacedOrder } from "../../../ports/processor.ts";
import type { FieldValue } from "../codec/message-spec.ts";
import { NETWORK_1993 } from "../connection/network-messages.ts";
import { ISO_1993 } from "../dialects/iso1993.ts";
import { cardFields, type Fields, fitsFields } from "./card-fields.ts";
import { commonFields } from "./common-fields.ts";
import { entryFields1993 } from "./entry-fields.ts";
import type { OrderContext, OriginalMessage } from "./order-context.ts";
import type { OrderDialect } from "./order-dialect.ts";
import { privateData } from "./private-data.ts";
import { type ResultCodes, readAcknowledgment, readResultCode } from "./result-codes.ts";

interface OrderKind {
  readonly type: string;
  readonly functionCode: string;
}

const KINDS: Readonly<Record<CardOrderType, OrderKind>> = {
  SALE: { type: "1200", functionCode: "200" },
  AUTHORIZATION: { type: "1100", functionCode: "100" },
  CAPTURE: { type: "1220", functionCode: "201" },
  FORCE: { type: "1220", functionCode: "200" },
  REFUND: { type: "1200", functionCode: "200" },
  CREDIT: { type: "1200", functionCode: "200" },
  REVERSAL: { type: "1400", functionCode: "400" },
};
const ADVICE = "1420";
const FULL_REVERSAL = "400";
const CANCELED = "4000";
const TIMED_OUT = "4021";

const DECLINES: Readonly<Record<string, string>> = {
  "101": "EXPIRED CARD",
  "107": "CALL ISSUER",
  "110": "INVALID AMOUNT",
  "111": "INVALID CARD NUMBER",
  "116": "INSUFFICIENT FUNDS",
  "117": "INCORRECT PIN",
  "119": "NOT PERMITTED",
  "121": "EXCEEDS LIMIT",
  "123": "EXCEEDS LIMIT",
  "200": "PICK UP CARD",
  "208": "LOST CARD",
  "209": "STOLEN CARD",
  "907": "ISSUER UNAVAILABLE",
  "909": "SYSTEM ERROR",
  "912": "ISSUER UNAVAILABLE",
};
const RESULT_CODES: ResultCodes = {
  /** 000 approved, 001 with identification, 003 VIP, 400 reversal accepted. */
  approved: ["000", "001", "003", "400"],
  partlyApproved: "002",
  /** The issuer did not answer the host in time. */
  unknown: "911",
  /** The host had the message before. */
  duplicate: "913",
  /** 914 unable to trace back to the original transaction. */
  nothingToReverse: ["914"],
  declines: DECLINES,
};

export const ORDERS_1993: OrderDialect = {
  spec: ISO_1993,
  network: NETWORK_1993,
  messageType: (type) => KINDS[type].type,
  orderMessage: (order, context) => {
    const fields = placedFields(order, context);
    if (fields === undefined || !fitsFields(order.card)) return undefined;
    const { type, functionCode } = KINDS[order.transactionType];
    fields.push(...entryFields1993(order), [24, functionCode]);
    if (order.transactionType === "REVERSAL") fields.push([25, CANCELED]);
    fields.push(...cardFields(order.card ?? context.card));
    if (order.authorizationCode !== undefined) fields.push([38, order.authorizationCode]);
    const own = privateData(order);
    if (own.size > 0) fields.push([48, own]);
    if (context.original) fields.push([56, originalData(context.original, context)]);
    return { type, fields: new Map(fields) };
  },
  reversalAdvice: (order, context) => {
    const fields = placedFields(order, context);
    if (fields === undefined) return undefined;
    const { type } = KINDS[order.transactionType];
    fields.push([24, FULL_REVERSAL], [25, TIMED_OUT], ...cardFields(context.card));
    fields.push([56, originalData({ type, trace: context.trace }, context)]);
    return { type: ADVICE, fields: new Map(fields) };
  },
  readResult: (reply) => readResultCode(RESULT_CODES, reply),
  readAcknowledgment: (reply) => readAcknowledgment(RESULT_CODES, reply),
};

function placedFields(order: PlacedOrder, context: OrderContext): Fields | undefined {
  return commonFields(order, context)?.concat([
    [12, context.trace.sentAt],
    [26, context.merchant.categoryCode],
  ]);
}

/** Type, trace number, local time and acquirer with its length. */
function originalData({ type, trace }: OriginalMessage, { acquirerId }: OrderContext): FieldValue {
  const length = String(acquirerId.length).padStart(2, "0");
  return `${type}${trace.stan}${trace.sentAt}${length}${acquirerId}`;
}
