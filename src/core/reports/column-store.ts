/** How each field of a record is read from the views, as text that needs no further work. */
import { Sql, sql } from "../../db/sql.ts";
import type { Criteria, RecordField, Shown } from "./criteria.ts";

/** batch_date is US Central time, whoever asks. */
export const BATCH_ZONE = "America/Chicago";

const REFUND_IDS = sql`case when has_refunds then (
  select string_agg(refund.id::text, '|' order by refund.authorised_at, refund.id)
  from report_refunds refund
  where refund.original_id = record.id and refund.account_id + 0 = record.account_id) end`;

/** E, name: 100 characters at most, where two names of 50 and their blank are one more. */
export const NAME = sql`left(name, 100)`;

/** Whether the zone's names fit, in winter and in summer: asked once, not of every record. */
const ZONE_FITS = sql`(select max(length(to_char(day, 'TZ'))) < 4
  from (values (timestamptz '2026-01-01Z'), (timestamptz '2026-07-01Z')) season (day))`;

/** E, time_zone: three characters. Of a longer name the hours, which the half of one would belie. */
const TIME_ZONE = sql`case
  when ${ZONE_FITS} or length(to_char(authorised_at, 'TZ')) < 4 then to_char(authorised_at, 'TZ')
  when to_char(authorised_at, 'TZM') = '00' then to_char(authorised_at, 'TZH') end`;

/** Times are written by the session's zone, which is the caller's. */
const COLUMNS: Readonly<Record<RecordField, Sql>> = {
  accountId: sql`account_id`,
  returnCode: sql`return_code`,
  settledAt: sql`left(settle_at::text, 16)`,
  actionDate: sql`null`,
  authorizationCode: sql`authorization_code`,
  authorisedAt: sql`left(authorised_at::text, 19)`,
  authorisedAtUtc: sql`left((authorised_at at time zone 'UTC')::text, 19)`,
  message: sql`authorization_msg`,
  avsResponse: sql`avs_response`,
  batchedAt: new Sql([`left((batched_at at time zone '${BATCH_ZONE}')::text, 16)`], []),
  batchId: sql`batch_id`,
  cardBrand: sql`card_brand`,
  cardExpiration: sql`card_expiration`,
  cashier: sql`cashier`,
  city: sql`city`,
  company: sql`company`,
  country: sql`country`,
  customId: sql`custom_id`,
  cvvResponse: sql`cvv2_response`,
  description: sql`description`,
  email: sql`email`,
  entryMode: sql`entry_mode`,
  group: sql`transaction_group`,
  inputGroup: sql`input_group`,
  invoiceEntry: sql`invoice_entry`,
  ipAddress: sql`ip_address`,
  isKeyed: sql`is_keyed::int`,
  last4: sql`last4`,
  name: NAME,
  nocData: sql`noc_data`,
  phone: sql`phone`,
  recurringId: sql`recurring_id`,
  // Cents times a hundredth keep two decimals.
  refundBalance: sql`refund_balance_cents * 0.01`,
  refundIds: REFUND_IDS,
  stateProvince: sql`state_province`,
  streetAddress1: sql`street_address1`,
  isSwiped: sql`is_swiped::int`,
  tenderType: sql`tender_type`,
  timeZone: TIME_ZONE,
  traceNumber: sql`trace_num`,
  amount: sql`amount_cents * 0.01`,
  transactionId: sql`lpad(id::text, 12, '0')`,
  transactionType: sql`transaction_type`,
  customData: sql`custom_data`,
  zip: sql`zip`,
};

/** What an update says of its transaction, in place of what the transaction says itself. */
const OF_UPDATES: Readonly<Partial<Record<RecordField, Sql>>> = {
  returnCode: sql`update_return_code`,
  actionDate: sql`left(action_at::text, 10)`,
  message: sql`update_status`,
};

export function selectionOf(shown: readonly Shown[], records: Criteria["records"]): Sql {
  const columns = shown.map((one) => columnOf(one, records));
  return columns.reduce((left, right) => sql`${left}, ${right}`);
}

function columnOf(shown: Shown, records: Criteria["records"]): Sql {
  if (typeof shown !== "string") return sql`form_fields ->> ${shown.formField}`;
  return (records === "updates" ? OF_UPDATES[shown] : undefined) ?? COLUMNS[shown];
}
