/** The columns of the lists of Test mode, and of the request log. */
import type { AchEntryLine, EmailRow, WebhookLine } from "../certification/contract.ts";
import type { RequestLine } from "../requests/contract.ts";
import type { CsvColumn } from "./csv-column.ts";
import { maskedAccount, statusLabel } from "./labels.ts";

export const REQUEST_COLUMNS: readonly CsvColumn<RequestLine>[] = [
  { header: "Received", time: ({ receivedAt }) => receivedAt },
  { header: "Operation", text: ({ operation }) => operation },
  { header: "Account or partner", text: ({ owner }) => owner?.name },
  { header: "Outcome", text: ({ outcome }) => statusLabel(outcome) },
  { header: "Error code", text: ({ errorCode }) => errorCode },
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Amount", cents: ({ amountCents }) => amountCents },
  { header: "Currency", text: ({ currency }) => currency },
  { header: "HTTP status", count: ({ status }) => status },
  { header: "Duration (ms)", count: ({ tookMs }) => tookMs },
];

export const ACH_ENTRY_COLUMNS: readonly CsvColumn<AchEntryLine>[] = [
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Account", text: ({ accountName }) => accountName },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Created", time: ({ acceptedAt }) => acceptedAt },
  { header: "Name", text: ({ name }) => name },
  { header: "Bank account", text: ({ last4 }) => maskedAccount(last4) },
  { header: "Status", text: ({ status }) => status },
  { header: "Return code", text: ({ returnCode }) => returnCode },
  { header: "Amount", cents: ({ amountCents }) => amountCents },
  { header: "Currency", text: ({ currency }) => currency },
];

export const FAILED_LABELS: Readonly<Record<string, string>> = {
  gave_up: "Failed after three days",
  gone: "Server answered 410 Gone",
  no_endpoint: "No webhook URL",
  refused: "Rejected permanently",
  not_wanted: "Not subscribed",
};

export const WEBHOOK_COLUMNS: readonly CsvColumn<WebhookLine>[] = [
  { header: "Event", text: ({ event }) => event },
  { header: "Event ID", text: ({ webhookId }) => webhookId },
  { header: "Account", text: ({ accountName }) => accountName },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Endpoint", count: ({ endpoint }) => endpoint },
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Created", time: ({ createdAt }) => createdAt },
  { header: "Status", text: webhookLabel },
  { header: "Last response", text: ({ lastAttempt }) => lastAttempt?.lastResponse },
  { header: "Attempts", count: ({ attemptCount }) => attemptCount },
];

function webhookLabel({ state, failureReason }: WebhookLine): string {
  return failureReason === undefined
    ? statusLabel(state)
    : (FAILED_LABELS[failureReason] ?? failureReason);
}

export const EMAIL_COLUMNS: readonly CsvColumn<EmailRow>[] = [
  { header: "Subject", text: ({ subject }) => subject },
  { header: "To", text: ({ to }) => to },
  { header: "Received", time: ({ receivedAt }) => receivedAt },
];
