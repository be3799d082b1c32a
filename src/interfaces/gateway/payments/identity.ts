/**
 * Values that identify a failed request in the account's webhook. Every field of the request may be
 * wrong, so each value is checked separately, and invalid ones are left out.
 */
import type { OriginalStore } from "../../../core/payments/original-store.ts";
import {
  type TenderType,
  TRANSACTION_TYPES,
  type TransactionType,
} from "../../../core/payments/transaction.ts";
import { isBankAccountNumber } from "../../../values/bank.ts";
import { readTracks } from "../../../values/card-data/track.ts";
import { isHarmless } from "../../../values/masking/harmless.ts";
import { centsToNumber, parseCents } from "../../../values/money.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { isLonger, isPlainText } from "../../../wire/reader/plain-text.ts";
import type { GatewayRecord } from "../record.ts";

export interface RequestIdentity {
  readonly transactionType?: TransactionType | undefined;
  readonly tenderType?: TenderType | undefined;
  readonly last4?: string | undefined;
  /** As in answers. */
  readonly amount?: number | undefined;
  readonly customId?: string | undefined;
}

export interface FailedPaymentRequest {
  readonly form: Form;
  /** The last four digits of a card that was read from a payload. */
  readonly readLast4: string | undefined;
}

const TENDER_TYPES: readonly TenderType[] = ["CARD", "ACH"];
const CUSTOM_ID_LENGTH_MAX = 50;
const CARD_NUMBER = /^[0-9]{13,19}$/;
const TRACKS_LENGTH_MAX = 512;

/** A request with a token takes missing values from the earlier payment. */
export async function identifyRequest(
  { originals }: { readonly originals: Pick<OriginalStore, "findPaidTender"> },
  accountId: string,
  { form, readLast4 }: FailedPaymentRequest,
): Promise<RequestIdentity> {
  const sent = sentIdentity(form, readLast4);
  const tokenId = readTransactionId(singleText(form, "token_id") ?? "");
  if (sent.last4 !== undefined || tokenId === undefined) return sent;
  const original = await originals.findPaidTender(accountId, tokenId);
  if (original === undefined) return sent;
  const { tenderType, last4 } = original;
  return {
    ...sent,
    tenderType: sent.tenderType ?? tenderType ?? undefined,
    last4: last4 ?? undefined,
  };
}

function sentIdentity(form: Form, readLast4: string | undefined): RequestIdentity {
  const type = singleText(form, "transaction_type");
  const tender = singleText(form, "tender_type");
  const cents = parseCents(singleText(form, "transaction_amount") ?? "");
  const tenderType = TENDER_TYPES.find((one) => one === tender);
  return {
    transactionType: TRANSACTION_TYPES.find((one) => one === type),
    tenderType,
    last4: readLast4 ?? (tenderType === "ACH" ? bankLast4(form) : cardLast4(form)),
    amount: cents === undefined ? undefined : centsToNumber(cents),
    customId: readCustomId(form),
  };
}

function cardLast4(form: Form): string | undefined {
  const tracks = singleText(form, "card_tracks");
  if (tracks !== undefined) {
    return tracks.length > TRACKS_LENGTH_MAX ? undefined : readTracks(tracks)?.number.last4();
  }
  const digits = singleText(form, "card_number") ?? "";
  return CARD_NUMBER.test(digits) ? digits.slice(-4) : undefined;
}

function bankLast4(form: Form): string | undefined {
  const digits = singleText(form, "bank_account_number") ?? "";
  return isBankAccountNumber(digits) ? digits.slice(-4) : undefined;
}

function readCustomId(form: Form): string | undefined {
  const text = singleText(form, "custom_id") ?? "";
  const isGood = !isLonger(text, CUSTOM_ID_LENGTH_MAX) && isPlainText(text) && isHarmless(text);
  return isGood && text !== "" ? text : undefined;
}

function singleText(form: Form, name: string): string | undefined {
  const values = form.get(name) ?? [];
  return values.length === 1 ? values[0] : undefined;
}

/** The fields of a failed answer with the identifying values, in the order of an answer. */
export function writeFailedEvent(record: GatewayRecord, identity: RequestIdentity): GatewayRecord {
  const { original_transaction_id, transaction_id, authorization_message, ...errors } = record;
  return {
    original_transaction_id,
    transaction_id,
    tender_type: identity.tenderType,
    transaction_type: identity.transactionType,
    last4: identity.last4,
    authorization_message,
    transaction_amount: identity.amount,
    custom_id: identity.customId,
    ...errors,
  };
}
