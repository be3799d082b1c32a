/**
 * What a card host's words mean. Pure: it takes any JSON there is. Only an answer that names our order
 * and says one of the words below is believed; all else tells us nothing.
 */
import type { Approval, PlacedOrder, ProcessorAnswer, Resolution } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import { plainWords } from "../../values/plain-words.ts";
import { isMembers, type Json, type Members } from "../json-line/json.ts";

/** What an order is judged by. */
export type AskedOrder = Pick<PlacedOrder, "reference" | "amount"> & {
  readonly allowsPartial: boolean;
};

type Decline = { readonly kind: "declined"; readonly message: string };

const MESSAGE_MAX = 50;
const CODE_MAX = 6;

/** Undefined: it was not understood. */
export function readAnswer(order: AskedOrder, said: Json): ProcessorAnswer | undefined {
  const answer = answerTo(order, said);
  switch (answer?.["outcome"]) {
    case "not_sent":
      return { kind: "not_sent" };
    case "unknown":
      return { kind: "unknown" };
    default:
      return answer && readDecision(order, answer);
  }
}

export function readResolution(order: PlacedOrder, said: Json): Resolution | undefined {
  const answer = answerTo(order, said);
  switch (answer?.["outcome"]) {
    case "never_arrived":
      return { kind: "never_arrived" };
    case "reversed":
      return { kind: "reversed" };
    case "unknown":
      return { kind: "still_unknown" };
    default:
      return answer && readDecision({ ...order, allowsPartial: mayBePartial(order) }, answer);
  }
}

/**
 * Whether a partial approval was allowed is not kept. Of a sale or an authorization the host's amount
 * is the truth by now; nothing else can be approved for less.
 */
function mayBePartial({ transactionType }: PlacedOrder): boolean {
  return transactionType === "SALE" || transactionType === "AUTHORIZATION";
}

export function isReversed(order: PlacedOrder, said: Json): boolean {
  return answerTo(order, said)?.["outcome"] === "reversed";
}

/** Another order's answer would be worse than none. */
function answerTo({ reference }: Pick<PlacedOrder, "reference">, said: Json): Members | undefined {
  return isMembers(said) && said["reference"] === reference ? said : undefined;
}

function readDecision(order: AskedOrder, answer: Members): Approval | Decline | undefined {
  switch (answer["outcome"]) {
    case "approved":
      return readApproval(order, answer);
    case "declined":
      return { kind: "declined", message: readMessage(answer["message"]) };
    default:
      return undefined;
  }
}

/** An amount that cannot be is no approval; a letter or a code that cannot be does not undo one. */
function readApproval(order: AskedOrder, answer: Members): Approval | undefined {
  const amount = readAmount(order, answer["amount_cents"]);
  if (amount === undefined) return undefined;
  return {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: readCode(answer["authorization_code"]),
    amount,
    avsResponse: readResultCode(answer["avs_response"], AVS_CODE),
    cvvResponse: readResultCode(answer["cvv2_response"], CVV_CODE),
  };
}

function readAmount({ amount, allowsPartial }: AskedOrder, value: Json | undefined) {
  if (value === undefined || value === amount) return amount;
  if (!allowsPartial || typeof value !== "number" || !Number.isInteger(value)) return undefined;
  return value > 0 && value < amount ? (value as Cents) : undefined;
}

/** E, resources: what an authorization code may hold. */
function readCode(value: Json | undefined): string {
  return typeof value === "string" ? value.replaceAll(/[^0-9A-Za-z]/g, "").slice(0, CODE_MAX) : "";
}

/** The letters of the contract's tables; any other is their question mark. */
const AVS_CODE = /^[DFJMQVXYLWZABOPKNURSECIG_]$/;
const CVV_CODE = /^[MNPSU_]$/;

function readResultCode(value: Json | undefined, known: RegExp): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" && known.test(value) ? value : "?";
}

/** Callers, reports and receipts show it, so nobody's number may stand in it. */
function readMessage(value: Json | undefined): string {
  return (typeof value === "string" && plainWords(value, MESSAGE_MAX)) || "DECLINED";
}
