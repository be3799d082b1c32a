/**
 * What a request asked for, in 32 bytes: the same id or key with the same fingerprint is the same
 * request. The verification value leaves no trace in it, and a card or bank account only its keyed digest.
 */
import { hash } from "node:crypto";
import type { Vault } from "../../vault/vault.ts";
import type {
  BankPayment,
  CardPayment,
  Change,
  Details,
  PaymentRequest,
} from "../payment-request.ts";

export function requestFingerprint(
  vault: Pick<Vault, "fingerprint">,
  request: PaymentRequest,
  sourceFingerprint: Uint8Array | undefined,
): Uint8Array {
  const said = [
    request.type,
    request.transactionId ?? null,
    request.sendsCustomerReceipt,
    request.sendsMerchantReceipt,
    sourceFingerprint === undefined ? null : base64(sourceFingerprint),
    ...ownWords(request),
    ...sorted(request.details),
    ...(request.beside === undefined ? [] : [base64(vault.fingerprint(request.beside))]),
  ];
  return hash("sha256", JSON.stringify(said), "buffer");
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function ownWords(request: PaymentRequest): readonly unknown[] {
  switch (request.type) {
    case "CAPTURE":
    case "REFUND":
    case "REVERSAL":
      return changeWords(request);
    case "SETTLE-BATCH":
      return [];
    default:
      return "bank" in request ? bankWords(request) : cardWords(request);
  }
}

function changeWords({ originalId, amount, tender }: Change): readonly unknown[] {
  const words = [originalId, amount ?? null];
  return tender === undefined ? words : [...words, tender];
}

function cardWords(request: CardPayment): readonly unknown[] {
  return [
    request.amount,
    request.authorizationCode ?? null,
    request.allowsPartial,
    request.ignoresAvs,
    request.ignoresCvv,
    sourceWords(request.source),
  ];
}

function sourceWords(source: CardPayment["source"]): readonly unknown[] {
  if ("token" in source) return [source.token.tokenId, source.token.expiration ?? null];
  const { card, tokenId } = source;
  const words = [card.entryMode, card.expiration];
  return tokenId === undefined ? words : [...words, tokenId];
}

function bankWords({ amount, bank }: BankPayment): readonly unknown[] {
  const { sent, tokenId, secCode, validates } = bank;
  const accountType = sent?.accountType ?? bank.accountType;
  return ["ACH", amount, tokenId ?? null, secCode ?? null, validates ?? null, accountType ?? null];
}

/** Whatever order they were sent in. */
function sorted(details: Details): readonly unknown[] {
  const said: unknown[] = [];
  for (const name of Object.keys(details).sort()) {
    const value = details[name];
    if (value !== undefined) said.push(name, value);
  }
  return said;
}
