/** Runs a sequence: two new accounts, random steps, and a final comparison. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { AskStatus, type Command, FetchId, Pay, PayWrongly, pass, Step } from "./commands.ts";
import { addAccount, type Environment } from "./environment.ts";
import { Advance, CloseNight, Lapse, PayAgain, Reconcile, reconcileAll } from "./later-commands.ts";
import { type AccountTerms, Books, PaymentModel } from "./payment-model.ts";
import {
  account,
  batchPlan,
  capturePlan,
  paymentPlan,
  refundPlan,
  reversalPlan,
  target,
} from "./plans.ts";
import { RaceRefunds } from "./race-refunds.ts";
import { VARIATIONS } from "./variations.ts";
import { errors } from "./wrong-requests.ts";

/** Before the end of daylight saving time in New York and before the end of the month. */
export const START = Temporal.Instant.from("2027-03-12T16:30:00Z");
const COMMANDS_MAX = 64;

const arbitraries: readonly [weight: number, command: fc.Arbitrary<Command>][] = [
  [20, paymentPlan.map((plan) => new Pay(plan))],
  [10, capturePlan.map((plan) => new Pay(plan))],
  [14, refundPlan.map((plan) => new Pay(plan))],
  [6, reversalPlan.map((plan) => new Pay(plan))],
  [3, batchPlan.map((plan) => new Pay(plan))],
  [2, account.map((own) => new FetchId(own))],
  [2, fc.tuple(account, target).map(([own, named]) => new AskStatus(own, named))],
  [5, fc.tuple(account, errors, fc.boolean()).map((wrong) => new PayWrongly(...wrong))],
  [9, fc.tuple(account, pick(), fc.constantFrom(...VARIATIONS)).map((way) => new PayAgain(...way))],
  [
    2,
    fc
      .tuple(account, pick(), fc.nat({ max: 3 }))
      .map(([own, of, parts]) => new RaceRefunds(own, of, parts + 1)),
  ],
  [4, fc.constantFrom(0, 2, 60).map((minutes) => new Reconcile(minutes))],
  [
    3,
    fc
      .constantFrom(1, 1, 24, 24, 100, 100, 168, 24 * 31, 24 * 31)
      .map((hours) => new Advance(hours)),
  ],
  [2, fc.constant(0).map(() => new Lapse())],
  [3, fc.constant(0).map(() => new CloseNight())],
];

function pick(): fc.Arbitrary<number> {
  return fc.nat({ max: 9 });
}

export const sequences = fc.commands(
  [fc.oneof(...arbitraries.map(([weight, arbitrary]) => ({ weight, arbitrary })))],
  { maxCommands: COMMANDS_MAX, size: "max" },
);

/** The first account may do everything; the second declines by result codes and may not credit. */
export async function openBooks(env: Environment, sequence: number): Promise<PaymentModel> {
  const [first, second] = [accountTerms(2 * sequence), accountTerms(2 * sequence + 1)];
  const own: AccountTerms = { ...first, timeZone: "America/New_York", allowsCredit: true };
  const other: AccountTerms = { ...second, declinesAvs: "N", declinesCvv: "N", batches: 9_998 };
  await addAccount(env, own);
  await addAccount(env, other);
  const model = new PaymentModel([new Books(own), new Books(other)], START);
  pass(model, env, { seconds: 0 });
  return model;
}

function accountTerms(place: number): AccountTerms {
  const id = String(130_000_000_000 + place);
  const nothing = { allowsCredit: false, declinesAvs: "", declinesCvv: "", batches: 0 };
  return { id, accessKey: id.padStart(32, "k"), timeZone: "Asia/Kolkata", ...nothing };
}

/** Ends all open attempts; then the sums must be right. */
export class CloseBooks extends Step {
  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    pass(model, env, { hours: 1 });
    await reconcileAll(model, env);
    for (const { doubts } of model.books) assert.equal(doubts.size, 0);
    pass(model, env, { hours: 8 * 24 });
    await new Lapse().run(model, env);
    await new CloseNight().run(model, env);
    for (const books of model.books) await agreeOnSums(books, env);
  }
}

interface Sums {
  readonly paid: string;
  readonly refunded: string;
  readonly credited: string;
}

async function agreeOnSums(books: Books, { app }: Environment): Promise<void> {
  const { id } = books.terms;
  const [sums] = await app.database.owner.rows<Sums>`
    select coalesce(sum(amount_cents) filter (where state in ('sold', 'forced', 'captured')), 0)
        as paid,
      coalesce(sum(amount_cents) filter (where state = 'refunded'), 0) as refunded,
      coalesce(sum(amount_cents) filter (where state = 'credited'), 0) as credited
    from transactions where account_id = ${id}`;
  assert.deepEqual(sums, computeSums(books));
  const wrong = await app.database.owner.rows`
    select sale.id, sale.amount_cents, sale.refunded_cents
    from transactions sale left join transactions refund
      on refund.account_id = sale.account_id and refund.original_id = sale.id
        and refund.transaction_type = 'REFUND' and refund.state in ('refunded', 'voided')
    where sale.account_id = ${id}
    group by sale.account_id, sale.id
    having sale.refunded_cents > sale.amount_cents
      or sale.refunded_cents <> coalesce(sum(refund.amount_cents), 0)`;
  assert.deepEqual(wrong, [], "refunds never exceed their sale, and are counted on it");
}

function computeSums({ transactions }: Books): Sums {
  const sum = (...states: readonly string[]) =>
    [...transactions.values()]
      .filter(({ state }) => states.includes(state))
      .reduce((total, { cents }) => total + cents, 0);
  return {
    paid: String(sum("sold", "forced", "captured")),
    refunded: String(sum("refunded")),
    credited: String(sum("credited")),
  };
}
