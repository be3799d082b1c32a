/**
 * The virtual terminal: issues a transaction ID, takes one payment with it and reports its state.
 */
import { addressNetwork } from "../../../core/access/network.ts";
import type { AccountStore } from "../../../core/accounts/account-store.ts";
import type { StoredMethodStore } from "../../../core/customers/stored-method-store.ts";
import type { IdSource } from "../../../core/payments/ids/id-source.ts";
import type { IdStore } from "../../../core/payments/ids/id-store.ts";
import { type FetchedIdNeeds, findFetchedId } from "../../../core/transactions/find-fetched-id.ts";
import type { FullTransaction } from "../../../core/transactions/merchant-transaction.ts";
import type { MerchantTransactionStore } from "../../../core/transactions/merchant-transaction-store.ts";
import {
  type ConsolePaymentNeeds,
  payFromConsole,
} from "../../../core/transactions/pay-from-console.ts";
import { findPossibleActions } from "../../../core/transactions/possible-actions.ts";
import type { Clock } from "../../../ports/clock.ts";
import { ISSUER_RANGES } from "../../../values/card.ts";
import { localDate } from "../../../values/local-time.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { conflict } from "../errors.ts";
import { cashierName, merchantUser } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";
import { readPageId } from "./changes.ts";
import type { IdState, PaymentResult, TerminalFacts, TokenFacts } from "./contract.ts";
import { writeAnswer, writePaymentResult } from "./outcome.ts";
import { readPayment, TERMINAL_SEC_CODES } from "./read-payment.ts";

export interface TerminalNeeds extends FetchedIdNeeds {
  readonly act: ConsolePaymentNeeds;
  readonly accounts: Pick<AccountStore, "findAccount">;
  readonly transactions: MerchantTransactionStore;
  readonly methods: Pick<StoredMethodStore, "isRemoved">;
  readonly ids: IdSource;
  readonly issuedIds: Pick<IdStore, "issueId" | "isIssued">;
  readonly clock: Clock;
}

export function addTerminal(routes: Routes, needs: TerminalNeeds): void {
  routes.post("/merchant/ids", "payments.take", async (call) => ({
    id: await issueId(needs, merchantUser(call).account.id),
  }));
  routes.get("/merchant/ids/:id", "payments.take", (call) => showId(needs, call));
  routes.get("/merchant/terminal", "payments.take", (call) => showTerminal(needs, call));
  routes.get("/merchant/tokens/:id", "payments.take", (call) => showToken(needs, call));
  routes.post("/merchant/payments", "payments.take", (call) => takePayment(needs, call));
}

async function issueId({ ids, issuedIds, clock }: TerminalNeeds, accountId: string) {
  const id = await ids.next();
  await issuedIds.issueId(accountId, id, clock.business());
  return id;
}

async function showId(needs: TerminalNeeds, call: Call): Promise<IdState | undefined> {
  const id = readTransactionId(call.param("id"));
  const became = id && (await findFetchedId(needs, merchantUser(call).account.id, id));
  if (!id || !became) return undefined;
  return became.kind === "answered" ? writeAnswer(became.answer) : { kind: became.kind, id };
}

async function showTerminal(needs: TerminalNeeds, call: Call): Promise<TerminalFacts | undefined> {
  const account = await needs.accounts.findAccount(merchantUser(call).account.id);
  if (account === undefined) return undefined;
  const { achSecCode, timeZone } = account;
  const isOffered = TERMINAL_SEC_CODES.some((code) => code === achSecCode);
  return {
    takesCards: account.cardProcessor !== undefined,
    takesBanks: account.achProcessor !== undefined,
    secCodes: TERMINAL_SEC_CODES,
    defaultSecCode: isOffered ? achSecCode : "TEL",
    currency: account.currency,
    month: localDate(needs.clock.business(), timeZone).toPlainYearMonth().toString(),
    issuerRanges: ISSUER_RANGES,
  };
}

async function showToken(needs: TerminalNeeds, call: Call): Promise<TokenFacts | undefined> {
  const transaction = await findToken(needs, call, call.param("id"));
  return (
    transaction && {
      id: transaction.id,
      tender: transaction.tender,
      brand: transaction.brand,
      last4: transaction.last4,
      name: transaction.name,
      email: transaction.email,
      secCode: transaction.secCode,
    }
  );
}

async function findToken(
  { transactions, methods, clock }: TerminalNeeds,
  call: Call,
  text: string,
): Promise<FullTransaction | undefined> {
  const id = readTransactionId(text);
  const accountId = merchantUser(call).account.id;
  const transaction = id && (await transactions.findTransaction(accountId, id));
  if (!transaction || (await methods.isRemoved(accountId, transaction.id))) return undefined;
  const asking = { now: clock.business(), authorizationDays: 0 };
  return findPossibleActions(transaction, asking).reissues ? transaction : undefined;
}

async function takePayment(needs: TerminalNeeds, call: Call): Promise<PaymentResult | undefined> {
  const person = merchantUser(call);
  const account = await needs.accounts.findAccount(person.account.id);
  if (account === undefined) return undefined;
  const payment = readPayment(call.body, {
    account,
    cashier: cashierName(person),
    transactionId: readPageId(call),
    now: needs.clock.business(),
    token: await readToken(needs, call),
  });
  call.body.settle();
  const callerNetwork = addressNetwork(call.from.address);
  return writePaymentResult(
    await payFromConsole(needs.act, call, account, { ...payment, callerNetwork }),
  );
}

async function readToken(needs: TerminalNeeds, call: Call) {
  const text = call.body.optionalText("tokenId", { max: 12 });
  if (text === undefined) return undefined;
  const transaction = await findToken(needs, call, text);
  if (transaction === undefined) {
    throw conflict("The payment method of that transaction cannot be charged again.");
  }
  return { id: transaction.id, tender: transaction.tender };
}
