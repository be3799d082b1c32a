/** The values of the form of an account, and its request body. */
import type { UseFormReturnType } from "@mantine/form";
import type { AccountSettingsView } from "../../../src/interfaces/console/operator/contract.ts";

/** The form's values: empty text for none, result codes as a list. */
export interface AccountValues {
  readonly name: string;
  readonly timeZone: string;
  readonly isAgent: boolean;
  readonly parentId: string;
  readonly partnerId: string;
  readonly receiptEmail: string;
  readonly cardProcessor: string;
  readonly cardMerchantId: string;
  readonly cardTerminalId: string;
  readonly cardCategoryCode: string;
  readonly achProcessor: string;
  readonly achSecCode: string;
  readonly achSameDay: boolean;
  readonly achAddenda: boolean;
  readonly achPrenotes: boolean;
  readonly achReturnStop: boolean;
  readonly allowsCredit: boolean;
  readonly allowsFreeCredit: boolean;
  readonly appliesAchChanges: boolean;
  readonly achRetryDays: number;
  readonly declinesAvs: readonly string[];
  readonly declinesCvv: readonly string[];
  readonly authorizationDays: number;
  readonly duplicateMinutes: number;
  readonly dualControl: boolean;
  /** In dollars, or empty for no limit. */
  readonly creditApproval: number | string;
}

export type AccountForm = UseFormReturnType<AccountValues>;

export function accountValues(settings: AccountSettingsView): AccountValues {
  const { parentId, partnerId, receiptEmail, cardProcessor, achProcessor } = settings;
  return {
    name: settings.name,
    timeZone: settings.timeZone,
    isAgent: settings.isAgent,
    parentId: parentId ?? "",
    partnerId: partnerId ?? "",
    receiptEmail: receiptEmail ?? "",
    cardProcessor: cardProcessor ?? "",
    cardMerchantId: settings.cardMerchantId ?? "",
    cardTerminalId: settings.cardTerminalId ?? "",
    cardCategoryCode: settings.cardCategoryCode ?? "",
    achProcessor: achProcessor ?? "",
    achSecCode: settings.achSecCode,
    achSameDay: settings.achSameDay,
    achAddenda: settings.achAddenda,
    achPrenotes: settings.achPrenotes,
    achReturnStop: settings.achReturnStop,
    allowsCredit: settings.allowsCredit,
    allowsFreeCredit: settings.allowsFreeCredit,
    appliesAchChanges: settings.appliesAchChanges,
    achRetryDays: settings.achRetryDays,
    declinesAvs: [...settings.declinesAvs],
    declinesCvv: [...settings.declinesCvv],
    authorizationDays: settings.authorizationDays,
    duplicateMinutes: settings.duplicateMinutes,
    dualControl: settings.dualControl,
    creditApproval: limitValue(settings.creditApprovalCents),
  };
}

function limitValue(cents: number | null): number | "" {
  return cents === null ? "" : cents / 100;
}

/** The request body. An agent has no parent agent. */
export function accountBody(form: AccountValues) {
  const { declinesAvs, declinesCvv, creditApproval, ...values } = form;
  return {
    ...values,
    creditApprovalCents: creditApproval === "" ? null : Math.round(Number(creditApproval) * 100),
    parentId: values.isAgent ? "" : values.parentId,
    declinesAvs: declinesAvs.join(""),
    declinesCvv: declinesCvv.join(""),
  };
}
