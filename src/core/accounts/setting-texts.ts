/** What each setting of an account may be, as a sentence for whoever sent something else. */
import { SEC_CODES } from "../../values/bank.ts";
import type { SettingName } from "./account-record.ts";
import { AVS_CODES, CVV_CODES } from "./account-settings.ts";

export const SETTING_WORDS: Record<SettingName, string> = {
  id: "An account's id is a number of up to 12 digits.",
  currency: "A currency is a code of ISO 4217 with two decimals, such as USD.",
  name: "A name has 1 to 100 characters on one line.",
  timeZone: "A time zone is one of the IANA database, such as America/Chicago.",
  isAgent: "An account is an agent or it is not.",
  parentId: "The agent above is named by its id, a number of up to 12 digits.",
  receiptEmail: "The receipt e-mail is one address, such as owner@example.com.",
  cardProcessor: "There is no such card processor here.",
  achProcessor: "There is no such ACH processor here.",
  achSecCode: `The SEC code is one of ${SEC_CODES.join(", ")}.`,
  allowsCredit: "Credits are allowed or they are not.",
  declinesAvs: `AVS letters are any of ${[...AVS_CODES].join(" ")}, written together.`,
  declinesCvv: `CVV letters are any of ${[...CVV_CODES].join(" ")}, written together.`,
  authorizationDays: "An authorization waits 1 to 30 days.",
  partnerId: "There is no such partner: name one by its reference.",
};
