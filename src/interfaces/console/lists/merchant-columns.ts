/** The columns of the lists of merchants. Cards and bank accounts have their last four digits only. */
import { BRAND_LABELS } from "../../../core/transactions/list/list-labels.ts";
import type { Delivery, MerchantUser } from "../business/contract.ts";
import type { BankBlockRow } from "../contract.ts";
import type { BankCorrectionRow, StoredMethodLine } from "../customers/contract.ts";
import type {
  AchBatchLine,
  BrandTotals,
  CardBatchLine,
  HeldCreditLine,
} from "../merchant/contract.ts";
import type { CsvColumn } from "./csv-column.ts";
import { maskedAccount, statusLabel } from "./labels.ts";

export const CARD_BATCH_COLUMNS: readonly CsvColumn<CardBatchLine>[] = [
  { header: "Batch", count: ({ number }) => number },
  { header: "Closed", time: ({ closedAt }) => closedAt },
  { header: "Transactions", count: ({ transactionCount }) => transactionCount },
  { header: "Net amount", cents: ({ netCents }) => netCents },
];

export const BRAND_TOTAL_COLUMNS: readonly CsvColumn<BrandTotals>[] = [
  { header: "Brand", text: ({ brand }) => brandLabel(brand) ?? "Unknown" },
  { header: "Sales", count: ({ saleCount }) => saleCount },
  { header: "Sale amount", cents: ({ saleCents }) => saleCents },
  { header: "Refunds", count: ({ refundCount }) => refundCount },
  { header: "Refund amount", cents: ({ refundCents }) => refundCents },
  { header: "Net amount", cents: ({ saleCents, refundCents }) => saleCents - refundCents },
];

function brandLabel(brand: string | null): string | undefined {
  return brand === null ? undefined : (BRAND_LABELS[brand] ?? brand);
}

export const ACH_BATCH_COLUMNS: readonly CsvColumn<AchBatchLine>[] = [
  { header: "Cutoff", time: ({ cutOffAt }) => cutOffAt },
  { header: "Settlement date", text: ({ settlesOn }) => settlesOn },
  { header: "Status", text: ({ status }) => statusLabel(status) },
  { header: "Debits", count: ({ debitCount }) => debitCount },
  { header: "Debit amount", cents: ({ debitCents }) => debitCents },
  { header: "Credits", count: ({ creditCount }) => creditCount },
  { header: "Credit amount", cents: ({ creditCents }) => creditCents },
  { header: "Net amount", cents: ({ debitCents, creditCents }) => debitCents - creditCents },
];

export const CUSTOMER_COLUMNS: readonly CsvColumn<StoredMethodLine>[] = [
  { header: "Token", text: ({ id }) => id },
  { header: "Customer", text: ({ name, company }) => name ?? company },
  { header: "Email", text: ({ email }) => email },
  { header: "Type", text: methodType },
  { header: "Last four", text: ({ last4 }) => last4 },
  { header: "Expires", text: ({ expiration }) => expiration?.replace(/^(..)/, "$1/") },
  { header: "First used", time: ({ createdAt }) => createdAt },
  { header: "Last charged", time: ({ chargedAt }) => chargedAt },
];

/** As on the page: the brand or the type of the account, if it is known. */
function methodType({ kind, brand, bankAccountType }: StoredMethodLine): string {
  if (kind === "bank") return bankAccountType ? statusLabel(bankAccountType) : "Bank account";
  return brandLabel(brand) ?? "Card";
}

export const BANK_BLOCK_COLUMNS: readonly CsvColumn<BankBlockRow>[] = [
  { header: "Bank account", text: ({ last4 }) => maskedAccount(last4) },
  { header: "Return", text: ({ reason }) => reason },
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Blocked since", time: ({ blockedAt }) => blockedAt },
];

export const CORRECTION_COLUMNS: readonly CsvColumn<BankCorrectionRow>[] = [
  { header: "Bank account", text: ({ last4 }) => maskedAccount(last4) },
  { header: "New account", text: ({ correctedLast4 }) => maskedAccount(correctedLast4) },
  { header: "Notice", text: ({ reason }) => reason },
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Corrected", time: ({ correctedAt }) => correctedAt },
  { header: "Last used", time: ({ usedAt }) => usedAt },
];

export const DELIVERY_COLUMNS: readonly CsvColumn<Delivery>[] = [
  { header: "Event", text: ({ event }) => event },
  { header: "Event ID", text: ({ webhookId }) => webhookId },
  { header: "Endpoint", count: ({ endpoint }) => endpoint },
  { header: "Created", time: ({ createdAt }) => createdAt },
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Status", text: deliveryLabel },
  { header: "Attempts", count: ({ tries }) => tries },
  { header: "Next attempt", time: ({ state, dueAt }) => (state === "waiting" ? dueAt : null) },
];

function deliveryLabel({ state, failureReason, tries }: Delivery): string {
  if (failureReason === "not_wanted") return "Not subscribed";
  return state === "waiting" && tries > 0 ? "Retrying" : statusLabel(state);
}

export const MERCHANT_USER_COLUMNS: readonly CsvColumn<MerchantUser>[] = [
  { header: "Name", text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  { header: "Email", text: ({ email }) => email },
  { header: "Role", text: ({ role }) => statusLabel(role) },
  { header: "Status", text: userLabel },
  { header: "Last sign-in", time: ({ seenAt }) => seenAt },
];

function userLabel({ isActive, hasPassword, linkUntil }: MerchantUser): string {
  if (!isActive) return "Disabled";
  if (hasPassword) return "Active";
  return linkUntil === undefined ? "Invitation expired" : "Invited";
}

export const HELD_CREDIT_COLUMNS: readonly CsvColumn<HeldCreditLine>[] = [
  { header: "Requested", time: ({ requestedAt }) => requestedAt },
  { header: "Requested by", text: ({ requestedBy }) => requestedBy },
  { header: "Type", text: ({ tender }) => (tender === "ACH" ? "Bank account" : "Card") },
  { header: "Last four", text: ({ last4 }) => last4 },
  { header: "Amount", cents: ({ amountCents }) => amountCents },
  { header: "Currency", text: ({ currency }) => currency },
  { header: "Status", text: ({ state }) => HELD_CREDIT_LABELS[state] },
  { header: "Decided", time: ({ decidedAt }) => decidedAt },
  { header: "Expires", time: ({ expiresAt }) => expiresAt },
];

export const HELD_CREDIT_LABELS: Readonly<Record<HeldCreditLine["state"], string>> = {
  requested: "Waiting for approval",
  approved: "Approved: send it again",
  rejected: "Rejected",
  expired: "Expired",
  used: "Used",
};
