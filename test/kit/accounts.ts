/** Accounts of the certification data, as the core has them after a login. */
import type { Account } from "../../src/core/accounts/account-store.ts";

export const BOOKS: Account = {
  id: "120000000001",
  name: "Main Street Books",
  timeZone: "America/New_York",
  currency: "USD",
  isAgent: false,
  cardProcessor: "simulator",
  achProcessor: "simulator",
  achSecCode: "WEB",
  allowsCredit: true,
  allowsFreeCredit: false,
  declinesAvs: "",
  declinesCvv: "",
  authorizationDays: 7,
  duplicateMinutes: 0,
  receiptEmail: "owner@books.test",
  hasWebhook: false,
};
