/** The steps of scenes, made with the operations of the console's test tools. */
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "../../core/accounts/account-store.ts";
import type { AchNeeds } from "../../core/ach/ach-needs.ts";
import { forceChange } from "../../core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../core/ach/forced/force-return.ts";
import { forceSettle } from "../../core/ach/forced/force-settle.ts";
import type { ForcedOutcome } from "../../core/ach/forced/forced.ts";
import {
  closeTestBatch,
  makeTestCardPayment,
  type TestCardPayment,
} from "../../core/certification/make-test-card-payment.ts";
import {
  makeTestSale,
  type TestSaleNeeds,
  type TestSaleOutcome,
} from "../../core/certification/make-test-sale.ts";
import type { Answer } from "../../core/payments/answer.ts";
import { lapseAuthorization } from "../../core/payments/changes/lapse.ts";
import type { PaymentNeeds } from "../../core/payments/payment-needs.ts";
import { reconcile } from "../../core/payments/recovery/reconcile.ts";
import type { StatusStore } from "../../core/payments/status-store.ts";
import { IN_PROGRESS } from "../../core/payments/transaction.ts";
import { StartError } from "../../ports/start-error.ts";
import { type Cents, formatCents } from "../../values/money.ts";
import { commandLineParty } from "../with-installation.ts";

export interface StageNeeds {
  readonly account: Account;
  readonly testSale: TestSaleNeeds;
  /** With a short time limit of the card host, so that nobody waits long for reconciliation. */
  readonly hastyPayments: PaymentNeeds;
  readonly statuses: StatusStore;
  readonly ach: AchNeeds;
  readonly onStep: (step: string) => void;
}

/** No simulator reacts to these last four digits. */
const PLAIN_LAST4 = "5678";
const RECONCILE_EVERY_MS = 200;
const RECONCILE_WITHIN_MS = 20_000;

export class Stage {
  readonly #needs: StageNeeds;

  constructor(needs: StageNeeds) {
    this.#needs = needs;
  }

  async sell(amount: Cents, expected: Answer["outcome"]): Promise<string> {
    const outcome = await this.#payByCard({ type: "SALE", amount });
    const { transactionId, message = "" } = requireAnswer(outcome, expected);
    const said = message || expected.replaceAll("_", " ");
    this.#tell(`Sale of ${formatCents(amount)} by test card: ${transactionId}, ${said}.`);
    return transactionId;
  }

