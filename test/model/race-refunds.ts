/** A step: simultaneous refunds of one payment. */
import { agreeOnStatus } from "./agreement.ts";
import { describeRequest, Step } from "./commands.ts";
import { type Answer, type Environment, pay } from "./environment.ts";
import { agreeOnRefusal, agreeOnTaken } from "./exchange.ts";
import { judge } from "./judge.ts";
import { moneyText } from "./money.ts";
import type { Books, Form, PaymentModel, Request } from "./payment-model.ts";
import { chooseTransaction, NEVER_ISSUED } from "./wording.ts";

/** A refund of a named amount. */
type Refund = Request & { readonly form: Form & { readonly token_id: string } };

/** Equal simultaneous refunds: as many succeed as the amount allows. */
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

  override check(model: Readonly<PaymentModel>): boolean {
    return this.#request(model, model.books[this.#account]).form.token_id !== NEVER_ISSUED;
  }

  protected override async take(model: PaymentModel, env: Environment): Promise<void> {
    const books = model.books[this.#account];
    const request = this.#request(model, books);
    this.said = describeRequest(this.#account, request);
    const racers = Array.from({ length: 4 }, () => pay(env, books.terms, request));
    const answers = (await Promise.all(racers)).toSorted(approvedFirst);
    for (const answer of answers) this.#follow(model, books, { request, answer });
    await agreeOnStatus(books, env, request.form.token_id);
  }

  #request(model: PaymentModel, books: Books): Refund {
    const isLeft = (id: string) => this.#amount(books, id) > 0;
    const fit = { kind: "fit", pick: this.#pick } as const;
    const token_id = chooseTransaction(model, books, fit, isLeft) ?? NEVER_ISSUED;
    const transaction_amount = moneyText(Math.max(1, this.#amount(books, token_id)));
    const form = { transaction_type: "REFUND", token_id, transaction_amount } as const;
    return { form, key: undefined };
  }

  /** Amounts with a special meaning for the host are changed, so that all refunds are treated alike. */
  #amount(books: Books, id: string): number {
    const original = books.transactions.get(id);
    const isPaid =
      original !== undefined && ["sold", "forced", "captured"].includes(original.state);
    if (!isPaid) return 0;
    const part = Math.trunc((original.cents - original.refundedCents) / this.#parts);
    return part > 100 && part < 200 ? 100 : part;
  }

  #follow(model: PaymentModel, books: Books, { request, answer }: Racer): void {
    const judgment = judge(model, books, request);
    if (judgment.kind === "taken") agreeOnTaken(books, judgment.attempt, [answer]);
    // While it is being voided, nothing else is allowed.
    if (judgment.kind === "refused") agreeOnRefusal(answer, [...judgment.codes, 20006]);
  }
}

interface Racer {
  readonly request: Refund;
  readonly answer: Answer;
}

function approvedFirst(one: Answer, other: Answer): number {
  return Number(one.fields["error_code"]) - Number(other.fields["error_code"]);
}
