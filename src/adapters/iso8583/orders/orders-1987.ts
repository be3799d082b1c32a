/** Orders in ISO 8583:1987: message types, entry modes and result codes. */
import type { CardOrderType, PlacedOrder } from "../../../ports/processor.ts";
import type { FieldValue } from "../codec/message-spec.ts";
import { NETWORK_1987 } from "../connection/network-messages.ts";
import { ISO_1987 } from "../dialects/iso1987.ts";
import { cardFields, type Fields, fitsFields } from "./card-fields.ts";
import { commonFields } from "./common-fields.ts";
import { entryFields1987 } from "./entry-fields.ts";
import type { OrderContext, OriginalMessage } from "./order-context.ts";
import type { OrderDialect } from "./order-dialect.ts";
import { privateData } from "./private-data.ts";
import { type ResultCodes, readAcknowledgment, readResultCode } from "./result-codes.ts";

const MESSAGE_TYPES: Readonly<Record<CardOrderType, string>> = {
  SALE: "0200",
  AUTHORIZATION: "0100",
  CAPTURE: "0220",
  FORCE: "0220",
  REFUND: "0200",
  CREDIT: "0200",
  REVERSAL: "0400",
};
const ADVICE = "0420";

const DECLINES: Readonly<Record<string, string>> = {
  "01": "CALL ISSUER",
  "04": "PICK UP CARD",
  "05": "DECLINED",
  "12": "INVALID TRANSACTION",
  "13": "INVALID AMOUNT",
  "14": "INVALID CARD NUMBER",
  "41": "LOST CARD",
  "43": "STOLEN CARD",
  "51": "INSUFFICIENT FUNDS",
  "54": "EXPIRED CARD",
  "55": "INCORRECT PIN",
  "57": "NOT PERMITTED",
  "61": "EXCEEDS LIMIT",
  "65": "EXCEEDS LIMIT",
  "91": "ISSUER UNAVAILABLE",
  "96": "SYSTEM ERROR",
};
const RESULT_CODES: ResultCodes = {
  /** 00 approved, 08 with identification, 11 VIP, 85 no reason to decline. */
  approved: ["00", "08", "11", "85"],
  partlyApproved: "10",
  /** A reply that the host received too late. */
  unknown: "68",
  /** The host had the message before. */
  duplicate: "94",
  /** 21 no action taken, 25 unable to locate the record. */
  nothingToReverse: ["21", "25"],
  declines: DECLINES,
};

export const ORDERS_1987: OrderDialect = {
  spec: ISO_1987,
  network: NETWORK_1987,
  messageType: (type) => MESSAGE_TYPES[type],
  orderMessage: (order, context) => {
    const fields = placedFields(order, context);
    if (fields === undefined || !fitsFields(order.card)) return undefined;
    fields.push(...entryFields1987(order), ...cardFields(order.card ?? context.card));
    if (order.authorizationCode !== undefined) fields.push([38, order.authorizationCode]);
    const own = privateData(order);
    if (own.size > 0) fields.push([48, own]);
    if (context.original) fields.push([90, originalData(context.original, context)]);
    return { type: MESSAGE_TYPES[order.transactionType], fields: new Map(fields) };
  },
  reversalAdvice: (order, context) => {
    const fields = placedFields(order, context);
    if (fields === undefined) return undefined;
    const type = MESSAGE_TYPES[order.transactionType];
    fields.push(...cardFields(context.card));
    fields.push([90, originalData({ type, trace: context.trace }, context)]);
    return { type: ADVICE, fields: new Map(fields) };
  },
  readResult: (reply) => readResultCode(RESULT_CODES, reply),
  readAcknowledgment: (reply) => readAcknowledgment(RESULT_CODES, reply),
};

function placedFields(order: PlacedOrder, context: OrderContext): Fields | undefined {
  const { trace, merchant } = context;
  return commonFields(order, context)?.concat([
    [12, trace.sentAt.slice(6)],
    [13, trace.sentAt.slice(2, 6)],
    [18, merchant.categoryCode],
  ]);
}

/** Type, trace number, time of transmission, acquirer, and an empty forwarder. */
function originalData({ type, trace }: OriginalMessage, { acquirerId }: OrderContext): FieldValue {
  const acquirer = acquirerId.padStart(11, "0");
  return `${type}${trace.stan}${trace.sentAt.slice(2)}${acquirer}${"0".repeat(11)}`;
}
