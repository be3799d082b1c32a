/** Makes a card payment with a published test card, for scenes of certification. */
import type { Cents } from "../../values/money.ts";
import { Secret } from "../../values/secret.ts";
import { type ActingParty, recordAccountAct } from "../accounts/act-on-account.ts";
import type { PaymentOutcome } from "../payments/answer.ts";
import { pay } from "../payments/pay.ts";
import type { BatchClose, CardPayment } from "../payments/payment-request.ts";
import type { TestSaleNeeds } from "./make-test-sale.ts";
import { TEST_CARDS } from "./test-values.ts";

export interface TestCardPayment {
  readonly accountId: string;
  readonly type: "SALE" | "AUTHORIZATION";
  /** Controls the simulated card host. */
  readonly amount: Cents;
}

type TestPaymentOutcome = PaymentOutcome | { readonly kind: "no_account" };

const [TEST_CARD] = TEST_CARDS;
const ANY_REQUEST = {
  transactionId: undefined,
  idempotencyKey: undefined,
  details: { firstName: "Ada", lastName: "Buyer", description: "Test payment" },
  sendsCustomerReceipt: false,
  sendsMerchantReceipt: false,
};

export async function makeTestCardPayment(
  { payments, accounts, db }: TestSaleNeeds,
  { accountId, type, amount }: TestCardPayment,
  by: ActingParty,
): Promise<TestPaymentOutcome> {
  const account = await accounts.findAccount(accountId);
  if (account === undefined) return { kind: "no_account" };
  // Audited first, because the payment commits by itself.
  await recordAccountAct(db, by, {
    action: "card.test_payment",
    accountId,
    after: { type, amountCents: amount },
  });
  return pay(payments, account, cardPayment(type, amount, payments.clock.business()));
}

/** Closes the open card batch of an account, as SETTLE-BATCH does. */
export async function closeTestBatch(
  { payments, accounts, db }: TestSaleNeeds,
  accountId: string,
  by: ActingParty,
): Promise<TestPaymentOutcome> {
  const account = await accounts.findAccount(accountId);
  if (account === undefined) return { kind: "no_account" };
  await recordAccountAct(db, by, { action: "card.close_test_batch", accountId });
  const request: BatchClose = { ...ANY_REQUEST, type: "SETTLE-BATCH", details: {} };
  return pay(payments, account, request);
}

function cardPayment(
  type: TestCardPayment["type"],
  amount: Cents,
  now: Temporal.Instant,
): CardPayment {
  const year = now.toZonedDateTimeISO("UTC").year + 1;
  const card = {
    number: new Secret(TEST_CARD.number),
    brand: "VISA",
    expiration: `12${String(year % 100).padStart(2, "0")}`,
    verification: undefined,
    entryMode: "KEYED",
  } as const;
  return {
    ...ANY_REQUEST,
    type,
    amount,
    source: { kind: "card", card },
    authorizationCode: undefined,
    allowsPartial: false,
    ignoresAvs: false,
    ignoresCvv: false,
  };
}
