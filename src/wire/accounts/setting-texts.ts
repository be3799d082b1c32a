/** The sentence for each account setting that says which values are allowed. */
import type { SettingName } from "../../core/accounts/account-record.ts";
import { AVS_CODES, CVV_CODES } from "../../core/accounts/account-settings.ts";
import { SEC_CODES } from "../../values/bank.ts";

export const SETTING_TEXTS: Record<SettingName, string> = {
  id: "The account number must have at most 12 digits.",
  currency: "The currency must be an ISO 4217 code with two decimals, such as USD.",
  name: "The name must have 1 to 100 characters on one line.",
  timeZone: "The time zone must be an IANA name, such as America/Chicago.",
  isAgent: "Choose whether the account is an agent: yes or no.",
  parentId: "The parent account must be an account number of at most 12 digits.",
  receiptEmail: "The receipt email must be one address, such as owner@example.com.",
  cardProcessor: "Unknown card processor. Use the name of a configured processor.",
  cardMerchantId: "The merchant number at the card host must have 1 to 15 letters and digits.",
  cardTerminalId: "The terminal number at the card host must have 1 to 8 letters and digits.",
  cardCategoryCode: "The merchant category code must have four digits, such as 5812.",
  achProcessor: "Unknown ACH processor: no bank connection has this name.",
  achSecCode: `The SEC code must be one of: ${SEC_CODES.join(", ")}.`,
  achSameDay: "Choose whether entries are sent on the same day: yes or no.",
  achAddenda: "Choose whether CCD and PPD entries have an addenda record: yes or no.",
  achPrenotes: "Choose whether stored bank accounts are checked by a prenote: yes or no.",
  achReturnStop: "Choose whether debits stop above a return-rate limit: yes or no.",
  allowsCredit: "Choose whether the account may send credits: yes or no.",
  allowsFreeCredit:
    "Choose whether ACH credits by the token of a sale may exceed the sale: yes or no.",
  appliesAchChanges: "Choose whether notifications of change are applied: yes or no.",
  achRetryDays:
    "Returned debits must be presented again after a whole number of days from 1 to 60, or 0 for never.",
  declinesAvs: `Write the AVS result codes without spaces, such as NU. Allowed codes: ${[...AVS_CODES].join(" ")}.`,
  declinesCvv: `Write the CVV result codes without spaces, such as NP. Allowed codes: ${[...CVV_CODES].join(" ")}.`,
  authorizationDays: "Authorizations must expire after a whole number of days from 1 to 30.",
  duplicateMinutes:
    "The guard against duplicates takes a whole number of minutes from 1 to 1440, or 0 to turn it off.",
  partnerId: "Partner not found. Use the reference of a partner.",
  dualControl: "Choose whether a second operator approves changes of banks and credits: yes or no.",
  creditApprovalCents: "The credit limit must be an amount from 0.00 to 99999999.99, or none.",
};
