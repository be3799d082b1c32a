/** Collects the rows of a data set, with random ids, times and texts. */
import type { Dice } from "./dice.ts";
import { add, type Edges, monthNumber, randomMoment } from "./random-moment.ts";
import { randomText, textPool } from "./random-text.ts";
import {
  TEXT_COLUMNS,
  type TextColumn,
  type WorldForm,
  type WorldTransaction,
  type WorldUpdate,
} from "./world.ts";

export type Wishes = Partial<Omit<WorldTransaction, "texts">> & {
  readonly texts?: Partial<Record<TextColumn, string | null>>;
};

const BRANDS = ["VISA", "MASTERCARD", "AMERICAN EXPRESS", "DISCOVER"];
const MODES = ["KEYED", "SWIPED", "EMV", "CONTACTLESS", "FALLBACK SWIPED", null];
const AMOUNTS = [1, 99, 100, 101, 1234, 99_999_999];

export class Ledger {
  readonly transactions: WorldTransaction[] = [];
  readonly updates: WorldUpdate[] = [];
  readonly dice: Dice;
  readonly #edges: Edges;
  readonly #forms: readonly WorldForm[];
  readonly #texts: readonly string[];
  /** Ids are unique per account here. */
  readonly #counters = new Map<string, number>();

  constructor(dice: Dice, edges: Edges, forms: readonly WorldForm[]) {
    this.dice = dice;
    this.#edges = edges;
    this.#forms = forms;
    this.#texts = textPool(dice, 24);
  }

  moment(): string {
    return randomMoment(this.dice, this.#edges);
  }

  later(moment: string): string {
    const { dice } = this;
    if (dice.happens(30)) return this.moment();
    return add(moment, { minutes: dice.between(0, 3 * 24 * 60) });
  }

  amount(): number {
    return this.dice.happens(60) ? this.dice.one(AMOUNTS) : this.dice.between(1, 50_000);
  }

  /** The customer and other fields of a payment. A change of the payment has the same. */
  texts(): Record<TextColumn, string | null> {
    const { dice } = this;
    const text = () => (dice.happens(45) ? null : dice.one(this.#texts));
    const texts = Object.fromEntries(TEXT_COLUMNS.map((column) => [column, text()]));
    return {
      ...(texts as Record<TextColumn, string | null>),
      description: dice.happens(20) ? randomText(dice, 5_000).repeat(20) : text(),
      company: dice.happens(10) ? "" : text(),
      card_brand: dice.one(BRANDS),
      last4: dice.one(["1111", "0005", null]),
    };
  }

  write(accountId: string, wishes: Wishes = {}): WorldTransaction {
    const { dice } = this;
    const authorized_at = wishes.authorized_at ?? this.moment();
    const amount_cents = wishes.amount_cents ?? this.amount();
    const { texts = {}, ...columns } = wishes;
    const row: WorldTransaction = {
      account_id: accountId,
      id: this.#nextId(accountId, authorized_at),
      attempt_id: crypto.randomUUID(),
      transaction_type: "SALE",
      tender_type: "CARD",
      state: "sold",
      is_approved: true,
      authorized_at,
      amount_cents,
      request_amount_cents: amount_cents,
      refunded_cents: 0,
      currency: "USD",
      message: "APPROVED",
      level2_tax_cents: dice.one([null, 0, 5, 120]),
      restaurant_gratuity_cents: dice.one([null, 0, 200]),
      trace_num: dice.one([null, 7, dice.between(1, 999_999_999_999)]),
      entry_mode: dice.one(MODES),
      ...this.#formOf(accountId),
      ...columns,
      texts: { ...this.texts(), ...texts },
    };
    this.transactions.push(row);
    return row;
  }

  say(of: WorldTransaction, update: Pick<WorldUpdate, "status" | "action_at" | "return_code">) {
    const { account_id, id: transaction_id } = of;
    const earlier = this.updates.filter(
      (known) => known.account_id === account_id && known.transaction_id === transaction_id,
    );
    const update_number = earlier.length + 1;
    const is_late = update_number > 1;
    this.updates.push({ account_id, transaction_id, update_number, ...update, is_late });
  }

  #nextId(accountId: string, moment: string): string {
    const counter = (this.#counters.get(accountId) ?? 0) + this.dice.between(1, 2);
    this.#counters.set(accountId, counter);
    return String(monthNumber(moment) * 1_000_000_000 + counter);
  }

  /** A payment by form has the form's fields, and perhaps some that are not reportable. */
  #formOf(accountId: string): Wishes {
    const { dice } = this;
    const forms = this.#forms.filter(({ account_id }) => account_id === accountId);
    if (forms.length === 0 || dice.happens(40)) return {};
    const form = dice.one(forms);
    const filled = [...form.reportable_fields, "unreported"].filter(() => dice.happens(70));
    const values = filled.map((field) => [field, dice.happens(10) ? "" : randomText(dice, 30)]);
    return { form_name: form.name, form_fields: Object.fromEntries(values) };
  }
}
