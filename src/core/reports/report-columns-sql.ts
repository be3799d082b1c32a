/**
 * Every column of a report, in the contract's order: how it is read from the report views, what kind
 * of value it has, and what it means. The query, the CSV, JSON and XML writers, the OpenAPI document
 * and the console's list follow this table. docs/extending.md says how to add a column.
 */
import { pinToAccount } from "../../db/sharding/account-groups.ts";
import { Sql, sql } from "../../db/sql.ts";
import { withoutIndex } from "../../db/unindexed-sql.ts";
import { BATCH_ZONE } from "../../values/batch-zone.ts";

/**
 * How a value is written. Text: as it is. Number: without quotes in JSON. Flag: the database gives 1
 * or 0, and JSON has a boolean.
 */
export type ColumnKind = "text" | "number" | "flag";

/** Columns that are shown only when the caller asks for them. */
export interface Extras {
  readonly settleDate: boolean;
  readonly utc: boolean;
  readonly batch: boolean;
  /** Level 2 and restaurant data, which the contract's report does not have. */
  readonly purchase: boolean;
}

export interface ReportColumnRow {
  /** Returns the final text. Times are in the session's time zone, which is the caller's. */
  readonly sql: Sql;
  /** In a report of ACH updates, what the update says instead of what the transaction says. */
  readonly sqlOfUpdate?: Sql;
  /** Reads other transactions of the account. `isOwn` fixes them to it on a Citus cluster. */
  readonly sqlOfRefunds?: (isOwn: Sql) => Sql;
  readonly kind: ColumnKind;
  /** Absent: always shown. */
  readonly shownWith?: keyof Extras;
  /** A number that not every transaction has. JSON has an empty text then. */
  readonly isOptional?: true;
  /** Absent: transactions of every tender have it. */
  readonly tender?: "CARD" | "ACH";
  /** For the OpenAPI document and docs/interfaces/reports.md, in Markdown. */
  readonly description: string;
}

type Rest = Partial<
  Pick<ReportColumnRow, "sqlOfUpdate" | "sqlOfRefunds" | "shownWith" | "isOptional" | "tender">
>;
const column = (kind: ColumnKind) => (read: Sql, description: string, rest?: Rest) => ({
  sql: read,
  kind,
  description,
  ...rest,
});
const [text, number, flag] = [column("text"), column("number"), column("flag")];

const BATCH_DATE = new Sql([`left((batched_at at time zone '${BATCH_ZONE}')::text, 16)`], []);

const refundIds = (isOwn: Sql) => sql`case when credited_sale_id is not null
  then credited_sale_id::text when has_refunds then (
  select string_agg(refund.id::text, '|' order by refund.authorized_at, refund.id)
  from report_refunds refund
  where refund.original_id = record.id and ${isOwn}
    and ${withoutIndex(sql`refund.account_id`)} = record.account_id) end`;

/** The contract allows 100 characters; a first and a last name of 50 each and a blank have 101. */
export const NAME = sql`left(name, 100)`;

/** Whether the zone's abbreviations fit, in winter and in summer: computed once per query. */
const ZONE_FITS = sql`(select max(length(to_char(day, 'TZ'))) < 4
  from (values (timestamptz '2026-01-01Z'), (timestamptz '2026-07-01Z')) season (day))`;

/** The contract allows three characters. A longer name is replaced by the offset in hours. */
const TIME_ZONE = sql`case
  when ${ZONE_FITS} or length(to_char(authorized_at, 'TZ')) < 4 then to_char(authorized_at, 'TZ')
  when to_char(authorized_at, 'TZM') = '00' then to_char(authorized_at, 'TZH') end`;

/** Columns of ours follow those of the contract. */
const PURCHASE = { shownWith: "purchase" } as const;
const OPTIONAL_PURCHASE = { ...PURCHASE, isOptional: true } as const;

