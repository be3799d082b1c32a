/** The columns of a report: the names that every reader goes by, in the contract's order. */
import type { Shown } from "./criteria.ts";

export interface Column {
  readonly name: string;
  /** A flag comes from the database as 1 or 0. */
  readonly kind: "text" | "number" | "flag";
  readonly shown: Shown;
}

/** What is shown only where it is asked for. */
export interface Extras {
  readonly settleDate: boolean;
  readonly utc: boolean;
  readonly batch: boolean;
}

type Kind = Exclude<Column["kind"], "text"> | keyof Extras;

const TABLE: readonly (readonly [name: string, shown: Shown & string, kind?: Kind])[] = [
  ["account_id", "accountId"],
  ["ach_return_code", "returnCode"],
  ["ach_settle_date", "settledAt", "settleDate"],
  ["action_date", "actionDate"],
  ["authorization_code", "authorizationCode"],
  ["authorization_date", "authorisedAt"],
  ["authorization_date_utc", "authorisedAtUtc", "utc"],
  ["authorization_msg", "message"],
  ["avs_response", "avsResponse"],
  ["batch_date", "batchedAt", "batch"],
  ["batch_id", "batchId", "batch"],
  ["card_brand", "cardBrand"],
  ["card_expiration", "cardExpiration"],
  ["cashier", "cashier"],
  ["city", "city"],
  ["company", "company"],
  ["country", "country"],
  ["custom_id", "customId"],
  ["cvv2_response", "cvvResponse"],
  ["description", "description"],
  ["email", "email"],
  ["entry_mode", "entryMode"],
  ["group", "group"],
  ["input_group", "inputGroup"],
  ["invoice_entry", "invoiceEntry"],
  ["ip_address", "ipAddress"],
  ["keyed", "isKeyed", "flag"],
  ["last4", "last4"],
  ["name", "name"],
  ["noc_data", "nocData"],
  ["phone", "phone"],
  ["recurring_id", "recurringId"],
  ["refund_balance", "refundBalance", "number"],
  ["refund_id", "refundIds"],
  ["state", "stateProvince"],
  ["street_address1", "streetAddress1"],
  ["swiped", "isSwiped", "flag"],
  ["tender_type", "tenderType"],
  ["time_zone", "timeZone"],
  ["trace_num", "traceNumber"],
  ["transaction_amount", "amount", "number"],
  ["transaction_id", "transactionId"],
  ["transaction_type", "transactionType"],
  ["user_data", "customData"],
  ["zip", "zip"],
];

export function columnsOf(extras: Extras, formFields: readonly string[]): readonly Column[] {
  const usual = TABLE.filter(([, , kind]) => !isExtra(kind) || extras[kind]).map(toColumn);
  const taken = new Set(TABLE.map(([name]) => name));
  return [...usual, ...formFields.map((field) => formColumn(field, taken))];
}

/** For the OpenAPI document, with what is shown only where it is asked for. */
export function everyColumn(): readonly (Column & { readonly isExtra: boolean })[] {
  return TABLE.map((row) => ({ ...toColumn(row), isExtra: isExtra(row[2]) }));
}

function isExtra(kind: Kind | undefined): kind is keyof Extras {
  return kind === "settleDate" || kind === "utc" || kind === "batch";
}

function toColumn([name, shown, kind]: (typeof TABLE)[number]): Column {
  return { name, shown, kind: kind === "flag" || kind === "number" ? kind : "text" };
}

/** Named by the form; readers go by name, so no name may come twice. */
function formColumn(field: string, taken: Set<string>): Column {
  let name = field;
  while (taken.has(name)) name = `form_${name}`;
  taken.add(name);
  return { name, shown: { formField: field }, kind: "text" };
}
