/** The select lists for a merchant's transactions. */
import { sql } from "../../db/sql.ts";

/** For a table or subquery with the alias "one". Ids are shown with twelve digits. */
export const MERCHANT_TRANSACTION_COLUMNS = sql`lpad(one.id::text, 12, '0') as id,
  one.authorized_at as "authorizedAt", one.transaction_type as type, one.tender_type as tender,
  one.state, one.batched_at is not null as "isBatched", one.message,
  one.amount_cents as "amountCents", one.refunded_cents as "refundedCents", one.currency,
  lpad(one.original_id::text, 12, '0') as "originalId", one.card_brand as brand, one.last4,
  one.entry_mode as "entryMode", nullif(concat_ws(' ', one.first_name, one.last_name), '') as name,
  one.company, one.email, one.description, one.custom_id as "customId",
  one.invoice_entry as invoice, one.cashier, one.authorization_code as "authorizationCode",
  one.avs_response as avs, one.cvv2_response as cvv, one.sec_code as "secCode",
  one.return_code as "returnCode"`;

export const FULL_TRANSACTION_COLUMNS = sql`${MERCHANT_TRANSACTION_COLUMNS}, one.request_amount_cents as "requestedCents",
  one.card_expiration as expiration, one.street_address1 as street,
  one.street_address2 as street2, one.city, one.state_province as region, one.zip, one.country,
  one.phone, one.ip_address as "ipAddress", one.custom_data as "customData",
  one.transaction_group as group, one.payment_type as "paymentType",
  one.recurring_id as "recurringId",
  nullif(concat_ws(' of ', one.installment_number, one.installment_count), '') as installment,
  one.check_number as "checkNumber", one.bank_account_type as "bankAccountType",
  one.verification_passed as "verificationPassed",
  one.verification_message as "verificationMessage", one.trace_num as "traceNumber",
  one.batch_id as "batchId", one.batched_at as "batchedAt", one.settle_at as "settleAt",
  one.noc_data as "changeNotice", one.level2_tax_cents as "taxCents",
  one.level2_zip as "destinationZip", one.level2_order_id as "orderId",
  one.level2_merchant_reference as "merchantReference", one.restaurant_server_id as "serverId",
  one.restaurant_gratuity_cents as "gratuityCents", one.form_name as "formName", one.form_fields as "formFields"`;
