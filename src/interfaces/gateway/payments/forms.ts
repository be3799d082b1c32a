/**
 * Reads the variables that have error codes of their own, in the order of the table. Each one is
 * checked if it was sent, even if the request does not need it.
 */
import {
  isBankAccountNumber,
  isRoutingNumber,
  isSecCode,
  type SecCode,
} from "../../../values/bank.ts";
import { type CardBrand, cardBrand } from "../../../values/card.ts";
import { readTracks, type TrackReading } from "../../../values/card-data/track.ts";
import { isHarmless } from "../../../values/masking/harmless.ts";
import { type Cents, parseCents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { isPlainText } from "../../../wire/reader/plain-text.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { type Asked, isFlagSet, isNewPayment, isSent, variableText } from "./asked.ts";
import { isFromReader } from "./device-payload.ts";
import { currentMonth, readExpiryMonth } from "./expiry.ts";
import { isDigits } from "./shapes.ts";
import { DEFAULT_SEC_CODE, NAME_LENGTH_MAX } from "./variables.ts";

export interface Track extends TrackReading {
  readonly brand: CardBrand;
}

export interface KeyedCard {
  readonly number: Secret;
  readonly brand: CardBrand;
}

export interface BankNumbers {
  readonly routingNumber: string;
  readonly accountNumber: Secret;
}

export interface Forms {
  readonly amount: Cents | undefined;
  readonly card: KeyedCard | undefined;
  /** MMYY. */
  readonly expiration: string | undefined;
  readonly transactionId: string | undefined;
  readonly bank: BankNumbers | undefined;
  readonly secCode: SecCode | undefined;
  readonly tokenId: string | undefined;
  readonly track: Track | undefined;
}

export function readForms(asked: Asked): Forms {
  const { form } = asked;
  const amount = readAmount(asked);
  const card = readCard(asked);
  const expiration = readExpiration(asked);
  const transactionId = readNewId(asked);
  const bank = readBank(form);
  const secCode = readSecCode(form);
  const tokenId = readTokenId(asked);
  const track = readTrack(form);
  return { amount, card, expiration, transactionId, bank, secCode, tokenId, track };
}

/** Types that allow an amount of zero. A zero authorization checks whether a card is valid. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set([
  "AUTHORIZATION",
  "STORE",
  "REVERSAL",
  "SETTLE-BATCH",
]);
/** Types that do not need an amount. */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(["STORE", "REFUND", "REVERSAL", "SETTLE-BATCH"]);

function readAmount({ form, type }: Asked): Cents | undefined {
  const text = variableText(form, "transaction_amount");
  if (text === undefined && MAY_BE_ABSENT.has(type)) return undefined;
  const amount = text === undefined ? undefined : parseCents(text);
  if (amount === undefined || (amount === 0 && !MAY_BE_ZERO.has(type))) {
    throw new RequestError("invalid", "transaction_amount");
  }
  return amount;
}

function readCard({ form, type, tender }: Asked): KeyedCard | undefined {
  const digits = variableText(form, "card_number");
  const isByCard = isNewPayment(type) && tender === "CARD";
  const isNeeded = isByCard && !isFromReader(form) && !isSent(form, "token_id");
  if (digits === undefined && !isNeeded) return undefined;
  if (digits === undefined || !isDigits(digits)) throw new RequestError("invalid", "card_number");
  const brand = cardBrand(digits);
  if (brand === undefined) throw new RequestError("invalid", "card_tracks");
  return { number: new Secret(digits), brand };
}

function readExpiration(asked: Asked): string | undefined {
  const { form, type, tender } = asked;
  const text = variableText(form, "card_expiration");
  const pays = isNewPayment(type) && tender === "CARD";
  const isNeeded = pays && isSent(form, "card_number") && !isFromReader(form);
  if (text === undefined && !isNeeded) return undefined;
  const month = text === undefined ? undefined : readExpiryMonth(text);
  if (month === undefined || (pays && isExpired(month, asked))) {
    throw new RequestError("invalid", "card_expiration");
  }
  return text;
}

/** A card is valid until the last day of its month in the merchant's time zone. */
function isExpired(month: number, { account, clock }: Asked): boolean {
  return clock !== undefined && month < currentMonth(account.timeZone, clock.business());
}

/** An id fetched in advance is only for requests that make a transaction. */
function readNewId({ form, type }: Asked): string | undefined {
  const text = variableText(form, "transaction_id");
  if (text === undefined) return undefined;
  const id = type === "CAPTURE" || type === "SETTLE-BATCH" ? undefined : readTransactionId(text);
  if (id === undefined) throw new RequestError("invalid", "transaction_id");
  return id;
}

/** Whether both numbers are needed was checked before. */
function readBank(form: Form): BankNumbers | undefined {
  const routingNumber = readIfSent(form, "bank_routing_number", isRoutingNumber);
  const accountNumber = readIfSent(form, "bank_account_number", isBankAccountNumber);
  if (routingNumber === undefined || accountNumber === undefined) return undefined;
  return { routingNumber, accountNumber: new Secret(accountNumber) };
}

function readSecCode(form: Form): SecCode | undefined {
  const code = variableText(form, "ach_sec_code");
  if (code === undefined || code === DEFAULT_SEC_CODE) return undefined;
  if (!isSecCode(code)) throw new RequestError("invalid", "ach_sec_code");
  return code;
}

function readIfSent(form: Form, name: string, isGood: (text: string) => boolean) {
  const text = variableText(form, name);
  if (text !== undefined && !isGood(text)) throw new RequestError("invalid", name);
  return text;
}

/** A new payment uses a token only with `reissue`. */
function readTokenId({ form, type }: Asked): string | undefined {
  const text = variableText(form, "token_id");
  if (text === undefined) return undefined;
  const isFit = !isNewPayment(type) || isFlagSet(form, "reissue");
  const id = isFit ? readTransactionId(text) : undefined;
  if (id === undefined) throw new RequestError("invalid", "token_id");
  return id;
}

const TRACKS_LENGTH_MAX = 512;

function readTrack(form: Form): Track | undefined {
  const text = variableText(form, "card_tracks");
  if (text === undefined) return undefined;
  const reading =
    text.length > TRACKS_LENGTH_MAX || !isPlainText(text) ? undefined : readTracks(text);
  const brand = reading && brandOnTracks(text, reading);
  if (reading === undefined || brand === undefined || !hasGoodNames(reading)) {
    throw new RequestError("invalid", "card_tracks");
  }
  return { ...reading, brand };
}

/** The names on a track are stored, so they must follow the rules for sent names. */
function hasGoodNames({ firstName = "", lastName = "" }: TrackReading): boolean {
  return [firstName, lastName].every((name) => name.length <= NAME_LENGTH_MAX && isHarmless(name));
}

/** On both tracks the number is before the first separator and may contain blanks. */
function brandOnTracks(text: string, { number }: TrackReading): CardBrand | undefined {
  const digits = /([\d ]*)[\^=]/.exec(text)?.[1]?.replaceAll(" ", "") ?? "";
  const isTheNumber = digits.length === number.length && digits.endsWith(number.last4());
  return isTheNumber ? cardBrand(digits) : undefined;
}
