/** The changes of an account in words, for the operator who decides. Pure. */
import type { ApprovalLine } from "../../../src/interfaces/console/operator/contract.ts";

type Change = Extract<ApprovalLine["details"], { readonly before: unknown }>;

const LABELS: Readonly<Record<string, string>> = {
  achProcessor: "ACH processor",
  cardProcessor: "Card processor",
  cardMerchantId: "Merchant number",
  cardTerminalId: "Terminal number",
  allowsCredit: "Unlinked credits",
  allowsFreeCredit: "ACH credits above the amount of their sale",
  creditApprovalCents: "Credit limit",
  dualControl: "Dual control",
};

export function changeTexts({ before, after }: Change): readonly string[] {
  return Object.keys(after).map((name) => {
    const label = LABELS[name] ?? name;
    return `${label}: ${valueText(name, before[name])} → ${valueText(name, after[name])}`;
  });
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (name === "creditApprovalCents") return (Number(value) / 100).toFixed(2);
  return String(value);
}
