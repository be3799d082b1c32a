/**
 * A charge as the card host lists it, in the JSON of docs/card-host.md or a row of a settlement file.
 * Error texts never repeat a value, because a wrong column could contain card numbers.
 */
import type { Cents } from "../values/money.ts";
import { readUuid } from "../values/text/uuid.ts";
import { parseMoment } from "../values/time-span.ts";
import { readTransactionId } from "../values/transaction-id.ts";

export const CARD_ORDER_TYPES = [
  "SALE",
  "AUTHORIZATION",
  "CAPTURE",
  "REFUND",
  "CREDIT",
  "FORCE",
  "REVERSAL",
] as const;

export type CardOrderType = (typeof CARD_ORDER_TYPES)[number];

/** An order that the host approved and that nobody has undone. */
export interface HostCharge {
  /** Our reference of the order. */
  readonly reference: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly transactionType: CardOrderType;
  /** The approved amount. */
  readonly amount: Cents;
  /** When the host approved it. Wall time. */
  readonly chargedAt: Temporal.Instant;
}

/** The members of a charge, and the columns of a file of charges. All of them are required. */
export const CHARGE_MEMBERS = [
  "reference",
  "account_id",
  "transaction_id",
  "transaction_type",
  "amount_cents",
  "charged_at",
] as const;

type ChargeMember = (typeof CHARGE_MEMBERS)[number];
type Members = Readonly<Record<string, unknown>>;

const ACCOUNT = /^\d{1,12}$/;
const CENTS = /^\d{1,8}$/;

const ALLOWED: Readonly<Record<ChargeMember, string>> = {
  reference: "the reference that Sixdoors sent with the order, a UUID",
  account_id: "an account number of up to 12 digits",
  transaction_id: "a transaction id of up to 12 digits",
  transaction_type: CARD_ORDER_TYPES.join(", "),
  amount_cents: "a whole number of cents of up to 8 digits",
  charged_at: "a time with its offset, such as 2026-11-17T10:00:00Z",
};

/** Returns the charge, or a sentence about the first member that is wrong. */
export function readHostCharge(members: Members): HostCharge | string {
  const text = (name: ChargeMember) => String(members[name] ?? "").trim();
  const type = CARD_ORDER_TYPES.find((known) => known === text("transaction_type").toUpperCase());
  const chargedAt = readTime(text("charged_at"));
  const transactionId = readTransactionId(text("transaction_id"));
  const reference = readUuid(text("reference"));
  if (reference === undefined) return wrong("reference");
  if (!ACCOUNT.test(text("account_id"))) return wrong("account_id");
  if (transactionId === undefined) return wrong("transaction_id");
  if (type === undefined) return wrong("transaction_type");
  if (!CENTS.test(text("amount_cents"))) return wrong("amount_cents");
  if (chargedAt === undefined) return wrong("charged_at");
  const amount = Number(text("amount_cents")) as Cents;
  const accountId = String(Number(text("account_id")));
  return { reference, accountId, transactionId, transactionType: type, amount, chargedAt };
}

/** A time without an offset could be of any zone. */
function readTime(text: string): Temporal.Instant | undefined {
  return /T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? parseMoment(text) : undefined;
}

function wrong(name: ChargeMember): string {
  return `${name} is missing or wrong. Allowed: ${ALLOWED[name]}.`;
}
