/** The columns of the lists of operators: accounts, partners, people and approvals. */
import type { ChangeDetails, CreditDetails } from "../../../core/approvals/approval.ts";
import { type Cents, formatCents } from "../../../values/money.ts";
import type {
  AccountRow,
  AccountUser,
  ApprovalLine,
  OperatorRow,
  PartnerRow,
} from "../operator/contract.ts";
import type { CsvColumn } from "./csv-column.ts";
import { activeLabel, statusLabel } from "./labels.ts";

export const ACCOUNT_COLUMNS: readonly CsvColumn<AccountRow>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Account number", text: ({ id }) => id },
  { header: "Type", text: ({ isAgent }) => (isAgent ? "Agent" : "Merchant") },
  { header: "Parent account", text: ({ parentName }) => parentName },
  { header: "ACH", text: ({ achProcessor }) => achProcessor },
  { header: "Status", text: activeLabel },
  { header: "Created", time: ({ createdAt }) => createdAt },
];

export const ALL_PARTNER_COLUMNS: readonly CsvColumn<PartnerRow>[] = [
  { header: "Name", text: ({ name }) => name },
  { header: "Reference", text: ({ reference }) => reference },
  { header: "Parent partner", text: ({ parentName }) => parentName },
  { header: "Status", text: activeLabel },
  { header: "Created", time: ({ createdAt }) => createdAt },
];

export const OPERATOR_COLUMNS: readonly CsvColumn<OperatorRow>[] = [
  { header: "Name", text: ({ userName }) => userName },
  { header: "Role", text: ({ role }) => statusLabel(role) },
  { header: "Status", text: operatorLabel },
  { header: "Two-factor authentication", text: ({ hasAuthenticator: on }) => (on ? "On" : "Off") },
  { header: "Passkeys", text: ({ hasPasskeys }) => (hasPasskeys ? "Yes" : "No") },
  { header: "Created", time: ({ createdAt }) => createdAt },
];

function operatorLabel(operator: OperatorRow): string {
  const isNew = operator.isActive && operator.mustChangePassword;
  return isNew ? "Password not set" : activeLabel(operator);
}

export const ACCOUNT_USER_COLUMNS: readonly CsvColumn<AccountUser>[] = [
  { header: "Name", text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  { header: "Email", text: ({ email }) => email },
  { header: "Role", text: ({ role }) => statusLabel(role) },
  { header: "Status", text: activeLabel },
  { header: "Created", time: ({ createdAt }) => createdAt },
];

export const APPROVAL_COLUMNS: readonly CsvColumn<ApprovalLine>[] = [
  { header: "Request", text: ({ kind }) => (kind === "credit" ? "Credit" : "Change of settings") },
  { header: "Amount", cents: (line) => credit(line)?.amountCents },
  { header: "Currency", text: (line) => credit(line)?.currency },
  { header: "Card or ACH", text: (line) => tenderLabel(credit(line)) },
  { header: "Last four", text: (line) => credit(line)?.last4 },
  { header: "Cashier", text: (line) => credit(line)?.cashier },
  { header: "Changes", text: ({ details }) => changesText(details) },
  { header: "Account", text: ({ accountName }) => accountName },
  { header: "Account number", text: ({ accountId }) => accountId },
  { header: "Requested by", text: ({ requestedBy }) => requestedBy },
  { header: "Requested", time: ({ requestedAt }) => requestedAt },
  { header: "Expires", time: ({ expiresAt }) => expiresAt },
  { header: "Status", text: ({ state }) => statusLabel(state) },
  { header: "Decided by", text: ({ decidedBy }) => decidedBy },
  { header: "Decided", time: ({ decidedAt }) => decidedAt },
];

function credit({ details }: ApprovalLine): CreditDetails | undefined {
  return "amountCents" in details ? details : undefined;
}

function tenderLabel(held: CreditDetails | undefined): string {
  if (held === undefined) return "";
  return held.tender === "ACH" ? "ACH" : "Card";
}

const SETTING_LABELS: Readonly<Record<string, string>> = {
  achProcessor: "ACH processor",
  cardProcessor: "Card processor",
  cardMerchantId: "Merchant number",
  cardTerminalId: "Terminal number",
  allowsCredit: "Unlinked credits",
  allowsFreeCredit: "ACH credits above the amount of their sale",
  creditApprovalCents: "Credit limit",
  dualControl: "Dual control",
};

/** Exported for the test that compares it with the page. */
export function changesText(details: CreditDetails | ChangeDetails): string {
  if ("amountCents" in details) return "";
  const { before, after } = details;
  return Object.keys(after)
    .map((name) => {
      const change = `${settingText(name, before[name])} → ${settingText(name, after[name])}`;
      return `${SETTING_LABELS[name] ?? name}: ${change}`;
    })
    .join(". ");
}

function settingText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return name === "creditApprovalCents" ? formatCents(Number(value) as Cents) : String(value);
}
