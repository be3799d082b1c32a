/** The columns of the operations lists: audit log, jobs and bank files. Amounts are US dollars. */
import { TYPE_LABELS } from "../../../core/transactions/list/list-labels.ts";
import type {
  AttemptLine,
  AuditLine,
  BankFileLine,
  FailedEventsLine,
  FileEntryLine,
  InboundFileLine,
  RateLine,
  ReversalLine,
  RunLine,
  UnmatchedLine,
  WorkLine,
} from "../operations/contract.ts";
import type { CsvColumn } from "./csv-column.ts";
import { maskedAccount, statusLabel } from "./labels.ts";

export const AUDIT_RESULT_LABELS: Readonly<Record<AuditLine["result"], string>> = {
  done: "Succeeded",
  refused: "Denied",
  failed: "Failed",
};

export const AUDIT_COLUMNS: readonly CsvColumn<AuditLine>[] = [
  { header: "Entry", text: ({ id }) => id },
  { header: "Date", time: ({ wallAt }) => wallAt },
  { header: "User", text: ({ actorName }) => actorName },
  { header: "Kind of user", text: ({ actorKind }) => statusLabel(actorKind) },
  { header: "Action", text: ({ action }) => action },
  { header: "Object", text: ({ subjectKind }) => statusLabel(subjectKind) },
  { header: "Object ID", text: ({ subjectId }) => subjectId },
  { header: "Result", text: ({ result }) => AUDIT_RESULT_LABELS[result] },
  { header: "IP address", text: ({ address }) => address },
];

export const RUN_COLUMNS: readonly CsvColumn<RunLine>[] = [
  { header: "Job", text: ({ label }) => label },
  { header: "Result", text: ({ outcome }) => statusLabel(outcome) },
  { header: "Started", time: ({ startedAt }) => startedAt },
  { header: "Scheduled for", time: ({ dueAt }) => dueAt },
  { header: "Duration (ms)", count: ({ tookMs }) => tookMs },
  { header: "Summary", text: ({ summary }) => summary },
];

export const WORK_COLUMNS: readonly CsvColumn<WorkLine>[] = [
  { header: "Job", text: ({ label }) => label },
  { header: "Scheduled for", time: ({ dueAt }) => dueAt },
  { header: "Last run", text: ({ lastRun }) => (lastRun ? statusLabel(lastRun.outcome) : "Never") },
  { header: "Started", time: ({ lastRun }) => lastRun?.startedAt },
  { header: "Summary", text: ({ lastRun }) => lastRun?.summary },
  { header: "Failures in a row", count: ({ failures }) => failures },
];

export const ATTEMPT_COLUMNS: readonly CsvColumn<AttemptLine>[] = [
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Account", text: ({ accountName }) => accountName },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Type", text: ({ transactionType }) => TYPE_LABELS[transactionType] },
  { header: "Status", text: ({ state }) => statusLabel(state) },
  { header: "Amount", cents: ({ amountCents }) => amountCents },
  { header: "Currency", text: ({ currency }) => currency },
  { header: "Started", time: ({ startedAt }) => startedAt },
  { header: "Next check", time: ({ askAt }) => askAt },
  { header: "Checks", count: ({ asked }) => asked },
];

const FAILURES: Readonly<Record<FailedEventsLine["why"], string>> = {
  gave_up: "No success after three days",
  gone: "Server answered 410 Gone",
  no_endpoint: "No webhook URL",
  refused: "Rejected by the mail server",
};

export const FAILED_DELIVERY_COLUMNS: readonly CsvColumn<FailedEventsLine>[] = [
  { header: "Account", text: ({ accountName }) => accountName },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Type", text: ({ kind }) => (kind === "mail" ? "Emails" : "Webhooks") },
  { header: "Reason", text: ({ why }) => FAILURES[why] },
  { header: "Deliveries", count: ({ count }) => count },
  { header: "Oldest", time: ({ oldestAt }) => oldestAt },
  { header: "Newest", time: ({ newestAt }) => newestAt },
];

export const BANK_FILE_COLUMNS: readonly CsvColumn<BankFileLine>[] = [
  { header: "File", text: ({ name }) => name },
  { header: "Bank", text: ({ connection }) => connection },
  { header: "Status", text: fileLabel },
  { header: "Closed", time: ({ cutOffAt }) => cutOffAt },
  { header: "Effective date", text: ({ settlesOn }) => settlesOn },
  { header: "Entries", count: ({ entryCount }) => entryCount },
  { header: "Debits", cents: ({ debitCents }) => debitCents },
  { header: "Credits", cents: ({ creditCents }) => creditCents },
];