const COLUMN_TABLE = {
  account_id: text(sql`account_id`, "The account of the transaction."),
  ach_return_code: text(sql`return_code`, "The return code, once the entry is batched.", {
    sqlOfUpdate: sql`update_return_code`,
    tender: "ACH",
  }),
  ach_settle_date: text(sql`left(settle_at::text, 16)`, "`YYYY-MM-DD HH:MM`.", {
    shownWith: "settleDate",
    tender: "ACH",
  }),
  action_date: text(sql`null`, "The day of the update, in a report by `action_date`.", {
    sqlOfUpdate: sql`left(action_at::text, 10)`,
    tender: "ACH",
  }),
  authorization_code: text(sql`authorization_code`, "The processor's code."),
  authorization_date: text(
    sql`left(authorized_at::text, 19)`,
    "When the transaction was started: `YYYY-MM-DD HH:MM:SS`.",
  ),
  authorization_date_utc: text(
    sql`left((authorized_at at time zone 'UTC')::text, 19)`,
    "The same in UTC.",
    { shownWith: "utc" },
  ),
  authorization_msg: text(
    sql`authorization_msg`,
    "APPROVED, CAPTURED, REFUND, VOID, CREDIT or the processor's message. For ACH: PENDING, BATCHED, NOT BATCHED, VOID or the status of the update.",
    { sqlOfUpdate: sql`update_status` },
  ),
  avs_response: text(sql`avs_response`, "The AVS result code.", { tender: "CARD" }),
  batch_date: text(BATCH_DATE, "`YYYY-MM-DD HH:MM`, always in US Central time.", {
    shownWith: "batch",
  }),
  batch_id: text(
    sql`batch_id`,
    "1 to 9999, counted for each account, for cards and for ACH separately.",
    { shownWith: "batch" },
  ),
  card_brand: text(sql`card_brand`, "VISA, MASTERCARD, AMERICAN EXPRESS, DISCOVER, ACH, EBT."),
  card_expiration: text(sql`card_expiration`, "MMYY.", { tender: "CARD" }),
  cashier: text(sql`cashier`, "The cashier, as sent."),
  city: text(sql`city`, "The customer's city."),
  company: text(sql`company`, "The customer's company."),
  country: text(sql`country`, "The customer's country."),
  custom_id: text(sql`custom_id`, "The merchant's own id, as sent."),
  cvv2_response: text(sql`cvv2_response`, "The CVV result code.", { tender: "CARD" }),
  description: text(sql`description`, "The description, as sent."),
  email: text(sql`email`, "The customer's email address."),
  entry_mode: text(sql`entry_mode`, "KEYED, SWIPED, EMV, CONTACTLESS, FALLBACK SWIPED."),
  group: text(sql`transaction_group`, "The transaction group, as sent."),
  input_group: text(sql`input_group`, "The input group, as sent."),
  invoice_entry: text(sql`invoice_entry`, "The invoice lines, joined by `&`."),
  ip_address: text(sql`ip_address`, "The customer's IP address."),
  keyed: flag(sql`is_keyed::int`, "Whether the number was typed."),
  last4: text(sql`last4`, "The last four digits of the card or bank account."),
  name: text(NAME, "First name, space, last name; at most 100 characters."),
  noc_data: text(sql`noc_data`, "The content of a notification of change.", { tender: "ACH" }),
  phone: text(sql`phone`, "The customer's phone number."),
  recurring_id: text(sql`recurring_id`, "The recurring payment, as sent."),
  // Cents times a hundredth keep two decimals.
  refund_balance: number(sql`refund_balance_cents * 0.01`, "What can still be refunded."),
  refund_id: text(
    refundIds(pinToAccount(sql`refund.account_id`, {})),
    "The ids of its effective refunds, credits and reversals, separated by a pipe, the newest last. For an ACH credit: the sale that it pays back.",
    { sqlOfRefunds: refundIds },
  ),
  state: text(sql`state_province`, "The customer's state."),
  street_address1: text(sql`street_address1`, "The customer's street address."),
  swiped: flag(sql`is_swiped::int`, "Whether the magnetic stripe was read."),
  tender_type: text(sql`tender_type`, "CARD or ACH."),
  time_zone: text(
    TIME_ZONE,
    "The zone of the times, such as EST or EDT. If its abbreviation is longer than three letters, the offset from UTC in hours, such as -09; empty if that offset is not in whole hours.",
  ),
  trace_num: text(sql`trace_num`, "The processor's or bank's number, if there is one."),
  transaction_amount: number(sql`amount_cents * 0.01`, "The amount, with two decimals."),
  transaction_id: text(sql`lpad(id::text, 12, '0')`, "12 digits."),
  transaction_type: text(
    sql`transaction_type`,
    "AUTHORIZATION, SALE, REFUND, CREDIT, CAPTURE, SETTLE-BATCH, STORE, FORCE.",
  ),
  user_data: text(sql`custom_data`, "The payment's `custom_data`."),
  zip: text(sql`zip`, "The customer's ZIP code."),
  level2_tax: number(
    sql`level2_tax_cents * 0.01`,
    "Sales tax with two decimals, as part of the amount. Empty if it was not sent.",
    OPTIONAL_PURCHASE,
  ),
  level2_zip: text(sql`level2_zip`, "The ZIP code of the destination, as sent.", PURCHASE),
  level2_order_id: text(sql`level2_order_id`, "The merchant's order, as sent.", PURCHASE),
  level2_merchant_reference: text(
    sql`level2_merchant_reference`,
    "The merchant's reference, as sent.",
    PURCHASE,
  ),
  restaurant_server_id: text(sql`restaurant_server_id`, "The server, as sent.", PURCHASE),
  restaurant_gratuity: number(
    sql`restaurant_gratuity_cents * 0.01`,
    "The tip with two decimals, as part of the amount. Empty if it was not sent.",
    OPTIONAL_PURCHASE,
  ),
} as const satisfies Readonly<Record<string, ReportColumnRow>>;

export type ReportColumnName = keyof typeof COLUMN_TABLE;

export const REPORT_COLUMNS: Readonly<Record<ReportColumnName, ReportColumnRow>> = COLUMN_TABLE;
export const REPORT_COLUMN_NAMES = Object.keys(COLUMN_TABLE) as readonly ReportColumnName[];
