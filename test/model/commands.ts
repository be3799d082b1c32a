/** The steps of a sequence. Each one acts on the real system and on the model. */
import assert from "node:assert/strict";
import type fc from "fast-check";
import { agreeOnAll, agreeOnStatus } from "./agreement.ts";
import { type Environment, fetchId, pay, type Words } from "./environment.ts";
import { type Exchange, exchange } from "./exchange.ts";
import {
  type Books,
  type Form,
  isPast,
  type PaymentModel,
  type Request,
  UNSPENT_HOURS,
} from "./payment-model.ts";
import type { Plan, TargetPlan } from "./plans.ts";
import { chooseTransaction, isPossible, makeRequest, NEVER_ISSUED } from "./wording.ts";
import { canMake, type WrongRequest } from "./wrong-requests.ts";

export type Command = fc.AsyncCommand<PaymentModel, Environment>;

/** A step after which the model and the stored records must agree. */
export abstract class Step implements Command {
  /** What the step did this time, for the report of a failure. */
  protected said = "";
  readonly #plan: unknown;

  constructor(plan?: unknown) {
    this.#plan = plan;
  }

  check(_model: Readonly<PaymentModel>): boolean {
    return true;
  }

  async run(model: PaymentModel, env: Environment): Promise<void> {
    pass(model, env, { milliseconds: 1 });
    try {
      await this.take(model, env);
      await agreeOnAll(model, env);
    } catch (error) {
      throw new Error([...model.steps, `  then ${this.#words()} and`].join("\n"), { cause: error });
    }
    model.steps.push(`  ${this.#words()}`);
  }

  #words(): string {
    return `${this.constructor.name} ${this.said}`;
  }

  protected abstract take(model: PaymentModel, env: Environment): Promise<void>;

  /** A step runs in many sequences, with another result in each. */
  toString(): string {
    return `${this.constructor.name}(${JSON.stringify(this.#plan)})`;
  }
}

/** Both clocks are moved together. */
export function pass(model: PaymentModel, { app }: Environment, time: Temporal.DurationLike): void {
  model.now = model.now.add(time);
  app.clock.set(model.now.toString());
}

export function exchangeOn(model: PaymentModel, env: Environment, account: 0 | 1): Exchange {
  return { model, env, books: model.books[account] };
}

/** A request of a client; most are valid. */
export class Pay extends Step {
  readonly #plan: Plan;

  constructor(plan: Plan) {
    super(plan);
    this.#plan = plan;
  }

  override check(model: Readonly<PaymentModel>): boolean {
    return isPossible(model, this.#plan);
  }

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    const { account, id, copies } = this.#plan;
    const books = model.books[account];
    const fetched = id === "fetched" ? await ensureId(books, model, env) : undefined;
    const request = makeRequest(model, this.#plan, fetched);
    this.said = describeRequest(account, request);
    await exchange(exchangeOn(model, env, account), request, copies);
  }
}

export function describeRequest(account: number, { form, key }: Request): string {
  const sent = Object.entries(form).filter(([, value]) => value !== undefined);
  const words = sent.map(([name, value]) => `${name}=${value}`).join(" ");
  return `${account === 0 ? "A" : "B"}: ${words}${key === undefined ? "" : ` key=${key}`}`;
}

/** A valid id that was fetched before, or a new one. */
async function ensureId(books: Books, model: PaymentModel, env: Environment): Promise<string> {
  const good = [...books.issued].find(([, at]) => !isPast(at, UNSPENT_HOURS, model.now));
  return good?.[0] ?? fetchNew(books, model, env);
}

async function fetchNew(books: Books, model: PaymentModel, env: Environment): Promise<string> {
  const id = await fetchId(env, books.terms);
  assert.match(id, /^\d{12}$/);
  assert.ok(!books.transactions.has(id) && !books.issued.has(id), `${id} is issued once`);
  books.issued.set(id, model.now);
  return id;
}

export class FetchId extends Step {
  readonly #account: 0 | 1;

  constructor(account: 0 | 1) {
    super(account);
    this.#account = account;
  }

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    const books = model.books[this.#account];
    this.said = await fetchNew(books, model, env);
    await agreeOnStatus(books, env, this.said);
  }
}

/** Any transaction, with the account's own login. */
export class AskStatus extends Step {
  readonly #account: 0 | 1;
  readonly #target: TargetPlan;

  constructor(account: 0 | 1, target: TargetPlan) {
    super([account, target]);
    this.#account = account;
    this.#target = target;
  }

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    const books = model.books[this.#account];
    this.said = chooseTransaction(model, books, this.#target, () => true) ?? NEVER_ISSUED;
    await agreeOnStatus(books, env, this.said);
  }
}

const GOOD: Form = {
  transaction_type: "SALE",
  tender_type: "CARD",
  transaction_amount: "12.34",
  card_number: "4111111111111111",
  card_expiration: "1230",
};

/** A refused request spends neither id nor key: once corrected, it is accepted with them. */
export class PayWrongly extends Step {
  readonly #account: 0 | 1;
  readonly #errors: readonly WrongRequest[];
  readonly #isMadeRight: boolean;

  constructor(account: 0 | 1, errors: readonly WrongRequest[], isMadeRight: boolean) {
    super([account, errors.map(({ words }) => words), isMadeRight]);
    this.#account = account;
    this.#errors = errors;
    this.#isMadeRight = isMadeRight;
  }

  override check(model: Readonly<PaymentModel>): boolean {
    return canMake(model.books[this.#account], this.#errors);
  }

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    const books = model.books[this.#account];
    const transaction_id = await fetchNew(books, model, env);
    const key = `order ${++books.keys}`;
    const good: Request = { form: { ...GOOD, transaction_id }, key };
    const wrong: Words = Object.assign({ ...good.form }, ...this.#errors.map(({ words }) => words));
    this.said = new URLSearchParams(JSON.parse(JSON.stringify(wrong))).toString();
    const { fields } = await pay(env, books.terms, { form: wrong as unknown as Form, key });
    assert.deepEqual(fields, this.#errors[0]?.answer);
    await agreeOnAll(model, env);
    if (this.#isMadeRight) await exchange({ model, env, books }, good);
  }
}