function fileLabel({ state, settledAt, unconfirmedSince }: BankFileLine): string {
  if (unconfirmedSince !== null) return statusLabel("unconfirmed");
  return statusLabel(settledAt === null ? state : "settled");
}

export const FILE_ENTRY_COLUMNS: readonly CsvColumn<FileEntryLine>[] = [
  { header: "Trace number", text: ({ traceNumber }) => traceNumber },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Transaction ID", text: ({ transactionId }) => transactionId },
  { header: "Name", text: ({ name }) => name },
  { header: "Account type", text: ({ accountType }) => accountType && statusLabel(accountType) },
  { header: "Bank account", text: ({ last4 }) => maskedAccount(last4) },
  { header: "Status", text: ({ state }) => state && statusLabel(state) },
  { header: "Return code", text: ({ returnCode }) => returnCode },
  { header: "Return reason", text: ({ returnMeaning }) => returnMeaning },
  { header: "Amount", cents: ({ amountCents }) => amountCents },
];

/** Who resolved it, when, and the note. */
function resolutionColumns<Row extends Pick<UnmatchedLine, "dealtAt" | "dealtBy" | "note">>() {
  const columns: readonly CsvColumn<Row>[] = [
    { header: "Resolved by", text: ({ dealtBy }) => dealtBy },
    { header: "Resolved", time: ({ dealtAt }) => dealtAt },
    { header: "Note", text: ({ note }) => note },
  ];
  return columns;
}

export const INBOUND_FILE_COLUMNS: readonly CsvColumn<InboundFileLine>[] = [
  { header: "File", text: ({ name }) => name },
  { header: "Bank", text: ({ connection }) => connection },
  { header: "Status", text: ({ state }) => statusLabel(state) },
  { header: "Received", time: ({ receivedAt }) => receivedAt },
  { header: "Entries", count: ({ itemCount }) => itemCount },
  { header: "Unmatched", count: ({ unmatchedCount }) => unmatchedCount },
  { header: "Errors", text: ({ errors }) => errors },
  ...resolutionColumns<InboundFileLine>(),
];

export const UNMATCHED_REASONS: Readonly<Record<UnmatchedLine["reason"], string>> = {
  unknown_entry: "No entry has this trace number",
  amount_differs: "The amount differs from the entry",
  already_returned: "The entry was already returned",
};

export const UNMATCHED_COLUMNS: readonly CsvColumn<UnmatchedLine>[] = [
  { header: "Code", text: ({ code }) => code },
  { header: "Meaning", text: ({ meaning }) => meaning ?? "Unknown code" },
  { header: "Reason", text: ({ reason }) => UNMATCHED_REASONS[reason] },
  { header: "Trace number", text: ({ traceNumber }) => traceNumber },
  { header: "Amount", cents: ({ amountCents }) => amountCents },
  { header: "File", text: ({ fileName }) => fileName },
  { header: "Line", count: ({ line }) => line },
  { header: "Bank", text: ({ connection }) => connection },
  { header: "Received", time: ({ receivedAt }) => receivedAt },
  ...resolutionColumns<UnmatchedLine>(),
];

export const REVERSAL_COLUMNS: readonly CsvColumn<ReversalLine>[] = [
  { header: "File", text: ({ fileName }) => fileName },
  {
    header: "Batch",
    text: ({ batchNumber }) => (batchNumber === null ? "Whole file" : `${batchNumber}`),
  },
  { header: "Reason", text: ({ reason }) => statusLabel(reason) },
  { header: "Note", text: ({ note }) => note },
  { header: "Requested by", text: ({ requestedBy }) => requestedBy },
  { header: "Requested", time: ({ requestedAt }) => requestedAt },
  { header: "Status", text: ({ state }) => statusLabel(state) },
  { header: "Decided by", text: ({ decidedBy }) => decidedBy },
  { header: "Decided", time: ({ decidedAt }) => decidedAt },
  { header: "Reversing file", text: ({ reversalFileName }) => reversalFileName },
];

export const RATE_COLUMNS: readonly CsvColumn<RateLine>[] = [
  { header: "Account", text: ({ accountName }) => accountName },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Debits", count: ({ debits }) => debits },
  { header: "Unauthorized (%)", text: ({ rates }) => percentText(rates.unauthorized) },
  { header: "Administrative (%)", text: ({ rates }) => percentText(rates.administrative) },
  { header: "Overall (%)", text: ({ rates }) => percentText(rates.overall) },
  { header: "Result", text: rateLabel },
];

function percentText(rate: number): string {
  return (rate * 100).toFixed(2);
}

function rateLabel({ over, near }: RateLine): string {
  if (over.length > 0) return "Over limit";
  return near.length > 0 ? "Near limit" : "Within limits";
}
