/**
 * A digest of what a request asks for: the same id or key with the same fingerprint is the same
 * request. It does not depend on the verification value, and on a card or bank account only through
 * a keyed digest.
 */
import { hash } from "node:crypto";
import type { Vault } from "../../vault/vault.ts";
import type { PaymentDetails } from "../payment-details.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type {
  BankPayment,
  CardPayment,
  Change,
  PayloadPayment,
  PaymentRequest,
} from "../payment-request.ts";
import { toColumns } from "../transaction-columns-sql.ts";

/** A payload is read before its request gets a fingerprint: devices encrypt anew each time. */
export type FingerprintedRequest = Exclude<PaymentRequest, PayloadPayment>;

export function requestFingerprint(
  vault: Pick<Vault, "fingerprint">,
  request: FingerprintedRequest,
  sourceFingerprint: Uint8Array | undefined,
): Uint8Array {
  const values = [
    request.type,
    request.transactionId ?? null,
    request.sendsCustomerReceipt,
    request.sendsMerchantReceipt,
    sourceFingerprint === undefined ? null : base64(sourceFingerprint),
    ...typeValues(request),
    ...sortedDetails(request.details),
    ...(request.beside === undefined ? [] : [base64(vault.fingerprint(request.beside))]),
  ];
  return hash("sha256", JSON.stringify(values), "buffer");
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function typeValues(request: FingerprintedRequest): readonly unknown[] {
  switch (request.type) {
    case "CAPTURE":
    case "REFUND":
    case "REVERSAL":
      return changeValues(request);
    case "SETTLE-BATCH":
      return [];
    default:
      return "bank" in request ? bankValues(request) : cardValues(request);
  }
}

function changeValues({ originalId, amount, tender }: Change): readonly unknown[] {
  const words = [originalId, amount ?? null];
  return tender === undefined ? words : [...words, tender];
}

function cardValues(request: CardPayment): readonly unknown[] {
  return [
    request.amount,
    request.authorizationCode ?? null,
    request.allowsPartial,
    request.ignoresAvs,
    request.ignoresCvv,
    sourceValues(request.source),
  ];
}

function sourceValues(source: CardPayment["source"]): readonly unknown[] {
  if (source.kind === "token") return [source.tokenId, source.expiration ?? null];
  const { card, tokenId } = source;
  const words = [card.entryMode, card.expiration];
  return tokenId === undefined ? words : [...words, tokenId];
}

function bankValues({ amount, bank }: BankPayment): readonly unknown[] {
  const { sent, tokenId, secCode, validates, sameDay } = bank;
  const accountType = sent?.accountType ?? bank.accountType;
  const values = [tokenId ?? null, secCode ?? null, validates ?? null, accountType ?? null];
  return ["ACH", amount, ...values, ...(sameDay === undefined ? [] : ["same-day", sameDay])];
}

/**
 * The details with the names of their columns, in one order however they were sent. Fingerprints are
 * stored, so these names must not change: a repetition may arrive after an upgrade.
 */
function sortedDetails(details: PaymentDetails): readonly unknown[] {
  const columns = toColumns(details);
  const said: unknown[] = [];
  for (const name of Object.keys(columns).sort()) {
    const value = columns[name];
    if (value !== undefined) said.push(name, value);
  }
  return said;
}

const UNCLAIMED = new Uint8Array();

/** A request without id or key is never recognized as a repetition, so it needs no fingerprint. */
export function newPaymentFingerprint(
  { vault }: Pick<PaymentNeeds, "vault">,
  payment: CardPayment | BankPayment,
  ofSource: () => Uint8Array,
): Uint8Array {
  const { transactionId, idempotencyKey } = payment;
  const isClaimed = transactionId !== undefined || idempotencyKey !== undefined;
  return isClaimed ? requestFingerprint(vault, payment, ofSource()) : UNCLAIMED;
}
