/** Steps that refer to earlier ones: repetitions, inquiries, and scheduled work. */
import { closeBatches } from "../../src/core/payments/batches/close-batches.ts";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { reconcile as askAgain } from "../../src/core/payments/recovery/reconcile.ts";
import { agreeOnAll, agreeOnStatus } from "./agreement.ts";
import { closeBatch, lapse, reconcile } from "./carry-out.ts";
import { describeRequest, exchangeOn, pass, Step } from "./commands.ts";
import type { Environment } from "./environment.ts";
import { exchange } from "./exchange.ts";
import { hasExpired } from "./judge.ts";
import {
  type Books,
  type Claim,
  isPast,
  type PaymentModel,
  type Request,
  UNSPENT_HOURS,
} from "./payment-model.ts";
import { type Variation, varied } from "./variations.ts";

/** A spent id or key, with the same request or another one. */
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

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    const request = this.#request(model);
    if (request === undefined) return;
    this.said = `${this.#variation}, ${describeRequest(this.#account, request)}`;
    await exchange(exchangeOn(model, env, this.#account), request);
  }
}

/** Keys are kept for 30 days. */
function isKept(model: PaymentModel, books: Books, { attempt }: Claim): boolean {
  const { startedAt, request } = attempt;
  return !isPast(startedAt, UNSPENT_HOURS, model.now) && !hasExpired(model, books, request.form);
}

/** An inquiry before the time limit of the first request finds nothing. */
export class Reconcile extends Step {
  readonly #waitMinutes: number;

  constructor(waitMinutes: number) {
    super(waitMinutes);
    this.#waitMinutes = waitMinutes;
    this.said = `after ${waitMinutes} min`;
  }

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    pass(model, env, { minutes: this.#waitMinutes });
    await reconcileAll(model, env);
  }
}

export async function reconcileAll(model: PaymentModel, env: Environment): Promise<void> {
  while ((await askAgain(env.needs, fail)) > 0);
  const settled = model.books.map((books) => ({ books, attempts: reconcile(model, books) }));
  await agreeOnAll(model, env);
  for (const { books, attempts } of settled) {
    for (const { id } of attempts) await agreeOnStatus(books, env, id);
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

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    pass(model, env, { hours: this.#hours });
  }
}

/** The job that reverses expired authorizations. */
export class Lapse extends Step {
  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    await lapseAuthorizations(env.needs, model.now);
    for (const books of model.books) {
      for (const { id } of lapse(model, books)) await agreeOnStatus(books, env, id);
    }
  }
}

/** The job that closes every account's batch. */
export class CloseNight extends Step {
  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    // Each night is closed once.
    pass(model, env, { seconds: 1 });
    await closeBatches(env.needs, model.now);
    for (const books of model.books) closeBatch(books);
  }
}
