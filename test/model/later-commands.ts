/** Steps that come back to earlier ones: repeats and races, asking again, and what the clock brings. */
import assert from "node:assert/strict";
import { closeBatches } from "../../src/core/payments/close-batches.ts";
import { lapseAuthorizations } from "../../src/core/payments/lapse.ts";
import { reconcile as askAgain } from "../../src/core/payments/reconcile.ts";
import { agreeOnAll, agreeOnAnswer, agreeOnStatus } from "./agreement.ts";
import { closeBatch, enter, lapse, reconcile } from "./carry-out.ts";
import { exchangeOn, pass, Step, wordsOf } from "./commands.ts";
import { agreeOnRefusal, exchange } from "./exchange.ts";
import { type Answer, type House, pay } from "./house.ts";
import { hasExpired, judge } from "./judge.ts";
import { moneyText } from "./money.ts";
import {
  type Books,
  type Claim,
  type Form,
  isPast,
  type PaymentModel,
  type Request,
  UNSPENT_HOURS,
} from "./payment-model.ts";
import { type Variation, varied } from "./variations.ts";
import { nameOf } from "./wording.ts";

/** An id or a key that was spent, with the same request or with another one. */
export class PayAgain extends Step {
  readonly #account: 0 | 1;
  readonly #pick: number;
  readonly #variation: Variation;

  constructor(account: 0 | 1, pick: number, variation: Variation) {
    super([account, pick, variation]);
    this.#account = account;
    this.#pick = pick;
    this.#variation = variation;
  }

  override check(model: Readonly<PaymentModel>): boolean {
    return this.#request(model) !== undefined;
  }

  #request(model: Readonly<PaymentModel>): Request | undefined {
    const books = model.books[this.#account];
    const claims = [...books.byKey.values(), ...books.byId.values()].filter((claim) =>
      isKept(model, books, claim),
    );
    const claim = claims.at(-1 - (this.#pick % Math.max(1, claims.length)));
    const newKey = `again ${model.now.epochMilliseconds}`;
    return claim && varied(claim.attempt, this.#variation, newKey);
  }

  protected override async take(model: PaymentModel, house: House): Promise<void> {
    const request = this.#request(model);
    if (request === undefined) return;
    this.said = `${this.#variation}, ${wordsOf(this.#account, request)}`;
    await exchange(exchangeOn(model, house, this.#account), request);
  }
}

/** Keys are kept 30 days; and a card that has expired since is refused before anyone looks. */
function isKept(model: PaymentModel, books: Books, { attempt }: Claim): boolean {
  const { startedAt, request } = attempt;
  return !isPast(startedAt, UNSPENT_HOURS, model.now) && !hasExpired(model, books, request.form);
}

/** A refund of a named amount. */
type Refund = Request & { readonly form: Form & { readonly token_id: string } };

/** Equal refunds at the same moment: as many come through as there is money for. */
export class RaceRefunds extends Step {
  readonly #account: 0 | 1;
  readonly #pick: number;
  readonly #parts: number;

  constructor(account: 0 | 1, pick: number, parts: number) {
    super([account, pick, parts]);
    this.#account = account;
    this.#pick = pick;
    this.#parts = parts;
  }

  protected override async take(model: PaymentModel, house: House): Promise<void> {
    const books = model.books[this.#account];
    const request = this.#request(model, books);
    this.said = wordsOf(this.#account, request);
    const racers = Array.from({ length: 4 }, () => pay(house, books.terms, request));
    const answers = (await Promise.all(racers)).toSorted(approvedFirst);
    for (const answer of answers) this.#follow(model, books, { request, answer });
    await agreeOnStatus(books, house, request.form.token_id);
  }

  #request(model: PaymentModel, books: Books): Refund {
    const isLeft = (id: string) => this.#amount(books, id) > 0;
    const token_id = nameOf(model, books, { kind: "fit", pick: this.#pick }, isLeft);
    const transaction_amount = moneyText(Math.max(1, this.#amount(books, token_id)));
    const form = { transaction_type: "REFUND", token_id, transaction_amount } as const;
    return { form, key: undefined };
  }

  /** The host must take all of them alike: amounts with a meaning of their own are moved on. */
  #amount(books: Books, id: string): number {
    const original = books.transactions.get(id);
    const isPaid =
      original !== undefined && ["sold", "forced", "captured"].includes(original.state);
    if (!isPaid) return 0;
    const part = Math.trunc((original.cents - original.refundedCents) / this.#parts);
    return part > 100 && part < 200 ? 100 : part;
  }

  #follow(model: PaymentModel, books: Books, { request, answer }: Racer): void {
    const judgement = judge(model, books, request);
    if (judgement.kind === "refused") {
      // While the whole is being undone it is not fit for anything.
      agreeOnRefusal(answer, [...judgement.codes, 20006]);
      return;
    }
    assert.equal(judgement.kind, "taken");
    assert.equal(answer.fields["error_code"], 0, JSON.stringify(answer.fields));
    if (judgement.kind !== "taken") return;
    enter(books, judgement.attempt, String(answer.fields["transaction_id"]));
    agreeOnAnswer(books, judgement.attempt, answer);
  }
}

interface Racer {
  readonly request: Refund;
  readonly answer: Answer;
}

function approvedFirst(one: Answer, other: Answer): number {
  return Number(one.fields["error_code"]) - Number(other.fields["error_code"]);
}

/** Whoever asks before the first one's time is over learns nothing. */
export class Reconcile extends Step {
  readonly #waitMinutes: number;

  constructor(waitMinutes: number) {
    super(waitMinutes);
    this.#waitMinutes = waitMinutes;
    this.said = `after ${waitMinutes} min`;
  }

  protected override async take(model: PaymentModel, house: House): Promise<void> {
    pass(model, house, { minutes: this.#waitMinutes });
    await reconcileAll(model, house);
  }
}

export async function reconcileAll(model: PaymentModel, house: House): Promise<void> {
  while ((await askAgain(house.needs, fail)) > 0);
  const settled = model.books.map((books) => ({ books, attempts: reconcile(model, books) }));
  await agreeOnAll(model, house);
  for (const { books, attempts } of settled) {
    for (const { id } of attempts) await agreeOnStatus(books, house, id);
  }
}

function fail(error: unknown): never {
  throw error;
}

const DAYS_MAX = 45;

export class Advance extends Step {
  readonly #hours: number;

  constructor(hours: number) {
    super(hours);
    this.#hours = hours;
    this.said = `${hours} h`;
  }

  override check({ now, startedAt }: Readonly<PaymentModel>): boolean {
    return !isPast(startedAt, 24 * DAYS_MAX - this.#hours, now);
  }

  protected override async take(model: PaymentModel, house: House): Promise<void> {
    pass(model, house, { hours: this.#hours });
  }
}

/** The job that gives up authorizations. */
export class Lapse extends Step {
  protected override async take(model: PaymentModel, house: House): Promise<void> {
    await lapseAuthorizations(house.needs, model.now);
    for (const books of model.books) {
      for (const { id } of lapse(model, books)) await agreeOnStatus(books, house, id);
    }
  }
}

/** The job that closes every account's batch. */
export class CloseNight extends Step {
  protected override async take(model: PaymentModel, house: House): Promise<void> {
    await closeBatches(house.needs, model.now);
    for (const books of model.books) closeBatch(books);
  }
}
