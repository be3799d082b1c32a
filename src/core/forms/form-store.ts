/** Reads and stores payment forms. form-settings.ts has the rules for their settings. */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { SecCode } from "../../values/bank.ts";
import type { Cents } from "../../values/money.ts";
import type { FormAmounts, FormSettings, PaymentForm, PaymentMethod } from "./payment-form.ts";
import { AMOUNT_MAX_CENTS } from "./payment-form.ts";

interface FormRow {
  readonly account_id: string;
  readonly name: string;
  readonly title: string;
  readonly methods: readonly PaymentMethod[];
  readonly amount_kind: FormAmounts["kind"];
  readonly amounts_cents: readonly Cents[];
  readonly amount_min_cents: Cents;
  readonly amount_max_cents: Cents;
  readonly ach_sec_code: SecCode | null;
  readonly reportable_fields: readonly string[];
  readonly return_url: string | null;
  readonly has_return_secret: boolean;
  readonly frame_ancestors: readonly string[];
  readonly sends_customer_receipt: boolean;
  readonly sends_merchant_receipt: boolean;
  readonly is_active: boolean;
}

const COLUMNS = sql`form.account_id, form.name, form.title, form.methods, form.amount_kind,
  form.amounts_cents, form.amount_min_cents, form.amount_max_cents, form.ach_sec_code,
  form.reportable_fields, form.return_url, form.return_secret is not null as has_return_secret,
  form.frame_ancestors, form.sends_customer_receipt, form.sends_merchant_receipt, form.is_active`;
const NAME_CONSTRAINTS = ["payment_forms_name_unique", "payment_forms_pkey"];

export class FormStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The form at this address, while both it and its account are enabled. */
  async findActiveForm(name: string): Promise<PaymentForm | undefined> {
    const [row] = await this.#db.rows<FormRow>`
      select ${COLUMNS} from payment_forms form join accounts account on account.id = account_id
      where form.name = ${name} and form.is_active and account.is_active`;
    return row && toForm(row);
  }

  /** Also finds disabled forms, because their receipts stay available. */
  async findByName(name: string): Promise<PaymentForm | undefined> {
    const [row] = await this.#db.rows<FormRow>`
      select ${COLUMNS} from payment_forms form where form.name = ${name}`;
    return row && toForm(row);
  }

  async findForm(accountId: string, name: string): Promise<PaymentForm | undefined> {
    const [row] = await this.#db.rows<FormRow>`
      select ${COLUMNS} from payment_forms form
      where account_id = ${accountId} and name = ${name}`;
    return row && toForm(row);
  }

  async listForms(accountId: string): Promise<readonly PaymentForm[]> {
    const rows = await this.#db.rows<FormRow>`
      select ${COLUMNS} from payment_forms form where account_id = ${accountId} order by name`;
    return rows.map(toForm);
  }

  async countForms(accountId: string): Promise<number> {
    const [row] = await this.#db.rows<{ forms: number }>`
      select count(*)::integer as forms from payment_forms where account_id = ${accountId}`;
    return row?.forms ?? 0;
  }

  /** False: a form with this name exists, perhaps of another account. The database transaction has failed then. */
  async addForm(accountId: string, name: string, settings: FormSettings): Promise<boolean> {
    const amounts = amountColumns(settings.amounts);
    try {
      await this.#db.rows`
        insert into payment_forms (account_id, name, title, methods, amount_kind, amounts_cents,
          amount_min_cents, amount_max_cents, ach_sec_code, reportable_fields, frame_ancestors,
          sends_customer_receipt, sends_merchant_receipt)
        values (${accountId}, ${name}, ${settings.title}, ${settings.methods},
          ${settings.amounts.kind}, ${amounts.listed}::integer[], ${amounts.min}, ${amounts.max},
          ${settings.achSecCode}, ${settings.reportableFields}, ${settings.frameAncestors},
          ${settings.sendsCustomerReceipt}, ${settings.sendsMerchantReceipt})`;
      return true;
    } catch (error) {
      const { constraint = "" } = error as { constraint?: string };
      if (NAME_CONSTRAINTS.includes(constraint)) return false;
      throw error;
    }
  }

  /** A form with a return address needs a secret, which must be stored before. */
  async saveForm(accountId: string, name: string, settings: FormSettings): Promise<void> {
    const amounts = amountColumns(settings.amounts);
    await this.#db.rows`
      update payment_forms set title = ${settings.title}, methods = ${settings.methods},
        amount_kind = ${settings.amounts.kind}, amounts_cents = ${amounts.listed}::integer[],
        amount_min_cents = ${amounts.min}, amount_max_cents = ${amounts.max},
        ach_sec_code = ${settings.achSecCode}, reportable_fields = ${settings.reportableFields},
        return_url = ${settings.returnUrl}, frame_ancestors = ${settings.frameAncestors},
        sends_customer_receipt = ${settings.sendsCustomerReceipt},
        sends_merchant_receipt = ${settings.sendsMerchantReceipt}
      where account_id = ${accountId} and name = ${name}`;
  }

  async setActive(accountId: string, name: string, isActive: boolean): Promise<void> {
    await this.#db.rows`
      update payment_forms set is_active = ${isActive}
      where account_id = ${accountId} and name = ${name}`;
  }

  async saveReturnSecret(accountId: string, name: string, sealed: Uint8Array): Promise<void> {
    await this.#db.rows`
      update payment_forms set return_secret = ${sealed}
      where account_id = ${accountId} and name = ${name}`;
  }

  async findReturnSecret(accountId: string, name: string): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.rows<{ return_secret: Uint8Array | null }>`
      select return_secret from payment_forms where account_id = ${accountId} and name = ${name}`;
    return row?.return_secret ?? undefined;
  }
}

function toForm(row: FormRow): PaymentForm {
  return {
    accountId: row.account_id,
    name: row.name,
    title: row.title,
    methods: row.methods,
    amounts: toAmounts(row),
    achSecCode: row.ach_sec_code,
    reportableFields: row.reportable_fields,
    returnUrl: row.return_url,
    hasReturnSecret: row.has_return_secret,
    frameAncestors: row.frame_ancestors,
    sendsCustomerReceipt: row.sends_customer_receipt,
    sendsMerchantReceipt: row.sends_merchant_receipt,
    isActive: row.is_active,
  };
}

function toAmounts(row: FormRow): FormAmounts {
  switch (row.amount_kind) {
    case "fixed":
      return { kind: "fixed", amountCents: row.amounts_cents[0] ?? row.amount_min_cents };
    case "chosen":
      return { kind: "chosen", choicesCents: row.amounts_cents };
    case "free":
      return { kind: "free", minCents: row.amount_min_cents, maxCents: row.amount_max_cents };
  }
}

function amountColumns(amounts: FormAmounts) {
  const bounds = { min: 1, max: AMOUNT_MAX_CENTS as number };
  switch (amounts.kind) {
    case "fixed":
      return { listed: [amounts.amountCents], ...bounds };
    case "chosen":
      return { listed: amounts.choicesCents, ...bounds };
    case "free":
      return { listed: [], min: amounts.minCents, max: amounts.maxCents };
  }
}
