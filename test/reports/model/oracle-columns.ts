/** Contract E: the columns of a record, in the contract's order. */
import { CENTRAL, emailsOf, zoneClock } from "./clocks.ts";
import type { Request } from "./oracle-request.ts";
import type { World, WorldTransaction, WorldUpdate } from "./world.ts";

/** A transaction, and in a report of updates the update. */
export interface Found {
  readonly row: WorldTransaction;
  readonly update?: WorldUpdate | undefined;
}

interface Showing extends Found {
  readonly world: World;
  readonly zone: string;
}

type Column = (showing: Showing) => string | number | null | undefined;

const toMinute = (zone: string, moment: string | null | undefined) =>
  moment == null ? "" : zoneClock(zone)(moment).slice(0, 16);

const decimal = (cents: number) => (cents / 100).toFixed(2);

const COLUMNS: Readonly<Record<string, Column>> = {
  account_id: ({ row }) => row.account_id,
  ach_return_code: returnCode,
  ach_settle_date: ({ row, zone }) => toMinute(zone, row.settle_at),
  action_date: ({ update, zone }) => update && zoneClock(zone)(update.action_at).slice(0, 10),
  authorization_code: ({ row }) => row.texts.authorization_code,
  authorization_date: ({ row, zone }) => zoneClock(zone)(row.authorized_at),
  authorization_date_utc: ({ row }) => zoneClock("UTC")(row.authorized_at),
  authorization_msg: ({ row, update }) => update?.status ?? messageOf(row),
  avs_response: ({ row }) => row.texts.avs_response,
  batch_date: ({ row }) => toMinute(CENTRAL, row.batched_at),
  batch_id: ({ row }) => row.batch_id,
  card_brand: ({ row }) => row.texts.card_brand,
  card_expiration: ({ row }) => row.texts.card_expiration,
  cashier: ({ row }) => row.texts.cashier,
  city: ({ row }) => row.texts.city,
  company: ({ row }) => row.texts.company,
  country: ({ row }) => row.texts.country,
  custom_id: ({ row }) => row.texts.custom_id,
  cvv2_response: ({ row }) => row.texts.cvv2_response,
  description: ({ row }) => row.texts.description,
  email: ({ row }) => row.texts.email,
  entry_mode: ({ row }) => row.entry_mode,
  group: ({ row }) => row.texts.transaction_group,
  input_group: ({ row }) => row.texts.input_group,
  invoice_entry: ({ row }) => row.texts.invoice_entry,
  ip_address: ({ row }) => row.texts.ip_address,
  keyed: ({ row }) => (row.entry_mode === "KEYED" ? "1" : "0"),
  last4: ({ row }) => row.texts.last4,
  name: ({ row }) => nameOf(row),
  noc_data: ({ row }) => row.texts.noc_data,
  phone: ({ row }) => row.texts.phone,
  recurring_id: ({ row }) => row.texts.recurring_id,
  refund_balance: ({ row }) => decimal(refundable(row)),
  refund_id: ({ row, world }) => refundIds(world, row),
  state: ({ row }) => row.texts.state_province,
  street_address1: ({ row }) => row.texts.street_address1,
  swiped: ({ row }) => (row.entry_mode?.endsWith("SWIPED") ? "1" : "0"),
  tender_type: ({ row }) => row.tender_type,
  time_zone: ({ row, zone }) => emailsOf(zone, row.authorized_at),
  trace_num: ({ row }) => row.trace_num,
  transaction_amount: ({ row }) => decimal(row.amount_cents),
  transaction_id: ({ row }) => row.id.padStart(12, "0"),
  transaction_type: ({ row }) =>
    row.transaction_type === "REVERSAL" ? "REFUND" : row.transaction_type,
  user_data: ({ row }) => row.texts.custom_data,
  zip: ({ row }) => row.texts.zip,
  level2_tax: ({ row }) => partOfAmount(row.level2_tax_cents),
  level2_zip: ({ row }) => row.texts.level2_zip,
  level2_order_id: ({ row }) => row.texts.level2_order_id,
  level2_merchant_reference: ({ row }) => row.texts.level2_merchant_reference,
  restaurant_server_id: ({ row }) => row.texts.restaurant_server_id,
  restaurant_gratuity: ({ row }) => partOfAmount(row.restaurant_gratuity_cents),
};

