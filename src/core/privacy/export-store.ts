/** Reads what an account stores about a customer, in words for the customer. */
import type { Database } from "../../db/database.ts";
import type { CustomerRecords } from "./customer.ts";

export interface ExportedRows {
  readonly payments: readonly object[];
  readonly sales: readonly object[];
  readonly storedNumbers: readonly object[];
}

export class ExportStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async readRecords(records: CustomerRecords): Promise<ExportedRows> {
    const { accountId, transactionIds, saleIds, tokenIds } = records;
    return {
      payments: await this.#readPayments(accountId, transactionIds),
      sales: await this.#readSales(accountId, saleIds),
      storedNumbers: await this.#readTokens(accountId, tokenIds),
    };
  }

  async #readPayments(accountId: string, ids: readonly string[]): Promise<object[]> {
    const rows = await this.#db.rows<{ payment: object }>`
      select jsonb_strip_nulls(jsonb_build_object('id', id::text, 'type', transaction_type,
        'tender', tender_type, 'state', state, 'at', authorized_at, 'amountCents', amount_cents,
        'refundedCents', refunded_cents, 'currency', currency, 'cardBrand', card_brand,
        'last4', last4, 'cardExpiration', card_expiration, 'checkNumber', check_number,
        'firstName', first_name, 'lastName', last_name, 'company', company,
        'streetAddress1', street_address1, 'streetAddress2', street_address2, 'city', city,
        'stateProvince', state_province, 'zip', zip, 'country', country, 'phone', phone,
        'email', email, 'ipAddress', ip_address, 'customId', custom_id, 'customData', custom_data,
        'description', description, 'invoiceEntry', invoice_entry, 'formName', form_name,
        'formFields', form_fields, 'destinationZip', level2_zip,
        'merchantReference', level2_merchant_reference, 'returnCode', return_code,
        'correction', noc_data, 'verificationMessage', verification_message)) as payment
      from transactions
      where account_id = ${accountId} and id = any (${[...ids]}::bigint[]) order by id`;
    return rows.map(({ payment }) => payment);
  }

  async #readSales(accountId: string, ids: readonly string[]): Promise<object[]> {
    const rows = await this.#db.rows<{ sale: object }>`
      select jsonb_strip_nulls(jsonb_build_object('id', id::text, 'status', status,
        'totalCents', total_cents, 'currency', currency, 'customerEmail', customer_email,
        'cardBrand', card_brand, 'last4', last4, 'at', created_at)) as sale
      from pos_sales
      where account_id = ${accountId} and id = any (${[...ids]}::bigint[]) order by id`;
    return rows.map(({ sale }) => sale);
  }

  /** Without the numbers: whoever asks has named the number, and nobody else may see it. */
  async #readTokens(accountId: string, ids: readonly string[]): Promise<object[]> {
    const rows = await this.#db.rows<{ token: object }>`
      select jsonb_build_object('token', token_id::text, 'kind', kind, 'storedAt', created_at,
        'lastUsedAt', used_at) as token
      from vault
      where account_id = ${accountId} and token_id = any (${[...ids]}::bigint[])
      order by token_id`;
    return rows.map(({ token }) => token);
  }
}
