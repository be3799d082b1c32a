/** The sentence for each account setting that says which values are allowed. */
import { SEC_CODES } from "../../values/bank.ts";
import type { SettingName } from "./account-record.ts";
import { AVS_CODES, CVV_CODES } from "./account-settings.ts";

export const SETTING_TEXTS: Record<SettingName, string> = {
  id: "The account number must have at most 12 digits.",
  currency: "The currency must be an ISO 4217 code with two decimals, such as USD.",
  name: "The name must have 1 to 100 characters on one line.",
  timeZone: "The time zone must be an IANA name, such as America/Chicago.",
  isAgent: "Agent must be yes or no.",
  parentId: "The agent above must be an account number of at most 12 digits.",
  receiptEmail: "The receipt email must be one address, such as owner@example.com.",
  cardProcessor: "Unknown card processor.",
  achProcessor: "Unknown ACH processor: no bank connection has this name.",
  achSecCode: `The SEC code must be one of: ${SEC_CODES.join(", ")}.`,
  allowsCredit: "Allow credits must be yes or no.",
  declinesAvs: `AVS result codes must be some of ${[...AVS_CODES].join(" ")}, without spaces.`,
  declinesCvv: `CVV result codes must be some of ${[...CVV_CODES].join(" ")}, without spaces.`,
  authorizationDays: "Authorizations must expire after 1 to 30 days.",
  partnerId: "Partner not found. Use the reference of a partner.",
};