function partOfAmount(cents: number | null | undefined): string {
  return cents == null ? "" : decimal(cents);
}

const ON_REQUEST: Readonly<Record<string, string>> = {
  ach_settle_date: "include_ach_settle_date",
  authorization_date_utc: "utc_time",
  batch_date: "batch_detail",
  batch_id: "batch_detail",
  level2_tax: "purchase_detail",
  level2_zip: "purchase_detail",
  level2_order_id: "purchase_detail",
  level2_merchant_reference: "purchase_detail",
  restaurant_server_id: "purchase_detail",
  restaurant_gratuity: "purchase_detail",
};

export function nameOf({ texts: { first_name, last_name } }: WorldTransaction): string {
  const whole = [first_name, last_name].filter((part) => part !== null).join(" ");
  return Array.from(whole).slice(0, 100).join("");
}

const CLEARED = ["settled", "returned", "rejected"];

/** For updates when returned; for transactions once they were batched and have cleared. */
function returnCode({ row, update }: Showing): string | null | undefined {
  if (update !== undefined) return update.return_code;
  return row.batched_at != null && CLEARED.includes(row.state) ? row.return_code : "";
}

/** ACH refunds and reversals have the message of cards; an entry has its state. */
function messageOf({
  tender_type,
  transaction_type,
  state,
  message,
  batched_at,
}: WorldTransaction) {
  const isChange = transaction_type === "REFUND" || transaction_type === "REVERSAL";
  if (tender_type !== "ACH" || isChange) return message;
  if (state === "not_batched") return "NOT BATCHED";
  if (state === "voided" || state === "reversed") return "VOID";
  return batched_at == null ? "PENDING" : "BATCHED";
}

/** The amount that a REFUND can still return: for payments, and for ACH debits before they are sent. */
function refundable(row: WorldTransaction): number {
  const left = row.amount_cents - row.refunded_cents;
  if (["sold", "forced", "captured"].includes(row.state)) return left;
  const isWaiting = row.state === "pending" && row.batched_at == null;
  return isWaiting && row.transaction_type === "SALE" ? left : 0;
}

function refundIds(world: World, { account_id, id }: WorldTransaction): string {
  const refunds = world.transactions.filter(
    (other) =>
      other.account_id === account_id &&
      other.original_id === id &&
      ["REFUND", "REVERSAL"].includes(other.transaction_type) &&
      other.is_approved &&
      other.state !== "reversed",
  );
  const order = (one: WorldTransaction) => Temporal.Instant.from(one.authorized_at);
  return refunds
    .sort((a, b) => Temporal.Instant.compare(order(a), order(b)) || Number(a.id) - Number(b.id))
    .map((refund) => refund.id)
    .join("|");
}

export interface Shown {
  readonly columns: readonly string[];
  /** Form fields come last, in any order. */
  readonly formColumns: readonly string[];
  readonly records: readonly Readonly<Record<string, string>>[];
}

export function show(
  world: World,
  { texts, caller, accountIds }: Request,
  found: readonly Found[],
): Shown {
  const isOn = (flag: string) => /^(1|true)$/i.test(texts[flag] ?? "");
  const columns = Object.keys(COLUMNS).filter(
    (name) => isOn(ON_REQUEST[name] ?? "") || !(name in ON_REQUEST),
  );
  const forms = world.forms.filter(({ account_id }) => accountIds.includes(account_id));
  const fields = isOn("reportable_fields") ? forms.flatMap((form) => form.reportable_fields) : [];
  const fieldOf = new Map(
    fields.map((field) => [field in COLUMNS ? `form_${field}` : field, field]),
  );
  const records = found.map((one) => {
    const showing = { ...one, world, zone: caller.zone };
    const usual = columns.map((name) => [name, String(COLUMNS[name]?.(showing) ?? "")]);
    const own = [...fieldOf].map(([name, field]) => [name, one.row.form_fields?.[field] ?? ""]);
    return Object.fromEntries([...usual, ...own]);
  });
  return { columns, formColumns: [...fieldOf.keys()], records };
}
