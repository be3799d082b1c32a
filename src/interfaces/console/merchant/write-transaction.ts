/** Converts transactions to the console's API format. */
import { describeAchCode, describeAchNotice } from "../../../core/ach/codes/describe-code.ts";
import type { RunningAttempt } from "../../../core/transactions/attempt-history-store.ts";
import { displayStatus } from "../../../core/transactions/display-status.ts";
import type {
  FullTransaction,
  MerchantTransaction,
} from "../../../core/transactions/merchant-transaction.ts";
import type { Message } from "../../../core/transactions/message-store.ts";
import type { Step } from "../../../core/transactions/timeline.ts";
import { type Cents, formatCents } from "../../../values/money.ts";
import type {
  PendingPayment,
  TimelineStep,
  TransactionDetails,
  TransactionLine,
  TransactionMessage,
} from "./contract.ts";

export function writeTransactionLine(transaction: MerchantTransaction): TransactionLine {
  return {
    id: transaction.id,
    at: transaction.authorizedAt.toString(),
    type: transaction.type,
    tender: transaction.tender,
    state: transaction.state,
    displayStatus: displayStatus(transaction.state),
    isBatched: transaction.isBatched,
    message: transaction.message,
    amountCents: transaction.amountCents,
    refundedCents: transaction.refundedCents,
    currency: transaction.currency,
    originalId: transaction.originalId,
    brand: transaction.brand,
    last4: transaction.last4,
    entryMode: transaction.entryMode,
    name: transaction.name,
    company: transaction.company,
    email: transaction.email,
    description: transaction.description,
    customId: transaction.customId,
    invoice: transaction.invoice,
    cashier: transaction.cashier,
    authorizationCode: transaction.authorizationCode,
    avs: transaction.avs,
    cvv: transaction.cvv,
    secCode: transaction.secCode,
    returnCode: transaction.returnCode,
  };
}

export function writeTransactionDetails(
  transaction: FullTransaction,
  refundBalanceCents: number,
): TransactionDetails {
  const { returnCode } = transaction;
  return {
    ...writeTransactionLine(transaction),
    requestedCents: transaction.requestedCents,
    refundBalanceCents,
    expiration: transaction.expiration,
    batchId: transaction.batchId,
    batchedAt: transaction.batchedAt?.toString() ?? null,
    settleAt: transaction.settleAt?.toString() ?? null,
    returnReason: returnCode === null ? null : describeAchCode(returnCode),
    verificationPassed: transaction.verificationPassed,
    verificationMessage: transaction.verificationMessage,
    facts: otherFacts(transaction),
    formName: transaction.formName,
    formFields: Object.entries(transaction.formFields ?? {}).map(([label, value]) => [
      label,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  };
}

function otherFacts(transaction: FullTransaction): readonly (readonly [string, string])[] {
  const { city, region, zip } = transaction;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Address", joinParts([transaction.street, transaction.street2], ", ")],
    ["City, state, ZIP", joinParts([city, joinParts([region, zip], " ")], ", ")],
    ["Country", transaction.country],
    ["Phone", transaction.phone],
    ["IP address", transaction.ipAddress],
    ["Group", transaction.group],
    ["Payment type", transaction.paymentType],
    ["Recurring ID", transaction.recurringId],
    ["Installment", transaction.installment],
    ["Check number", transaction.checkNumber],
    ["Bank account type", transaction.bankAccountType],
    ["Trace number", transaction.traceNumber],
    ["Notification of change", transaction.changeNotice],
    ["Sales tax", amountText(transaction.taxCents)],
    ["Destination ZIP", transaction.destinationZip],
    ["Purchase order", transaction.orderId],
    ["Merchant reference", transaction.merchantReference],
    ["Server", transaction.serverId],
    ["Tip", amountText(transaction.gratuityCents)],
    ["Custom data", transaction.customData],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

function amountText(cents: number | null): string | null {
  return cents === null ? null : formatCents(cents as Cents);
}

function joinParts(parts: readonly (string | null)[], between: string): string | null {
  return parts.filter((part) => part !== null && part !== "").join(between) || null;
}

export function writeStep({ at, code, ...step }: Step): TimelineStep {
  const shown = code === undefined ? {} : { detail: describeAchNotice(code, step.detail ?? "") };
  return { ...step, ...shown, at: at.toString() };
}

export function writeMessage(message: Message): TransactionMessage {
  const { deliveredAt, failedAt } = message;
  const isOver = deliveredAt === null ? failedAt !== null : true;
  const ended = deliveredAt === null ? "set_aside" : "delivered";
  return {
    id: message.id,
    kind: message.kind,
    event: message.event,
    endpoint: message.endpoint,
    to: message.to,
    state: isOver ? ended : "waiting",
    at: (deliveredAt ?? failedAt ?? message.createdAt).toString(),
    dueAt: message.dueAt.toString(),
    failureReason: message.failureReason,
    attempts: message.tries.map(({ at, ...one }) => ({ ...one, at: at.toString() })),
  };
}

export function writePendingPayment(running: RunningAttempt): PendingPayment {
  return {
    id: running.transactionId,
    type: running.type,
    startedAt: running.startedAt.toString(),
    amountCents: running.amountCents,
    currency: running.currency,
    brand: running.brand,
    last4: running.last4,
    name: running.name,
  };
}
