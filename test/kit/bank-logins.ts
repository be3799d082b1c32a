/** Logins of merchants of the certification data, by how they verify bank accounts. */
import { ACCOUNT, OTHER_ACCOUNT } from "./app.ts";

/** Verifies WEB, TEL and PPD every 360 days; its default is WEB. */
export const BOOKS = ACCOUNT;
/** Does not verify; its default is PPD. */
export const CLINIC = OTHER_ACCOUNT;
/** Verifies WEB every time, recurring payments and reissues too, and accepts without the provider. */
export const ALPINE = { account_id: "120000000003", api_accesskey: "3".repeat(32) };
/** Has no ACH processor. */
export const CAFE = { account_id: "120000000004", api_accesskey: "4".repeat(32) };
