/**
 * Reads the answers of a card host from any JSON. Only an answer with our reference and a known outcome
 * counts; anything else is not understood. Pure.
 */
import type { ChipAnswer } from "../../ports/card-readout.ts";
import type {
  Approval,
  Decline,
  PlacedOrder,
  ProcessorAnswer,
  Resolution,
} from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import { plainWords } from "../../values/text/plain-words.ts";
import { toChipAnswer } from "../chip-data/chip-answer.ts";
import { readChipTlv } from "../chip-data/chip-tlv.ts";
import { isMembers, type Json, type Members } from "../https-client/json.ts";

/** The values of an order that its answer is checked against. */
export type AskedOrder = Pick<PlacedOrder, "reference" | "amount"> & {
  readonly allowsPartial: boolean;
};

const MESSAGE_MAX = 50;
const CODE_MAX = 6;

/** Undefined: not understood. */
export function readAnswer(order: AskedOrder, said: Json): ProcessorAnswer | undefined {
  const answer = answerTo(order, said);
  switch (answer?.["outcome"]) {
    case "not_sent":
      return { kind: "not_sent" };
    case "unknown":
      return { kind: "unknown" };
    default:
      return answer && addChip(readDecision(order, answer), answer["chip"]);
  }
}

/** Only for the answer to an order: when an inquiry is answered, no terminal waits any more. */
function addChip(decision: Approval | Decline | undefined, value: Json | undefined) {
  const chip = readChip(value);
  return decision && chip ? { ...decision, chip } : decision;
}

/** What is not chip data is ignored. It does not change the decision. */
function readChip(value: Json | undefined): ChipAnswer | undefined {
  const values = typeof value === "string" ? readChipTlv(value) : undefined;
  return values && toChipAnswer(values);
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
 * It is not stored whether a partial approval was allowed. For a sale or an authorization the host's
 * amount is final by now; other orders cannot be approved for less.
 */
function mayBePartial({ transactionType }: PlacedOrder): boolean {
  return transactionType === "SALE" || transactionType === "AUTHORIZATION";
}

export function isReversed(order: PlacedOrder, said: Json): boolean {
  return answerTo(order, said)?.["outcome"] === "reversed";
}

/** The answer to another order must not be used. */
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

/** An impossible amount is not an approval. An invalid code does not invalidate one. */
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

/** Authorization codes have only letters and digits. */
function readCode(value: Json | undefined): string {
  return typeof value === "string" ? value.replaceAll(/[^0-9A-Za-z]/g, "").slice(0, CODE_MAX) : "";
}

/** The result codes of the contract. Any other becomes "?". */
const AVS_CODE = /^[DFJMQVXYLWZABOPKNURSECIG_]$/;
const CVV_CODE = /^[MNPSU_]$/;

function readResultCode(value: Json | undefined, known: RegExp): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" && known.test(value) ? value : "?";
}

/** Callers and reports show it, so it must not contain card numbers. */
function readMessage(value: Json | undefined): string {
  return (typeof value === "string" && plainWords(value, MESSAGE_MAX)) || "DECLINED";
}