  async closeBatch(): Promise<void> {
    const outcome = await closeTestBatch(this.#needs.testSale, this.#accountId, commandLineParty());
    const { batchId } = requireAnswer(outcome, "approved");
    this.#tell(`Closed batch ${batchId ?? "(empty)"} of the account with everything in it.`);
  }

  async sellAndReconcile(amount: Cents): Promise<string> {
    const payments = this.#needs.hastyPayments;
    const outcome = await this.#payByCard({ type: "SALE", amount }, payments);
    if (outcome.kind !== "unknown") throw unexpected(outcome);
    const { transactionId } = outcome;
    this.#tell(`Sale of ${formatCents(amount)} by test card: ${transactionId}, no answer.`);
    const message = await this.#waitForResult(transactionId);
    this.#tell(`The card host was asked for the result: ${message}.`);
    return transactionId;
  }

  /** The gateway that runs may be faster, so the result is read from the database. */
  async #waitForResult(transactionId: string): Promise<string> {
    const { hastyPayments, statuses } = this.#needs;
    const deadlineMs = performance.now() + RECONCILE_WITHIN_MS;
    while (performance.now() < deadlineMs) {
      await reconcile(hastyPayments, () => {});
      const status = await statuses.findTransactionStatus(this.#accountId, transactionId);
      if (status !== undefined && status.message !== IN_PROGRESS) return status.message;
      await pause(RECONCILE_EVERY_MS);
    }
    throw new StartError(
      `The result of ${transactionId} is still not known. A running gateway asks for it again.`,
    );
  }

  async authorizeAndExpire(amount: Cents): Promise<string> {
    const { account, testSale } = this.#needs;
    const authorizedAt = testSale.payments.clock.business();
    const outcome = await this.#payByCard({ type: "AUTHORIZATION", amount });
    const { transactionId } = requireAnswer(outcome, "approved");
    this.#tell(`Authorization of ${formatCents(amount)} by test card: ${transactionId}.`);
    const { id: accountId, currency, timeZone, hasWebhook } = account;
    const lapsed = { accountId, id: transactionId, authorizedAt, amount, currency, timeZone };
    const at = testSale.payments.clock.business();
    if (!(await lapseAuthorization(testSale.payments, { ...lapsed, hasWebhook }, at))) {
      throw new StartError(`The card host did not release ${transactionId}. Try again.`);
    }
    this.#tell("The authorization was reversed, as if it had expired.");
    return transactionId;
  }

  async sellByBank(amount: Cents): Promise<string> {
    const { testSale } = this.#needs;
    const sale = { accountId: this.#accountId, last4: PLAIN_LAST4, amount };
    const outcome = await makeTestSale(testSale, sale, commandLineParty());
    const { transactionId, message = "" } = requireAnswer(outcome, "approved");
    this.#tell(`ACH sale of ${formatCents(amount)}: ${transactionId}, ${message}.`);
    return transactionId;
  }

  async sendToBank(): Promise<void> {
    const { ach, account } = this.#needs;
    const reports = (await forceCutOffs(ach, account.achProcessor, commandLineParty())) ?? [];
    const files = reports.flatMap((report) => report.files);
    if (files.length === 0) throw new StartError("The bank could not be reached. Try again.");
    this.#tell(`Sent all waiting entries to the bank: ${files.join(", ")}.`);
  }

  async settle(transactionId: string): Promise<void> {
    this.#tellForced(await forceSettle(this.#needs.ach, this.#entry(transactionId), BY()));
  }

  async returnEntry(transactionId: string, code: string): Promise<void> {
    const wish = { ...this.#entry(transactionId), code };
    this.#tellForced(await forceReturn(this.#needs.ach, wish, BY()), code);
  }

  async reportChange(transactionId: string, code: string, corrected: string): Promise<void> {
    const wish = { ...this.#entry(transactionId), code, corrected };
    const outcome = await forceChange(this.#needs.ach, wish, BY());
    if (outcome.kind !== "done") throw new StartError(`The entry is ${outcome.kind}.`);
    this.#tell(`The bank reported a change: ${code}.`);
  }

  #tellForced(outcome: ForcedOutcome, code?: string): void {
    if (outcome.kind !== "done") throw new StartError(`The entry is ${outcome.kind}.`);
    this.#tell(`The entry is ${outcome.state}${code === undefined ? "" : ` with ${code}`}.`);
  }

  #payByCard(payment: Omit<TestCardPayment, "accountId">, payments?: PaymentNeeds) {
    const { testSale } = this.#needs;
    const needs = payments === undefined ? testSale : { ...testSale, payments };
    return makeTestCardPayment(needs, { accountId: this.#accountId, ...payment }, BY());
  }

  #entry(transactionId: string) {
    return { transactionId, accountId: this.#accountId };
  }

  get #accountId(): string {
    return this.#needs.account.id;
  }

  #tell(step: string): void {
    this.#needs.onStep(step);
  }
}

const BY = commandLineParty;

function requireAnswer(outcome: TestSaleOutcome, expected: Answer["outcome"]): Answer {
  if (outcome.kind === "answered" && outcome.answer.outcome === expected) return outcome.answer;
  throw unexpected(outcome);
}

function unexpected(outcome: TestSaleOutcome): StartError {
  switch (outcome.kind) {
    case "no_account":
      return new StartError("Account not found. List all accounts with `accounts list`.");
    case "no_ach":
      return new StartError(
        "This account does not accept ACH. Choose another with --account, such as 120000000001.",
      );
    case "refused":
      return new StartError(`The payment was refused: ${outcome.why.replaceAll("_", " ")}.`);
    case "answered":
      return new StartError(
        `The payment ended as ${outcome.answer.message ?? outcome.answer.outcome}, which does not fit this scene. Choose another amount. Scenes need the simulated card host.`,
      );
    default:
      return new StartError("The payment has no result yet, which does not fit this scene.");
  }
}
